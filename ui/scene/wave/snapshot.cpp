#include "ui/scene/wave/snapshot.hpp"

#include <algorithm>
#include <cmath>

#include "core/volume/store/unpack_volume.hpp"

namespace foldwave {
namespace {

// Sizes of the pressures that are not quiet.
std::vector<float> loud_sizes(std::span<const float> pressure) {
  const std::size_t step = std::max<std::size_t>(1, pressure.size() / 200000);
  std::vector<float> sizes;
  sizes.reserve(pressure.size() / step + 1);
  float peak = 0.0F;
  for (std::size_t m = 0; m < pressure.size(); m += step) {
    const float a = std::abs(pressure[m]);
    if (!std::isfinite(a)) continue;
    sizes.push_back(a);
    peak = std::max(peak, a);
  }
  if (!(peak > 0.0F)) return {};
  std::erase_if(sizes, [peak](float a) { return a < 1e-3F * peak; });
  return sizes;
}

// The one that `percent` of the first `count` stay under; those behind it are larger then.
std::size_t place_percentile(std::vector<float>& sizes, std::size_t count, double percent) {
  const auto at =
      static_cast<std::size_t>(std::clamp(percent / 100.0, 0.0, 1.0) * static_cast<double>(sizes.size() - 1));
  const auto begin = sizes.begin();
  std::nth_element(begin, begin + static_cast<std::ptrdiff_t>(at),
                   begin + static_cast<std::ptrdiff_t>(count));
  return at;
}

}  // namespace

std::int64_t Snapshot::bytes() const {
  const Index plain = pressure.size() * static_cast<Index>(sizeof(float));
  // A brick that is silent still has its place in the list.
  return plain +
         (packed ? static_cast<Index>(packed->bytes() + packed->bricks.size() * sizeof(PackedBrick)) : 0);
}

Pressure pressure_of(const std::shared_ptr<const Snapshot>& snapshot, const Job& job) {
  if (!snapshot) return nullptr;
  if (snapshot->stored) {
    auto read = std::make_shared<Field<float>>(snapshot->shape());
    const auto damaged = snapshot->stored->read({{0, 0, 0}, snapshot->shape()}, read->values(), job);
    if (!damaged.empty())
      for (float& value : read->values())
        if (std::isnan(value)) value = 0.0F;
    return read;
  }
  if (!snapshot->packed) return {snapshot, &snapshot->pressure};
  return std::make_shared<const Field<float>>(unpack_volume(*snapshot->packed, job));
}

double clip_limit(std::span<const float> pressure, double percent) {
  std::vector<float> sizes = loud_sizes(pressure);
  return sizes.empty() ? 0.0 : double{sizes[place_percentile(sizes, sizes.size(), percent)]};
}

ClipTable clip_table(std::span<const float> pressure) {
  ClipTable table;
  std::vector<float> sizes = loud_sizes(pressure);
  // From the largest down: each looks only at what lies below the one before.
  std::size_t count = sizes.size();
  for (std::size_t k = 0; k < clip_sides.size() && count > 0; ++k) {
    const std::size_t at = place_percentile(sizes, count, 100.0 - 2.0 * clip_sides[k]);
    table.limit[k] = sizes[at];
    count = at + 1;
  }
  return table;
}

double ClipTable::at(double side) const {
  std::size_t k = 1;
  while (k + 1 < clip_sides.size() && side > clip_sides[k])
    ++k;
  const double part = std::clamp((side - clip_sides[k - 1]) / (clip_sides[k] - clip_sides[k - 1]), 0.0, 1.0);
  return std::lerp(limit[k - 1], limit[k], part);
}

}  // namespace foldwave
