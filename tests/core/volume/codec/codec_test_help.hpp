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

// All bit patterns alike: every magnitude, denormals, infinities, NaN with payloads, both zeros. Of kind 1,
// smooth with such among them; of kind 2, of one magnitude; of kind 3, small whole numbers.
inline std::vector<float> hostile_brick(std::mt19937& random, std::size_t count, int kind) {
  std::vector<float> values(count);
  const float magnitude = std::ldexp(1.0F, static_cast<int>(random() % 250) - 125);
  for (std::size_t i = 0; i < count; ++i) {
    const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    const float unit = static_cast<float>(random()) * 0x1p-32F;
    if (kind == 0) values[i] = any;
    if (kind == 1)
      values[i] = random() % 64 == 0 ? any : magnitude * std::sin(0.1F * static_cast<float>(i % 997));
    if (kind == 2) values[i] = magnitude * (unit - 0.5F);
    if (kind == 3) values[i] = std::floor(8.0F * unit) * (i % 2 == 0 ? 1.0F : -1.0F);
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
