// Bricks to try codecs on, and how two are compared.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/bench/volumes/hostile_values.hpp"
#include "core/volume/codec/codec.hpp"

namespace foldwave::test {

// The largest difference of finite values; infinite where what is no finite number has other bits.
inline double largest_error(std::span<const float> a, std::span<const float> b) {
  double worst = a.size() == b.size() ? 0.0 : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (std::bit_cast<std::uint32_t>(a[i]) == std::bit_cast<std::uint32_t>(b[i])) continue;
    worst = worst_of(worst, std::isfinite(a[i]) ? std::abs(double{a[i]} - double{b[i]})
                                                : std::numeric_limits<double>::infinity());
  }
  return worst;
}

inline bool same_bits(std::span<const float> a, std::span<const float> b) {
  return largest_error(a, b) == 0.0 && [&] {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i])) return false;
    return true;
  }();
}

// Four plane waves of `nodes` to a wavelength, -1 to 1, silent beyond `reach` of the brick's size along x.
inline std::vector<float> wave_field(BrickShape shape, double nodes, double reach = 1.0) {
  std::vector<float> values;
  const double k = 2.0 * std::numbers::pi / nodes;
  for (int z = 0; z < shape.n[2]; ++z)
    for (int y = 0; y < shape.n[1]; ++y)
      for (int x = 0; x < shape.n[0]; ++x) {
        const double sum = std::sin(k * x) + std::sin(k * (0.6 * y + 0.8 * z)) +
                           std::cos(k * (0.48 * x - 0.6 * y + 0.64 * z)) +
                           std::cos(k * (0.28 * z - 0.96 * x));
        values.push_back(x < reach * shape.n[0] ? static_cast<float>(sum / 4.0) : 0.0F);
      }
  return values;
}

// False when the codec refuses the bytes.
inline bool is_read(const Codec& codec, std::span<const std::byte> bytes, BrickShape shape) {
  std::vector<float> values(shape.values());
  try {
    codec.decode(bytes, shape, values);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace foldwave::test
