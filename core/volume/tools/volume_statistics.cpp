#include "core/volume/tools/volume_statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"

namespace foldwave {

namespace {

constexpr double infinite_error = std::numeric_limits<double>::infinity();

// Of one layer of nodes of a piece: layers are summed by any threads and added in their order.
struct ValueSums {
  Index finite = 0;
  double sum = 0.0;
  float least = std::numeric_limits<float>::infinity(), largest = -std::numeric_limits<float>::infinity();

  void add(const ValueSums& other) {
    finite += other.finite;
    sum += other.sum;
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
    sums.least = std::min(sums.least, v);
    sums.largest = std::max(sums.largest, v);
  }
  return sums;
}

struct ErrorSums {
  Index compared = 0, unlike = 0, other_bits = 0;
  double squares = 0.0, magnitudes = 0.0, signal = 0.0, worst = 0.0, largest = 0.0;

  void add(const ErrorSums& other) {
    compared += other.compared;
    unlike += other.unlike;
    other_bits += other.other_bits;
    squares += other.squares;
    magnitudes += other.magnitudes;
    signal += other.signal;
    worst = worst_of(worst, other.worst);
    largest = worst_of(largest, other.largest);
  }
};

ErrorSums errors_of(std::span<const float> a, std::span<const float> b) {
  ErrorSums sums;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool same = std::bit_cast<std::uint32_t>(a[i]) == std::bit_cast<std::uint32_t>(b[i]);
    sums.other_bits += same ? 0 : 1;
    if (!std::isfinite(a[i]) || !std::isfinite(b[i])) {
      sums.unlike += same ? 0 : 1;
      continue;
    }
    const double value = static_cast<double>(a[i]), error = static_cast<double>(b[i]) - value;
    ++sums.compared;
    sums.squares += error * error;
    sums.magnitudes += std::abs(error);
    sums.signal += value * value;
    sums.worst = worst_of(sums.worst, std::abs(error));
    sums.largest = worst_of(sums.largest, std::abs(value));
  }
  return sums;
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

VolumeStatistics statistics_of(const VolumeInput& source, Damage damage, const Job& job) {
  ValueSums sums;
  VolumeStatistics statistics;
  statistics.damaged =
      each_piece(source, layout_of(source), damage, "values", job, [&](const NodeBox& box, auto values) {
        add_layers(box, sums, [&](std::size_t first, std::size_t count) {
          return sums_of(values.subspan(first, count));
        });
      });
  statistics.values = source.grid().size();
  statistics.finite = sums.finite;
  const bool any = sums.finite > 0;
  const double none = std::numeric_limits<double>::quiet_NaN();
  statistics.least = any ? static_cast<double>(sums.least) : none;
  statistics.largest = any ? static_cast<double>(sums.largest) : none;
  statistics.mean = any ? sums.sum / static_cast<double>(sums.finite) : none;
  return statistics;
}

VolumeDifference difference_of(const VolumeInput& a, const VolumeInput& b, const Job& job) {
  const auto text = [](const Grid3& grid) {
    return std::to_string(grid.n[0]) + " x " + std::to_string(grid.n[1]) + " x " + std::to_string(grid.n[2]);
  };
  if (a.grid().n != b.grid().n)
    throw InputError(b.name(), "has " + text(b.grid()) + " nodes, and " + a.name() + " " + text(a.grid()),
                     "give two volumes of the same nodes");
  ErrorSums sums;
  std::vector<float> other;
  each_piece(a, layout_of(a), Damage::refuse, "differences", job, [&](const NodeBox& box, auto values) {
    other.resize(values.size());
    const auto damaged = b.read(box, other, {nullptr, job.stop});
    if (!damaged.empty()) throw InputError(b.name(), damage_text(damaged), "write it again");
    const std::span<const float> of_b = other;
    add_layers(box, sums, [&](std::size_t first, std::size_t count) {
      return errors_of(values.subspan(first, count), of_b.subspan(first, count));
    });
  });
  VolumeDifference difference;
  difference.values = a.grid().size();
  difference.compared = sums.compared;
  difference.unlike = sums.unlike;
  difference.identical = sums.other_bits == 0;
  difference.ratio = sizeof(float) * static_cast<double>(difference.values) /
                     static_cast<double>(std::max<std::uintmax_t>(b.file_bytes(), 1));
  if (sums.unlike > 0) {
    difference.max_error = difference.rms = difference.mean_error = infinite_error;
    difference.snr = -infinite_error;
    return difference;
  }
  const double n = std::max(1.0, static_cast<double>(sums.compared));
  difference.max_error = sums.worst;
  difference.rms = std::sqrt(sums.squares / n);
  difference.mean_error = sums.magnitudes > 0.0 ? sums.magnitudes / n / sums.largest : 0.0;
  difference.snr = sums.squares > 0.0 ? 10.0 * std::log10(sums.signal / sums.squares) : infinite_error;
  return difference;
}

}  // namespace foldwave
