// Values that a lossy codec alone would leave outside of its bound: where they are, and what mends them.
//   position: the gap from the one before, by Rice's code with one parameter a brick;
//   mend: k = 1, 2, 3 quanta up or down, k in unary, or 111 and the value's own 32 bits.
// Errors: InputError when the bits end or a position lies beyond the brick.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace foldwave {

constexpr int most_quanta = 3;

struct Outlier {
  std::uint32_t position = 0;
  std::int32_t quanta = 0;  // -3 to 3; 0: `exact`
  float exact = 0.0F;
};

// What brings `decoded` within the bound of `value`, compared in single precision: the nearest number of
// quanta, or the value itself where they do not, as where a quantum is below the last digit of `decoded`.
Outlier outlier_of(std::uint32_t position, float value, float decoded, float bound, float quantum);
float mended(const Outlier& outlier, float decoded, float quantum);

// In the order of position.
void put_outliers(std::span<const Outlier> outliers, std::vector<std::byte>& bytes);

// Refuses positions from `positions` on.
std::vector<Outlier> take_outliers(std::span<const std::byte> bytes, std::uint32_t positions);

}  // namespace foldwave
