#include <cmath>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "app/foldwave-cli/volume_options.hpp"
#include "core/base/text.hpp"
#include "core/volume/tools/pack_forecast.hpp"
#include "core/volume/tools/volume_pack.hpp"
#include "core/volume/tools/volume_slice.hpp"
#include "core/volume/tools/volume_statistics.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "ui/scene/picture/plane_picture.hpp"
#endif

namespace foldwave::cli {

namespace {

struct PackOptions {
  VolumeOptions volume;
  std::string to;
  PackChoice pack;
  bool keep_going = false, json = false, forecast = false;
};

struct CompareOptions {
  VolumeOptions volume;
  std::string other;
  bool json = false;
};

struct SliceOptions {
  VolumeOptions volume;
  std::string to, axis;
  double at = NAN;
  int node = -1;
  bool keep_going = false, coarse = false;
};

int tell_written(const PackOptions& options, const VolumeSource& source, const PackOutcome& outcome) {
  tell_remarks(outcome.remarks);
  tell_damage(outcome.damaged, source.name());
  const double floats = sizeof(float) * static_cast<double>(source.grid().size());
  if (options.json)
    std::cout << nlohmann::ordered_json{{"file", options.to},
                                        {"bytes", outcome.bytes},
                                        {"error_bound", outcome.error_bound},
                                        {"ratio", floats / static_cast<double>(outcome.bytes)},
                                        {"damaged_bricks", outcome.damaged.size()}}
                     .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
              << "\n";
  else
    std::cout << options.to << "\n";
  return 0;
}

int tell_foretold(const PackOptions& options, const VolumeSource& source, const PackForecast& foretold) {
  tell_remarks(source.remarks());
  const double floats = sizeof(float) * static_cast<double>(foretold.nodes);
  const double share = static_cast<double>(foretold.looked_at) / static_cast<double>(foretold.nodes);
  if (options.json) {
    const auto told = [](const PackEstimate& e) {
      return nlohmann::ordered_json{{"value", e.value}, {"low", e.low}, {"high", e.high}};
    };
    std::cout << nlohmann::ordered_json{{"bytes", told(foretold.bytes)},
                                        {"seconds", told(foretold.seconds)},
                                        {"error_bound", foretold.error_bound},
                                        {"ratio", floats / foretold.bytes.value},
                                        {"looked_at", share}}
                     .dump(2)
              << "\n";
    return 0;
  }
  const auto span = [](const std::string& low, const std::string& high) {
    return low == high ? std::string() : " (" + low + " to " + high + ")";
  };
  const PackEstimate &b = foretold.bytes, &t = foretold.seconds;
  std::cout << "bytes       " << bytes_text(b.value) << span(bytes_text(b.low), bytes_text(b.high))
            << "\nratio       " << number_text(floats / b.value, 3) << "\ntime        "
            << number_text(t.value, 3) << " s" << span(number_text(t.low, 3), number_text(t.high, 3))
            << "\nlooked at   " << number_text(100.0 * share, 3) << " %\n";
  return 0;
}

int pack_or_unpack(PackOptions options, bool pack) {
  const StopSignal signal;
  TerminalProgress progress;
  const Job job{&progress, signal.token()};
  options.pack.damage = options.keep_going ? Damage::go_on : Damage::refuse;
  const auto source = open_volume(options.volume.file, options.volume.choice(), job);
  if (options.forecast)
    return tell_foretold(options, *source, foretell_pack(*source, options.to, options.pack, job));
  const PackOutcome outcome = pack ? pack_volume_file(*source, options.to, options.pack, job)
                                   : unpack_volume_file(*source, options.to, options.pack.damage, job);
  progress.finish();
  return tell_written(options, *source, outcome);
}

int compare_volumes(const CompareOptions& options) {
  const StopSignal signal;
  TerminalProgress progress;
  const Job job{&progress, signal.token()};
  const auto a = open_volume(options.volume.file, options.volume.choice(), job);
  // Both as the layout says, where it speaks of them.
  VolumeChoice choice = options.volume.choice();
  if (volume_kind(options.other) != volume_kind(options.volume.file)) choice.array.clear();
  const auto b = open_volume(options.other, choice, job);
  const VolumeDifference d = difference_of(*a, *b, Damage::refuse, job);
  progress.finish();
  if (options.json) {
    std::cout << nlohmann::ordered_json{{"values", d.values},
                                        {"identical", d.identical},
                                        {"max_error", maybe(d.quality.largest)},
                                        {"rms", maybe(d.quality.rms)},
                                        {"mean_error", maybe(d.quality.mean_error)},
                                        {"snr", maybe(d.quality.snr)},
                                        {"ratio", maybe(d.ratio)},
                                        {"not_finite_unlike", d.unlike}}
                     .dump(2)
              << "\n";
    return 0;
  }
  std::cout << "max_error   " << number_text(d.quality.largest) << "\nrms         "
            << number_text(d.quality.rms) << "\nmean_error  " << number_text(d.quality.mean_error)
            << "  of the largest value\nsnr         " << number_text(d.quality.snr) << " dB\nratio       "
            << number_text(d.ratio) << "\n"
            << (d.identical ? "the same bits\n" : "");
  if (d.unlike > 0) std::cout << d.unlike << " nodes are finite in one of them alone\n";
  return 0;
}

int slice_volume(const SliceOptions& options) {
  const StopSignal signal;
  const Job job{nullptr, signal.token()};
  if (std::isnan(options.at) == (options.node < 0))
    throw InputError("volume slice", "where the plane lies is not clear", "give --at METRES or --node N");
  const int axis = options.axis[0] - 'x';
  const auto source = open_volume(options.volume.file, options.volume.choice(), job);
  const int node = options.node >= 0 ? options.node : node_at(*source, axis, options.at);
  const VolumeSlice slice =
      options.coarse ? read_coarse_slice(*source, axis, node) : read_slice(*source, axis, node, job);
  if (!slice.damaged.empty() && !options.keep_going)
    throw InputError(source->name(), damage_text(slice.damaged),
                     "write it again, or give --keep-going, which leaves these nodes without a number");
  tell_damage(slice.damaged, source->name());
  if (std::filesystem::path(options.to).extension() == ".png") {
#ifdef FOLDWAVE_HAS_VTK
    write_plane_picture(slice.values, slice.size(), axis == 2, options.to);
#else
    throw InputError(options.to, "this build has no VTK, which pictures need", "write .f32 or .npy");
#endif
  } else {
    write_slice(slice, options.to);
  }
  std::cout << options.to << "\n";
  return 0;
}

constexpr const char* keep_going_help = "go on where bricks are damaged; their nodes become NaN";

void add_pack(CLI::App& volume, Command& chosen) {
  const auto options = std::make_shared<PackOptions>();
  CLI::App* const command = volume.add_subcommand("pack", "a volume into a .hdf file, in packed bricks");
  add_volume_file(*command, options->volume);
  command->add_option("--to", options->to, "the .hdf file")->required();
  add_codec_option(*command, options->pack.codec, "how bricks are packed (default: blosc)");
  command->add_option("--error", options->pack.error,
                      "largest error, in the values' unit (default: 0, lossless)");
  command->add_flag("--relative", options->pack.relative, "the error is a part of the range of the values");
  command->add_option("--brick", options->pack.brick, "nodes a side of a brick (default: 64)");
  command->add_flag("--keep-going", options->keep_going, keep_going_help);
  command->add_flag("--forecast", options->forecast,
                    "tell only what it will take, of bricks that are packed and go again");
  command->add_flag("--json", options->json, "tell bytes and ratio as JSON");
  command->callback([&chosen, options] { chosen = [options] { return pack_or_unpack(*options, true); }; });
}

void add_unpack(CLI::App& volume, Command& chosen) {
  const auto options = std::make_shared<PackOptions>();
  CLI::App* const command = volume.add_subcommand("unpack", "a volume into a .vti, .sgy or raw .f32 file");
  add_volume_file(*command, options->volume);
  command->add_option("--to", options->to, "the file; .f32 gets NAME.f32.json, its layout, beside it")
      ->required();
  command->add_flag("--keep-going", options->keep_going, keep_going_help);
  command->add_flag("--json", options->json, "tell bytes and ratio as JSON");
  command->callback([&chosen, options] { chosen = [options] { return pack_or_unpack(*options, false); }; });
}

void add_compare(CLI::App& volume, Command& chosen) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* const command = volume.add_subcommand("compare", "how far the second volume is from the first");
  add_volume_file(*command, options->volume);
  command->add_option("other", options->other, "the second volume, as packed and unpacked")->required();
  command->add_flag("--json", options->json, "as JSON");
  command->callback([&chosen, options] { chosen = [options] { return compare_volumes(*options); }; });
}

void add_slice(CLI::App& volume, Command& chosen) {
  const auto options = std::make_shared<SliceOptions>();
  CLI::App* const command = volume.add_subcommand("slice", "one plane of nodes; the rest is not read");
  add_volume_file(*command, options->volume);
  command->add_option("--axis", options->axis, "across which axis: x, y or z")
      ->required()
      ->check(CLI::IsMember({"x", "y", "z"}));
  command->add_option("--at", options->at, "where: metres on the map, or of depth along z");
  command->add_option("--node", options->node, "where: number of the node, from 0")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--to", options->to, "a .vti, .f32, .npy or .png file")->required();
  command->add_flag("--coarse", options->coarse, "of the coarse level that a large .hdf file keeps, at once");
  command->add_flag("--keep-going", options->keep_going, keep_going_help);
  command->callback([&chosen, options] { chosen = [options] { return slice_volume(*options); }; });
}

}  // namespace

void add_volume(CLI::App& app, Command& chosen) {
  CLI::App* const volume =
      app.add_subcommand("volume", "files of volumes: packed, unpacked, measured, sliced, filtered");
  volume->require_subcommand(1);
  volume->fallthrough();
  for (const auto add : {add_volume_info, add_pack, add_unpack, add_compare, add_slice, add_volume_filter})
    add(*volume, chosen);
}

}  // namespace foldwave::cli
