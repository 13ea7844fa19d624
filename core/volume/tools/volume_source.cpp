#include "core/volume/tools/volume_source.hpp"

#include <algorithm>
#include <iterator>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/volume/tools/volume_sources.hpp"

namespace foldwave {

VolumeKind volume_kind(const std::filesystem::path& file) {
  std::string suffix = file.extension().string();
  std::ranges::transform(suffix, suffix.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (suffix == ".hdf" || suffix == ".h5" || suffix == ".hdf5" || suffix == ".vtkhdf") return VolumeKind::hdf;
  if (suffix == ".sgy" || suffix == ".segy" || suffix == ".su") return VolumeKind::segy;
  if (suffix == ".vti" || suffix == ".pvti") return VolumeKind::vti;
  return VolumeKind::raw;
}

const char* kind_name(VolumeKind kind) {
  switch (kind) {
    case VolumeKind::hdf:
      return "hdf";
    case VolumeKind::segy:
      return "segy";
    case VolumeKind::vti:
      return "vti";
    default:
      return "raw";
  }
}

std::unique_ptr<VolumeSource> open_volume(const std::filesystem::path& file, const VolumeChoice& choice,
                                          const Job& job) {
  const VolumeKind kind = volume_kind(file);
  if (!choice.array.empty() && (kind == VolumeKind::segy || kind == VolumeKind::raw))
    throw InputError(file.string(), "has no arrays with names", "leave the array out");
  switch (kind) {
    case VolumeKind::hdf:
      return open_hdf_volume(file, choice.array);
    case VolumeKind::segy:
      return open_segy_volume(file, choice, job);
    case VolumeKind::vti:
      return open_vti_volume(file, choice.array);
    default:
      return open_raw_volume(file, choice.layout);
  }
}

std::vector<NodeBox> pieces_of(const BrickLayout& layout, bool by_columns, std::size_t most_bytes) {
  const std::array<int, 3> counts = layout.counts();
  // The axis that is whole first, then those that grow while there is room.
  const std::array<std::size_t, 3> grow =
      by_columns ? std::array<std::size_t, 3>{2, 0, 1} : std::array<std::size_t, 3>{0, 1, 2};
  std::array<int, 3> take{1, 1, 1};  // bricks
  double bytes = sizeof(float) * static_cast<double>(layout.brick_nodes());
  for (const std::size_t a : grow) {
    const double fit = std::max(1.0, static_cast<double>(most_bytes) / bytes);
    take[a] = fit >= counts[a] ? counts[a] : static_cast<int>(fit);
    bytes *= take[a];
  }
  std::vector<NodeBox> pieces;
  const auto axis_part = [&](std::size_t a, int brick, NodeBox& box) {
    const int first = brick * layout.brick[a];
    const int end = std::min((brick + take[a]) * layout.brick[a], layout.nodes[a]);
    box.low[a] = a == 2 ? layout.nodes[2] - end : first;
    box.n[a] = end - first;
  };
  std::array<int, 3> at{0, 0, 0};
  for (at[grow[2]] = 0; at[grow[2]] < counts[grow[2]]; at[grow[2]] += take[grow[2]])
    for (at[grow[1]] = 0; at[grow[1]] < counts[grow[1]]; at[grow[1]] += take[grow[1]])
      for (at[grow[0]] = 0; at[grow[0]] < counts[grow[0]]; at[grow[0]] += take[grow[0]]) {
        NodeBox box;
        for (std::size_t a = 0; a < 3; ++a)
          axis_part(a, at[a], box);
        pieces.push_back(box);
      }
  return pieces;
}

std::size_t column_bytes(const BrickLayout& layout) {
  return sizeof(float) * static_cast<std::size_t>(layout.brick_nodes()) *
         static_cast<std::size_t>(layout.counts()[2]);
}

BrickLayout layout_of(const VolumeSource& source) {
  return source.index() != nullptr ? source.index()->layout : brick_layout(source.grid().n);
}

std::vector<DamagedBrick> each_piece(const VolumeSource& source, const BrickLayout& layout, Damage damage,
                                     const char* what_is_done, const Job& job, const PieceTaken& taken) {
  const auto pieces = pieces_of(layout, source.by_columns(), most_piece_bytes);
  std::vector<DamagedBrick> all;
  std::vector<float> values;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    job.throw_if_stopped();
    job.report(
        {what_is_done, static_cast<std::int64_t>(p), static_cast<std::int64_t>(pieces.size()), 0.0, {}});
    values.resize(static_cast<std::size_t>(pieces[p].size()));
    auto damaged = source.read(pieces[p], values, {nullptr, job.stop});
    if (!damaged.empty() && damage == Damage::refuse)
      throw InputError(source.name(), damage_text(damaged), "write it again, or go on without these bricks");
    std::ranges::move(damaged, std::back_inserter(all));
    taken(pieces[p], values);
  }
  std::ranges::stable_sort(all, {}, &DamagedBrick::number);
  const auto same = [](const DamagedBrick& a, const DamagedBrick& b) { return a.number == b.number; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

}  // namespace foldwave
