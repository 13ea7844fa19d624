#include "core/volume/tools/volume_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// Of one layer of nodes of a piece: layers are summed by any threads and added in their order.
struct ValueSums {
  Index finite = 0;
  double sum = 0.0, squares = 0.0;
  float least = std::numeric_limits<float>::infinity(), largest = -std::numeric_limits<float>::infinity();

  void add(const ValueSums& other) {
    finite += other.finite;
    sum += other.sum;
    squares += other.squares;
    least = std::min(least, other.least);
    largest = std::max(largest, other.largest);
  }
};

ValueSums sums_of(std::span<const float> values) {
  ValueSums sums;
  for (const float v : values) {
    if (!std::isfinite(v)) continue;
    ++sums.finite;
    sums.sum += static_cast<double>(v);
    sums.squares += static_cast<double>(v) * static_cast<double>(v);
    sums.least = std::min(sums.least, v);
    sums.largest = std::max(sums.largest, v);
  }
  return sums;
}

VolumeStatistics told(const ValueSums& sums, Index values) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (sums.finite == 0) return {values, 0, none, none, none, none, {}};
  const auto n = static_cast<double>(sums.finite);
  return {values, sums.finite, sums.least, sums.largest, sums.sum / n, std::sqrt(sums.squares / n), {}};
}

// Sums of each layer of a piece, added in order.
template <class Sums, class Of>
void add_layers(const NodeBox& box, Sums& all, const Of& of) {
  const auto layer = static_cast<std::size_t>(Index{1} * box.n[0] * box.n[1]);
  std::vector<Sums> layers(static_cast<std::size_t>(box.n[2]));
#pragma omp parallel for schedule(static)
  for (int k = 0; k < box.n[2]; ++k)
    layers[static_cast<std::size_t>(k)] = of(layer * static_cast<std::size_t>(k), layer);
  for (const Sums& sums : layers)
    all.add(sums);
}

}  // namespace

VolumeStatistics statistics_of(const VolumeSource& source, Damage damage, const Job& job,
                               const PieceTaken& taken) {
  ValueSums sums;
  auto damaged =
      each_piece(source, layout_of(source), damage, "values", job, [&](const NodeBox& box, auto values) {
        add_layers(box, sums, [&](std::size_t first, std::size_t count) {
          return sums_of(values.subspan(first, count));
        });
        if (taken) taken(box, values);
      });
  VolumeStatistics statistics = told(sums, source.grid().size());
  statistics.damaged = std::move(damaged);
  return statistics;
}

VolumeStatistics statistics_of(std::span<const float> values) {
  return told(sums_of(values), static_cast<Index>(values.size()));
}

VolumeDifference difference_of(const VolumeSource& a, const VolumeSource& b, Damage damage, const Job& job) {
  const auto text = [](const Grid3& grid) {
    return std::to_string(grid.n[0]) + " x " + std::to_string(grid.n[1]) + " x " + std::to_string(grid.n[2]);
  };
  if (a.grid().n != b.grid().n)
    throw InputError(b.name(), "has " + text(b.grid()) + " nodes, and " + a.name() + " " + text(a.grid()),
                     "give two volumes of the same nodes");
  ErrorSums sums;
  std::vector<float> other;
  each_piece(a, layout_of(a), damage, "differences", job, [&](const NodeBox& box, auto values) {
    other.resize(values.size());
    const auto damaged = b.read(box, other, {nullptr, job.stop});
    if (!damaged.empty() && damage == Damage::refuse)
      throw InputError(b.name(), damage_text(damaged), "write it again");
    const std::span<const float> of_b = other;
    add_layers(box, sums, [&](std::size_t first, std::size_t count) {
      return error_sums(values.subspan(first, count), of_b.subspan(first, count));
    });
  });
  VolumeDifference difference;
  difference.values = a.grid().size();
  difference.compared = sums.compared;
  difference.unlike = sums.unlike;
  difference.identical = sums.other_bits == 0;
  difference.quality = quality_of(sums);
  difference.ratio = sizeof(float) * static_cast<double>(difference.values) /
                     static_cast<double>(std::max<std::uintmax_t>(b.stored_bytes(), 1));
  return difference;
}

}  // namespace foldwave
