#include <cmath>
#include <filesystem>
#include <iostream>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "app/foldwave-cli/volume_filter_output.hpp"
#include "app/foldwave-cli/volume_options.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/engine/backend.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "core/volume/tools/volume_filter.hpp"
#include "core/volume/tools/volume_slice.hpp"
#include "core/volume/view/volume_lines.hpp"

namespace foldwave::cli {

namespace {

using Json = nlohmann::ordered_json;

struct VolumeFilterOptions {
  VolumeOptions volume;
  std::string kind, to;
  std::string backend = "auto", codec = "blosc";
  double error_bound = 0.0;
  std::vector<double> sigma;
  double azimuth = 0.0, dip = 0.0, rake = 0.0, reach = 5.0;
  std::string method = "automatic", gain = "unit";
  std::string kernel;
  std::string axis = "z";
  int order = 4;
  int node = -1;
  double at = NAN;
  float threshold = 0.0F;
  std::string amplitude = "as-it-is";
  int angles = 180, most = 10, planes = 1;
  double step = 0.0;
  std::string accumulator;
  double memory = 0.0;  // MB; 0: half of what is free
};

HoughAmplitude amplitude_named(const std::string& name) {
  return name == "magnitude" ? HoughAmplitude::magnitude
         : name == "one"     ? HoughAmplitude::one
                             : HoughAmplitude::as_it_is;
}

int axis_named(const std::string& name) {
  return name == "x" ? 0 : name == "y" ? 1 : 2;
}

GaussianFilter gaussian_of(const VolumeFilterOptions& options) {
  GaussianFilter filter;
  if (options.sigma.size() != 1 && options.sigma.size() != 3)
    throw InputError("--sigma", "is not there", "give one width in metres, or three");
  for (std::size_t a = 0; a < 3; ++a)
    filter.sigma[a] = options.sigma[options.sigma.size() == 3 ? a : 0];
  filter.azimuth = options.azimuth;
  filter.dip = options.dip;
  filter.rake = options.rake;
  filter.reach = options.reach;
  filter.method = gaussian_method_named(options.method);
  filter.gain = options.gain == "thesis" ? GaussianGain::thesis : GaussianGain::unit;
  return filter;
}

void write_result(const VolumeFilterOptions& options, const std::string& to, VolumeFacts facts,
                  std::span<const float> values, const Job& job) {
  facts.codec = options.codec;
  facts.error_bound = options.error_bound;
  write_volume_file(to, pack_volume(values, facts, job.stop), job.stop);
  std::cout << to << "\n";
}

FilterChoice filter_of(const VolumeFilterOptions& options) {
  if (options.kind == "gaussian") return gaussian_of(options);
  if (options.kind == "kernel") {
    if (options.kernel.empty())
      throw InputError("--kernel", "is not there",
                       "give a text file of three odd sizes and the weights, x fastest");
    return parse_kernel(read_whole_file(options.kernel, most_bytes::small), options.kernel);
  }
  return DerivativeFilter{options.kind == "gradient"     ? DerivativeFilter::gradient
                          : options.kind == "derivative" ? DerivativeFilter::along_axis
                                                         : DerivativeFilter::laplacian,
                          axis_named(options.axis), options.order};
}

// Of what memory may be taken.
std::size_t memory_bytes(const VolumeFilterOptions& options) {
  return static_cast<std::size_t>(options.memory > 0.0 ? 1e6 * options.memory
                                                       : 0.5 * static_cast<double>(available_memory_bytes()));
}

// A field out of a field: at once where memory holds it with its result, else by slabs.
void filter_field(const VolumeFilterOptions& options, const VolumeSource& file, const Job& job) {
  if (options.to.empty()) throw InputError("--to", "is not there", "give a file .hdf for the result");
  const FilterChoice filter = filter_of(options);
  const Grid3& grid = file.grid();
  const std::size_t memory = memory_bytes(options);
  constexpr double copies = 3.0;  // values, result, packed
  if (copies * sizeof(float) * static_cast<double>(grid.size()) > static_cast<double>(memory)) {
    if (options.backend == "cuda")
      throw ResourceError("--backend", "a volume larger than memory is filtered on the processor",
                          "give cpu or auto, or more --memory");
    PackChoice choice;
    choice.codec = options.codec;
    choice.error = options.error_bound;
    TerminalProgress progress;
    filter_volume_file(file, options.to, filter, choice, memory, {&progress, job.stop});
    progress.finish();
    std::cout << options.to << "\n";
    return;
  }
  const Field<float> in = whole_volume(file, copies, "give less --memory: it goes by slabs then", job);
  Field<float> out(grid.n);
  VolumeFacts facts = file.facts();
  facts.array = filtered_name(filter, file.array());
  const auto filters = select_backend(options.backend)->make_volume_filters();
  if (const auto* const gaussian = std::get_if<GaussianFilter>(&filter))
    filters->gaussian(in.values(), grid, *gaussian, out.values(), job);
  else if (const auto* const kernel = std::get_if<Kernel3>(&filter))
    filters->convolve(in.values(), grid.n, *kernel, out.values(), job);
  else if (const auto& one = std::get<DerivativeFilter>(filter); one.kind == DerivativeFilter::gradient)
    filters->gradient_size(in.values(), grid, one.order, out.values(), job);
  else if (one.kind == DerivativeFilter::laplacian)
    filters->laplacian(in.values(), grid, one.order, out.values(), job);
  else
    filters->derivative(in.values(), grid, one.axis, one.order, out.values(), job);
  write_result(options, options.to, facts, out.values(), job);
}

void tell_found(const VolumeFilterOptions& options, const Json& found) {
  const std::string text = found.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  if (options.to.empty()) {
    std::cout << text;
    return;
  }
  AtomicFile out(options.to);
  out.write(text);
  out.commit();
  std::cout << options.to << "\n";
}

GridSlice slice_of(const VolumeFilterOptions& options, const Grid3& grid) {
  GridSlice slice{grid, axis_named(options.axis), options.node};
  const auto a = static_cast<std::size_t>(slice.axis);
  if (std::isfinite(options.at))
    slice.at = static_cast<int>(
        std::lround(std::clamp((options.at - grid.origin[slice.axis]) / grid.h[a], -1.0, 1.0 * grid.n[a])));
  if (!std::isfinite(options.at) && options.node < 0) slice.at = grid.n[a] / 2;
  if (slice.at < 0 || slice.at >= grid.n[a])
    throw InputError(std::isfinite(options.at) ? "--at" : "--node", "lies beyond the volume",
                     "give a place on axis " + options.axis + " within it");
  return slice;
}

void find_lines(const VolumeFilterOptions& options, const VolumeSource& file, const Job& job) {
  const GridSlice slice = slice_of(options, file.grid());
  const VolumeSlice plane = read_slice(file, slice.axis, slice.at, job);
  if (!plane.damaged.empty())
    throw InputError(file.name(), damage_text(plane.damaged), "write it again, or take another plane");
  const std::vector<float>& values = plane.values;
  HoughLinesPlan plan;
  plan.slice = slice.slice();
  plan.angles = options.angles;
  plan.step = options.step;
  const std::vector<HoughPoint> points =
      points_above(values, plan.slice, options.threshold, amplitude_named(options.amplitude));
  const LineAccumulator votes =
      select_backend(options.backend)->make_volume_filters()->hough_lines(points, plan, job);
  PeakRules rules;
  rules.most = options.most;
  tell_found(options, json_lines(strongest_lines(votes, rules), votes, slice));
  if (options.accumulator.empty()) return;
  // As a section: x the distance, z the angle.
  VolumeFacts facts;
  facts.array = "votes";
  facts.grid.n = {votes.bins, 1, votes.angles};
  facts.grid.h = {votes.step, votes.step, 180.0 / votes.angles};
  facts.grid.origin.x = votes.distance(0.0);
  std::vector<float> counted;
  for (const std::int32_t v : votes.votes)
    counted.push_back(static_cast<float>(votes.unit * v));
  write_result(options, options.accumulator, facts, counted, job);
}

int filter_volume(const VolumeFilterOptions& options) {
  const StopSignal signal;
  const Job job{nullptr, signal.token()};
  const auto opened = open_volume(options.volume.file, options.volume.choice(), job);
  const VolumeSource& file = *opened;
  tell_remarks(file.remarks());
  if (options.kind == "hough-lines") {
    find_lines(options, file, job);
    return 0;
  }
  if (options.kind != "hough-planes") {
    filter_field(options, file, job);
    return 0;
  }
  // Planes are looked for in all of it at once: here alone a volume must fit into memory.
  const Field<float> in =
      whole_volume(file, 2.0, "look for planes in a smaller part of it, or in a coarser volume", job);
  HoughPlanesPlan plan;
  plan.grid = file.grid();
  plan.threshold = options.threshold;
  plan.amplitude = amplitude_named(options.amplitude);
  plan.planes = options.planes;
  const auto filters = select_backend(options.backend)->make_volume_filters();
  tell_found(options, json_planes(filters->hough_planes(in.values(), plan, job), plan.grid));
  return 0;
}

}  // namespace

void add_volume_filter(CLI::App& volume, Command& chosen) {
  const auto options = std::make_shared<VolumeFilterOptions>();
  CLI::App* const command =
      volume.add_subcommand("filter", "a volume filtered, or the lines and planes in it");
  add_volume_file(*command, options->volume);
  command
      ->add_option("--kind", options->kind,
                   "gaussian, kernel, gradient, derivative, laplacian, hough-lines, hough-planes")
      ->required()
      ->check(CLI::IsMember(
          {"gaussian", "kernel", "gradient", "derivative", "laplacian", "hough-lines", "hough-planes"}));
  command->add_option("--to", options->to,
                      "the result: .hdf, of lines and planes JSON (default: standard output)");
  add_list_option(*command, "--sigma", options->sigma,
                  "gaussian: width in metres; three along strike, down dip and across");
  command->add_option("--azimuth", options->azimuth, "gaussian: of the ellipsoid's dip, degrees from north");
  command->add_option("--dip", options->dip, "gaussian: degrees");
  command->add_option("--rake", options->rake, "gaussian: degrees, from strike to dip");
  command->add_option("--method", options->method, "gaussian: automatic, direct, separable, recursive")
      ->check(CLI::IsMember({"automatic", "direct", "separable", "recursive"}));
  command->add_option("--gain", options->gain, "gaussian: unit, or thesis (0.813 at 13 nodes)")
      ->check(CLI::IsMember({"unit", "thesis"}));
  command->add_option("--reach", options->reach, "gaussian: where taps end, in sigmas (default: 5)");
  command->add_option("--kernel", options->kernel,
                      "kernel: text file, three odd sizes and the weights, x fastest");
  command->add_option("--order", options->order, "gradient, derivative, laplacian: 2, 4, 6 or 8 (default: 4)")
      ->check(CLI::IsMember({2, 4, 6, 8}));
  command->add_option("--axis", options->axis, "derivative: along it; hough-lines: of the slice (default: z)")
      ->check(CLI::IsMember({"x", "y", "z"}));
  command->add_option("--at", options->at, "hough-lines: place of the slice, metres (default: the middle)");
  command->add_option("--node", options->node, "hough-lines: its node")
      ->check(CLI::Range(0, 1 << 30))
      ->excludes("--at");
  command->add_option("--threshold", options->threshold, "hough: magnitude from which a node votes");
  command
      ->add_option("--amplitude", options->amplitude,
                   "hough: a vote is the value as-it-is, its magnitude, or one")
      ->check(CLI::IsMember({"as-it-is", "magnitude", "one"}));
  command->add_option("--angles", options->angles, "hough-lines: over 180 degrees (default: 180)");
  command->add_option("--step", options->step,
                      "hough-lines: of distance, metres (default: the smaller spacing)");
  command->add_option("--most", options->most, "hough-lines: lines that are told (default: 10)")
      ->check(CLI::Range(1, 100000));
  command->add_option("--accumulator", options->accumulator, "hough-lines: file .hdf for the votes");
  command->add_option("--planes", options->planes, "hough-planes: most (default: 1)")
      ->check(CLI::Range(1, 1000));
  add_codec_option(*command, options->codec, "of the result (default: blosc)");
  command->add_option("--error", options->error_bound, "of the result's codec: largest error (default: 0)")
      ->check(CLI::Range(0.0, 1e300));
  command
      ->add_option("--memory", options->memory,
                   "MB to hold at a time (default: half of what is free); a larger volume goes by slabs")
      ->check(CLI::Range(1.0, 1e9));
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return filter_volume(*options); }; });
}

}  // namespace foldwave::cli
