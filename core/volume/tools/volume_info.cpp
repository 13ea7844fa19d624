#include "core/volume/tools/volume_info.hpp"

#include <algorithm>
#include <limits>

#include "core/base/error.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/segy/sample_formats.hpp"
#include "core/formats/volumes/npy.hpp"
#include "core/volume/tools/volume_sources.hpp"

namespace foldwave {

namespace {

constexpr std::size_t first_traces = 5;  // that are shown

void describe_traces(const std::filesystem::path& file, const VolumeChoice& choice, bool values,
                     const Job& job, VolumeInfo& info) {
  const SegyTraces traces(file, job, {}, choice.headers);
  const SegyFile& headers = traces.headers();
  info.bytes = traces.bytes();
  info.big_endian = !headers.little_endian;
  info.sample_format = segy::find_sample_format(headers.format)->name;
  info.remarks = headers.warnings;
  VolumeInfo::Traces told;
  told.traces = headers.geometry.size();
  told.samples = headers.samples;
  told.revision = headers.revision;
  told.format = headers.format;
  told.interval = headers.dt;
  told.delay = headers.delay;
  told.is_su = headers.is_su;
  told.text = headers.text;
  told.stanzas = headers.stanzas;
  told.first_header = segy_header_values(headers.first_header, headers.little_endian);
  if (!headers.lengths.empty()) {
    const auto [least, most] = std::ranges::minmax(headers.lengths);
    told.lengths = {least, most};
  }
  VolumeChoice placed = choice;
  try {
    SegyPlacing placing = place_segy(headers, choice.layout, file.string(), true);
    info.grid = placing.grid;
    told.lattice = placing.lattice;
    info.remarks.insert(info.remarks.end(), placing.assumed.begin(), placing.assumed.end());
  } catch (const InputError& error) {
    told.no_lattice = error.words();
    // One after the other, for their values alone.
    placed.layout.nodes = {static_cast<int>(headers.geometry.size()), 1, headers.samples};
    placed.layout.spacing = {1.0, 1.0, 1.0};
  }
  info.traces = std::move(told);
  if (!lacks_offsets(headers)) {
    info.shots = segy_shots(headers);
    for (const std::string& doubt : info.shots->doubts)
      info.remarks.push_back("as the headers are read, " + doubt);
    const std::size_t few = std::min(first_traces, headers.geometry.size());
    info.first.assign(headers.geometry.begin(), headers.geometry.begin() + static_cast<std::ptrdiff_t>(few));
  }
  if (values) info.statistics = statistics_of(*open_volume(file, placed, job), Damage::go_on, job);
}

void describe_packing(const VolumeIndex& index, VolumeInfo& info) {
  info.sample_format = index.item.name();
  info.big_endian = index.item.big_endian;
  VolumeInfo::Packing packing;
  packing.array = index.facts.array;
  packing.codec = index.facts.codec;
  packing.error_bound = index.facts.error_bound;
  packing.brick = index.layout.brick;
  packing.bricks = index.layout.count();
  packing.silent = packing.bricks - static_cast<Index>(index.bricks.size());
  packing.packed_bytes = index.packed_bytes();
  if (index.coarse) packing.coarse = index.coarse->n;
  packing.step = index.facts.step;
  packing.time = index.facts.time;
  packing.ours = index.ours;
  packing.summed = index.summed;
  info.packing = std::move(packing);
}

void describe_raw(const std::filesystem::path& file, const VolumeChoice& choice, bool values, const Job& job,
                  VolumeInfo& info) {
  VolumeChoice known = choice;
  known.layout = raw_layout(file, choice.layout);
  info.bytes = size_on_disk(file);
  info.sample_format = "float32";
  info.big_endian = known.layout.big_endian;
  if (known.layout.nodes == VolumeLayout{}.nodes && !is_npy(file)) {
    const std::uintmax_t count = info.bytes / sizeof(float);
    if (info.bytes % sizeof(float) != 0 || count == 0)
      throw InputError(file.string(),
                       "holds " + std::to_string(info.bytes) + " bytes, no 4-byte floats alone",
                       "give a .hdf, .sgy, .vti or raw file");
    info.remarks.emplace_back(
        "how many nodes it has is not said: give nodes, or a header NAME.json beside it");
    if (count > static_cast<std::uintmax_t>(std::numeric_limits<int>::max() / 4)) return;
    known.layout.nodes = {static_cast<int>(count), 1, 1};
    known.layout.spacing = {1.0, 1.0, 1.0};
  } else {
    if (known.layout.spacing == VolumeLayout{}.spacing) {
      info.remarks.emplace_back("its spacing is not said: 1 m is taken");
      known.layout.spacing = {1.0, 1.0, 1.0};
    }
    info.grid = open_volume(file, known, job)->grid();
  }
  if (values) info.statistics = statistics_of(*open_volume(file, known, job), Damage::go_on, job);
}

}  // namespace

VolumeInfo volume_info(const std::filesystem::path& file, const VolumeChoice& choice, bool values,
                       const Job& job) {
  VolumeInfo info;
  info.kind = volume_kind(file);
  if (info.kind == VolumeKind::segy) {
    describe_traces(file, choice, values, job, info);
    return info;
  }
  if (info.kind == VolumeKind::raw) {
    describe_raw(file, choice, values, job, info);
    return info;
  }
  const auto source = open_volume(file, choice, job);
  info.bytes = source->stored_bytes();
  info.grid = source->grid();
  info.remarks = source->remarks();
  info.sample_format = "float32";
  if (source->index() != nullptr) describe_packing(*source->index(), info);
  if (values) info.statistics = statistics_of(*source, Damage::go_on, job);
  return info;
}

}  // namespace foldwave
