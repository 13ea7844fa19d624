#include "core/volume/codec/transform/volume_transform.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace foldwave {

VolumeBricks::VolumeBricks(std::array<int, 3> nodes) : n(nodes) {
  for (std::size_t a = 0; a < 3; ++a) {
    if (n[a] < 1) throw InputError("volume", "its sizes are none", "give three sizes from 1 up");
    brick.n[a] = std::min(brick_side, n[a]);
    counts[a] = (n[a] + brick.n[a] - 1) / brick.n[a];
  }
}

std::array<int, 3> VolumeBricks::first(std::size_t index) const {
  const auto i = static_cast<int>(index);
  return {i % counts[0] * brick.n[0], i / counts[0] % counts[1] * brick.n[1],
          i / counts[0] / counts[1] * brick.n[2]};
}

void VolumeBricks::gather(std::size_t index, std::span<const float> volume, std::span<float> values) const {
  const std::array<int, 3> at = first(index);
  const auto pitch = static_cast<std::size_t>(n[0]), row = static_cast<std::size_t>(brick.n[0]);
  const std::size_t inside = std::min(row, pitch - static_cast<std::size_t>(at[0]));
  float* to = values.data();
  for (int z = 0; z < brick.n[2]; ++z)
    for (int y = 0; y < brick.n[1]; ++y, to += row) {
      const auto j = static_cast<std::size_t>(std::min(at[1] + y, n[1] - 1)),
                 k = static_cast<std::size_t>(std::min(at[2] + z, n[2] - 1));
      const float* const from =
          volume.data() + (k * static_cast<std::size_t>(n[1]) + j) * pitch + static_cast<std::size_t>(at[0]);
      std::copy_n(from, inside, to);
      std::fill_n(to + inside, row - inside, from[inside - 1]);
    }
}

void VolumeBricks::scatter(std::size_t index, std::span<const float> values, std::span<float> volume) const {
  const std::array<int, 3> at = first(index);
  const auto pitch = static_cast<std::size_t>(n[0]), row = static_cast<std::size_t>(brick.n[0]);
  const std::size_t inside = std::min(row, pitch - static_cast<std::size_t>(at[0]));
  for (int z = 0; z < std::min(brick.n[2], n[2] - at[2]); ++z)
    for (int y = 0; y < std::min(brick.n[1], n[1] - at[1]); ++y)
      std::copy_n(values.data() + (static_cast<std::size_t>(z) * static_cast<std::size_t>(brick.n[1]) +
                                   static_cast<std::size_t>(y)) *
                                      row,
                  inside,
                  volume.data() +
                      (static_cast<std::size_t>(at[2] + z) * static_cast<std::size_t>(n[1]) +
                       static_cast<std::size_t>(at[1] + y)) *
                          pitch +
                      static_cast<std::size_t>(at[0]));
}

}  // namespace foldwave
