// What the device's codec wave must do, as plain functions: for the tests, and for a device that has no Qt
// (tests/bench/wave_pace.cu).
#pragma once

#include "core/volume/codec/seal.hpp"
#include "core/volume/codec/wave/wave_codec.hpp"
#include "gpu/volume/cuda_wave.hpp"
#include "tests/gpu/quick_checks.hpp"

namespace foldwave::test {

struct WaveFound {
  QuickFound found;
  long long bricks = 0, packed_there = 0, unpacked_there = 0;  // on the device

  bool good() const { return found.good(); }
  std::string text() const {
    return found.text() + "; of " + std::to_string(bricks) + " bricks " + std::to_string(packed_there) +
           " packed and " + std::to_string(unpacked_there) + " unpacked on the device";
  }
  void add(const WaveFound& more) {
    found.add(more.found);
    bricks += more.bricks;
    packed_there += more.packed_there;
    unpacked_there += more.unpacked_there;
  }
};

inline WaveFound compare_wave_with_processor(std::span<const float> field, const BrickLayout& layout,
                                             double bound) {
  const DevicePacked packed = cuda_wave_pack(field, layout, {bound});
  std::vector<float> back(field.size(), std::numeric_limits<float>::quiet_NaN());
  const DeviceUnpacked unpacked = cuda_wave_unpack(packed.bricks, back);
  WaveFound result;
  result.found = compare_bricks(WaveCodec(), field, layout, bound, packed.bricks, unpacked.damaged, back);
  result.bricks = layout.count();
  result.packed_there = layout.count() - packed.by_processor;
  result.unpacked_there = layout.count() - unpacked.by_processor;
  return result;
}

// Waves of `nodes` to a wavelength, silent beyond `reach` of the size along x; each `every`th value, where
// there are such, is one of all bit patterns.
inline std::vector<float> wave_volume_field(const std::array<int, 3>& n, double nodes, double reach = 1.0,
                                            std::size_t every = 0, unsigned seed = 1) {
  std::vector<float> values(static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) *
                            static_cast<std::size_t>(n[2]));
  const auto k = static_cast<float>(2.0 * std::numbers::pi / nodes);
#pragma omp parallel for
  for (int z = 0; z < n[2]; ++z) {
    std::mt19937 random(seed * 4096U + static_cast<unsigned>(z));
    std::size_t at =
        static_cast<std::size_t>(z) * static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]);
    for (int y = 0; y < n[1]; ++y)
      for (int x = 0; x < n[0]; ++x, ++at) {
        const auto fx = static_cast<float>(x), fy = static_cast<float>(y), fz = static_cast<float>(z);
        const float sum = std::sin(k * (0.6F * fy + 0.8F * fz)) +
                          std::cos(k * (0.48F * fx - 0.6F * fy + 0.64F * fz)) +
                          std::cos(k * (0.28F * fz - 0.96F * fx));
        values[at] = fx <= static_cast<float>(reach) * static_cast<float>(n[0]) ? sum / 3.0F : 0.0F;
        if (every > 0 && random() % every == 0)
          values[at] = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
      }
  }
  return values;
}

// Thin volumes, sizes that are no multiples of anything, flat ones, small and large bricks.
inline WaveFound check_odd_wave_shapes(bool all = true) {
  WaveFound found;
  unsigned seed = 1;
  for (const auto& n : {std::array{1, 1, 1},
                        {5, 1, 1},
                        {1, 1, 300},
                        {300, 1, 2},
                        {131, 1, 97},
                        {1, 90, 70},
                        {64, 64, 64},
                        {65, 63, 66},
                        {100, 37, 129},
                        {33, 9, 33}})
    for (const int side : {64, 24, 128}) {
      for (const double bound : {0.1, 1e-2, 1e-3}) {
        found.add(compare_wave_with_processor(wave_volume_field(n, 10.0), brick_layout(n, side), bound));
        found.add(compare_wave_with_processor(wave_volume_field(n, 8.0, 0.4, 500, ++seed),
                                              brick_layout(n, side), bound));
      }
      for (int kind = 0; all && kind < 4; ++kind)
        for (const double bound : {1e-3, 0.0, 1e-39, 1e20})
          found.add(
              compare_wave_with_processor(hostile_field(n, kind, ++seed), brick_layout(n, side), bound));
    }
  return found;
}

inline int wave_bricks_whose_damage_is_missed() {
  const std::array<int, 3> n{70, 66, 40};
  return missed_damage(
      cuda_wave_pack(wave_volume_field(n, 9.0, 0.8, 3000), brick_layout(n, 32), {1e-2}).bricks,
      cuda_wave_unpack, 1);
}

inline int wave_bricks_judged_otherwise(int tries = 400) {
  const std::array<int, 3> n{40, 33, 20};
  return judged_otherwise(
      cuda_wave_pack(wave_volume_field(n, 9.0, 0.8, 900), brick_layout(n, 64), {1e-2}).bricks, WaveCodec(),
      cuda_wave_unpack, tries);
}

}  // namespace foldwave::test
