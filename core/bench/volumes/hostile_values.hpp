// Values that have broken codecs, for measures and tests: bit patterns of every kind, and the traps of codecs
// without loss.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace foldwave {

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

// NaN, -0, no zeros, zeros alone, first and last.
inline std::vector<std::vector<float>> lossless_traps() {
  const float nan = std::bit_cast<float>(0xFFC12345U);
  return {{0.0F},
          {-0.0F},
          {nan},
          {0.0F, 1.0F},
          {1.0F, 0.0F},
          {1.0F, 2.0F, 0.0F, 0.0F, 0.0F, 3.0F, 4.0F, 5.0F},
          {-0.0F, 0.0F, -0.0F},
          {nan, 0.0F, nan},
          std::vector<float>(1000, 0.0F),
          std::vector<float>(1000, -0.0F)};
}

}  // namespace foldwave
