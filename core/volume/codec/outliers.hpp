// Values that a lossy codec alone would leave outside of its bound: where they are, and what mends them.
//   position: the gap from the one before, by Rice's code with one parameter a brick;
//   mend: k = 1, 2, 3 quanta up or down, k in unary, or 111 and the value's own 32 bits.
// Errors: InputError when the bits end or a position lies beyond the brick.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/host_device.hpp"

namespace foldwave {

constexpr int most_quanta = 3;
// Gaps that are longer in unary stand in 32 bits.
constexpr int longest_unary_gap = 24;

struct Outlier {
  std::uint32_t position = 0;
  std::int32_t quanta = 0;  // -3 to 3; 0: `exact`
  float exact = 0.0F;
};

// What brings `decoded` within the bound of `value`, compared in single precision: the nearest number of
// quanta, or the value itself where they do not, as where a quantum is below the last digit of `decoded`.
Outlier outlier_of(std::uint32_t position, float value, float decoded, float bound, float quantum);
float mended(const Outlier& outlier, float decoded, float quantum);
// The same as single steps, for what is compiled without contraction.
HOST_DEVICE inline float mended_by(std::int32_t quanta, float decoded, float quantum) {
  return decoded + static_cast<float>(quanta) * quantum;
}
// 0 where the value itself has to be kept.
HOST_DEVICE inline std::int32_t quanta_of(float value, float decoded, float bound, float quantum) {
  const float quanta = (value - decoded) / quantum, most = static_cast<float>(most_quanta) + 0.5F;
  if (!(quanta < most && quanta > -most)) return 0;
  const auto near = static_cast<std::int32_t>(quanta + (quanta < 0.0F ? -0.5F : 0.5F));
  const float left = value - mended_by(near, decoded, quantum);
  return left <= bound && left >= -bound ? near : 0;
}
// Rice's parameter for so many outliers, of which the last lies at `last`.
HOST_DEVICE inline int rice_of_outliers(std::uint32_t last, std::uint32_t count) {
  int rice = 0;
  for (std::uint32_t mean = last / count; mean > 1; mean >>= 1)
    ++rice;
  return rice;
}

// In the order of position.
void put_outliers(std::span<const Outlier> outliers, std::vector<std::byte>& bytes);

// Refuses positions from `positions` on.
std::vector<Outlier> take_outliers(std::span<const std::byte> bytes, std::uint32_t positions);

}  // namespace foldwave
