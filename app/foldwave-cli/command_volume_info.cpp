#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "app/foldwave-cli/volume_options.hpp"
#include "core/base/text.hpp"
#include "core/volume/tools/volume_info.hpp"

namespace foldwave::cli {

namespace {

using VolumeJson = nlohmann::ordered_json;

struct InfoOptions {
  VolumeOptions volume;
  bool json = false, quick = false, headers = false;
};

VolumeJson damage_json(const std::vector<DamagedBrick>& damaged) {
  VolumeJson list = VolumeJson::array();
  for (const DamagedBrick& brick : damaged)
    list.push_back({{"brick", brick.number},
                    {"first_node", brick.nodes.low},
                    {"nodes", brick.nodes.n},
                    {"problem", brick.problem}});
  return list;
}

VolumeJson place_json(const Vec3& p) {
  return {p.x, p.y, p.z};
}

VolumeJson shots_json(const VolumeInfo& info) {
  const SegyShots& all = *info.shots;
  VolumeJson first = VolumeJson::array();
  for (const SegyTrace& t : info.first)
    first.push_back(
        {{"shot", t.field_record}, {"source", place_json(t.source)}, {"receiver", place_json(t.receiver)}});
  return {{"shots", all.shots.size()},
          {"receivers", all.receivers.size()},
          {"sources_from", place_json(all.source_bounds.low)},
          {"sources_to", place_json(all.source_bounds.high)},
          {"receivers_from", place_json(all.receiver_bounds.low)},
          {"receivers_to", place_json(all.receiver_bounds.high)},
          {"least_offset", all.least_offset},
          {"most_offset", all.most_offset},
          {"first_traces", first}};
}

VolumeJson step_json(const MapStep& step) {
  return {step.x, step.y};
}

// What the file says of itself: for `--headers` all of it, else what its traces are.
void add_traces(const VolumeInfo& info, bool headers, VolumeJson& j) {
  const VolumeInfo::Traces& traces = *info.traces;
  j["traces"] = traces.traces;
  j["samples"] = traces.samples;
  if (!traces.lengths.empty()) j["trace_lengths"] = traces.lengths;
  j["interval"] = traces.interval;
  j["delay"] = traces.delay;
  j["revision"] = traces.is_su ? VolumeJson() : VolumeJson(traces.revision);
  j["format_code"] = traces.format;
  if (!traces.stanzas.empty()) j["stanzas"] = traces.stanzas;
  if (!traces.no_lattice.empty()) j["no_lattice"] = traces.no_lattice;
  if (traces.lattice)
    j["lattice"] = {{"origin", step_json(traces.lattice->origin)},
                    {"inline_step", step_json(traces.lattice->inline_step)},
                    {"crossline_step", step_json(traces.lattice->crossline_step)},
                    {"crossline_azimuth", traces.lattice->crossline_azimuth()},
                    {"angle", traces.lattice->angle()},
                    {"misfit", traces.lattice->misfit}};
  if (info.shots) j["geometry"] = shots_json(info);
  if (!headers) return;
  j["text"] = traces.text;
  VolumeJson first = VolumeJson::array();
  for (const SegyHeaderValue& value : traces.first_header)
    first.push_back({{"name", value.name},
                     {"byte", value.word.position},
                     {"bytes", value.word.bytes},
                     {"value", value.value}});
  j["first_header"] = first;
}

VolumeJson info_json(const VolumeInfo& info, const std::string& file, bool headers) {
  VolumeJson j{{"file", file},
               {"kind", kind_name(info.kind)},
               {"bytes", info.bytes},
               {"sample_format", info.sample_format},
               {"byte_order", info.big_endian ? "big" : "little"}};
  if (info.traces) add_traces(info, headers, j);
  if (info.grid) {
    j["nodes"] = info.grid->n;
    j["spacing"] = info.grid->h;
    j["origin"] = {info.grid->origin.x, info.grid->origin.y, info.grid->origin.z};
  }
  if (info.packing) {
    const auto& p = *info.packing;
    j["array"] = p.array;
    j["codec"] = p.codec;
    j["error_bound"] = p.ours ? VolumeJson(p.error_bound) : VolumeJson();
    j["brick"] = p.brick;
    j["bricks"] = p.bricks;
    j["silent_bricks"] = p.silent;
    j["packed_bytes"] = p.packed_bytes;
    j["ratio"] =
        info.grid ? 4.0 * static_cast<double>(info.grid->size()) / static_cast<double>(info.bytes) : 0.0;
    if (p.coarse) j["coarse"] = *p.coarse;
    if (p.step) j["step"] = *p.step;
    if (p.time) j["time"] = *p.time;
  }
  if (info.statistics) {
    j["values"] = info.statistics->values;
    j["not_finite"] = info.statistics->values - info.statistics->finite;
    j["least"] = maybe(info.statistics->least);
    j["largest"] = maybe(info.statistics->largest);
    j["mean"] = maybe(info.statistics->mean);
    j["damaged"] = damage_json(info.statistics->damaged);
  }
  j["remarks"] = info.remarks;
  return j;
}

template <class Value>
std::string by(const std::array<Value, 3>& v) {
  return number_text(static_cast<double>(v[0]), 9) + " x " + number_text(static_cast<double>(v[1]), 9) +
         " x " + number_text(static_cast<double>(v[2]), 9);
}

void line(const char* name, const std::string& text) {
  std::cout << name << std::string(16 - std::string(name).size(), ' ') << text << "\n";
}

void print_shots(const VolumeInfo& info) {
  const SegyShots& all = *info.shots;
  const auto range = [](double low, double high) {
    return low == high ? number_text(low, 9) : number_text(low, 9) + " to " + number_text(high, 9);
  };
  const auto box = [&](const SegyBounds& b) {
    return ", x " + range(b.low.x, b.high.x) + ", y " + range(b.low.y, b.high.y) + ", depth " +
           range(b.low.z, b.high.z) + " m";
  };
  const auto place = [](const Vec3& p) {
    return "(" + number_text(p.x, 9) + ", " + number_text(p.y, 9) + ", " + number_text(p.z, 9) + ")";
  };
  line("shots", std::to_string(all.shots.size()) + box(all.source_bounds));
  line("receivers", std::to_string(all.receivers.size()) + " places" + box(all.receiver_bounds));
  line("offsets", range(all.least_offset, all.most_offset) + " m");
  for (std::size_t t = 0; t < info.first.size(); ++t)
    line(t == 0 ? "first traces" : "", "shot " + std::to_string(info.first[t].field_record) + ", source " +
                                           place(info.first[t].source) + ", receiver " +
                                           place(info.first[t].receiver));
}

void print_headers(const VolumeInfo::Traces& traces) {
  for (const std::string& text : traces.text)
    line("text", text);
  for (const std::string& stanza : traces.stanzas)
    line("stanza", stanza);
  for (const SegyHeaderValue& value : traces.first_header)
    line(("byte " + std::to_string(value.word.position)).c_str(),
         std::string(value.name) + " = " + std::to_string(value.value));
}

void print_info(const VolumeInfo& info) {
  line("kind", kind_name(info.kind));
  line("bytes", bytes_text(static_cast<double>(info.bytes)));
  line("samples", info.sample_format + (info.big_endian ? ", big-endian" : ", little-endian"));
  if (info.traces) {
    line("traces", std::to_string(info.traces->traces) + " of " + std::to_string(info.traces->samples) +
                       " samples, " + number_text(1e3 * info.traces->interval) + " ms apart, from " +
                       number_text(1e3 * info.traces->delay) + " ms");
    line("revision", (info.traces->is_su ? "none: Seismic Unix" : std::to_string(info.traces->revision)) +
                         ", format " + std::to_string(info.traces->format));
    if (!info.traces->no_lattice.empty()) line("no lattice", info.traces->no_lattice);
    if (info.shots) print_shots(info);
  }
  if (info.grid) {
    line("nodes", by(info.grid->n));
    line("spacing", by(info.grid->h) + " m");
    line("origin",
         by(std::array<double, 3>{info.grid->origin.x, info.grid->origin.y, info.grid->origin.z}) + " m");
  }
  if (info.packing) {
    const auto& p = *info.packing;
    line("array", p.array);
    line("codec", p.codec + (!p.ours               ? ""
                             : p.error_bound > 0.0 ? ", error at most " + number_text(p.error_bound)
                                                   : ", lossless"));
    line("bricks",
         std::to_string(p.bricks) + " of " + by(p.brick) + ", " + std::to_string(p.silent) + " silent");
    if (info.grid)
      line("ratio",
           number_text(4.0 * static_cast<double>(info.grid->size()) / static_cast<double>(info.bytes), 4));
    if (p.coarse) line("coarse", by(*p.coarse) + " nodes");
    if (p.time) line("time", number_text(*p.time, 9) + " s");
  }
  if (!info.statistics) return;
  line("least", number_text(info.statistics->least));
  line("largest", number_text(info.statistics->largest));
  line("mean", number_text(info.statistics->mean));
  if (const Index odd = info.statistics->values - info.statistics->finite; odd > 0)
    line("not finite", std::to_string(odd) + " values");
}

int volume_info_of(const InfoOptions& options) {
  const StopSignal signal;
  TerminalProgress progress;
  const VolumeInfo info =
      volume_info(options.volume.file, options.volume.choice(), !options.quick, {&progress, signal.token()});
  progress.finish();
  if (info.statistics) tell_damage(info.statistics->damaged, options.volume.file);
  if (options.json) {
    std::cout << info_json(info, options.volume.file, options.headers)
                     .dump(2, ' ', false, VolumeJson::error_handler_t::replace)
              << "\n";
  } else {
    tell_remarks(info.remarks);
    print_info(info);
    if (options.headers && info.traces) print_headers(*info.traces);
  }
  return 0;
}

}  // namespace

void add_volume_info(CLI::App& volume, Command& chosen) {
  const auto options = std::make_shared<InfoOptions>();
  CLI::App* const command = volume.add_subcommand("info", "what a file of a volume holds");
  add_volume_file(*command, options->volume);
  command->add_flag("--json", options->json, "as JSON");
  command->add_flag("--quick", options->quick, "what the headers say alone, no values");
  command->add_flag("--headers", options->headers,
                    "of SEG-Y: the textual header too, and the words of the first trace's");
  command->callback([&chosen, options] { chosen = [options] { return volume_info_of(*options); }; });
}

}  // namespace foldwave::cli
