// Volumes for the tests of the store.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "core/base/worst.hpp"
#include "core/volume/store/plugin/own_filter.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/core/formats/format_test_help.hpp"

namespace foldwave::test {

inline Grid3 map_grid(const std::array<int, 3>& n) {
  return {n, {12.5, 25.0, 10.0}, {550551.81, 7821921.87, 200.25}, {0, 0, 0}, {0, 0, 0}, 0};
}

// Smooth, of all signs, and silent in a part, as a wave field is.
inline std::vector<float> wave_values(const std::array<int, 3>& n) {
  std::vector<float> values;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        values.push_back(static_cast<float>(std::max(0.0, 1.0 - i / 90.0) * std::sin(0.31 * i + 0.17 * j) *
                                            std::cos(0.23 * k - 0.05 * i)));
  return values;
}

// A value that tells its node.
inline std::vector<float> node_values(const std::array<int, 3>& n) {
  std::vector<float> values;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        values.push_back(static_cast<float>(1 + i + 200 * j + 40000 * k));
  return values;
}

inline VolumeFacts facts_of(const std::array<int, 3>& n, const std::string& codec, double bound = 0.0) {
  VolumeFacts facts;
  facts.grid = map_grid(n);
  facts.array = "pressure";
  facts.codec = codec;
  facts.error_bound = bound;
  facts.step = 120;
  facts.time = 0.24;
  return facts;
}

inline void write_volume(const std::filesystem::path& file, std::span<const float> values,
                         const VolumeFacts& facts, int side = usual_brick) {
  write_volume_file(file, pack_volume(values, facts, {}, side));
}

// Those whose every test is run: of the transforms each kind, dimension and encoding once.
inline std::vector<std::string> codecs_of_each_kind() {
  std::vector<std::string> names = hdf_codecs();
  const std::vector<std::string> transforms{"dct-1d", "fast-dct-3d-zstd", "lot-2d-rle",
                                            "genlot-3d-huffman-fixed"};
  std::erase_if(names, [&](const std::string& name) {
    return is_transform_codec(name) && std::ranges::find(transforms, name) == transforms.end();
  });
  return names;
}

// Those that other programs read without our plugin.
inline std::vector<std::string> stock_codecs() {
  std::vector<std::string> names = hdf_codecs();
  std::erase_if(names, is_own_codec);
  return names;
}

inline bool same_bits(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i])) return false;
  return true;
}

inline double largest_error(std::span<const float> a, std::span<const float> b) {
  double worst = a.size() == b.size() ? 0.0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    worst = worst_of(worst, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return worst;
}

}  // namespace foldwave::test
