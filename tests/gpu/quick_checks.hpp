// What the device's codec quick must do, as plain functions: for the tests, and for a device that has no Qt
// (tests/bench/quick_pace.cu).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/codec/seal.hpp"
#include "gpu/volume/cuda_quick.hpp"
#include "tests/core/volume/codec/codec_test_help.hpp"

namespace foldwave::test {

struct QuickFound {
  long long values = 0;
  int other_bytes = 0;   // bricks whose bytes are not the processor's
  int damaged = 0;       // bricks that the device took for damaged
  int other_values = 0;  // bricks that the device unpacks to other bits
  double worst = 0.0;    // error over bound; at bound 0 whether a bit is another
  double packed_bytes = 0;

  bool good() const { return other_bytes == 0 && damaged == 0 && other_values == 0 && worst <= 1.0; }
  std::string text() const {
    return std::to_string(values) + " values, " + std::to_string(other_bytes) + " bricks of other bytes, " +
           std::to_string(damaged) + " damaged, " + std::to_string(other_values) +
           " of other values, error over bound " + std::to_string(worst);
  }
  void add(const QuickFound& more) {
    values += more.values;
    other_bytes += more.other_bytes;
    damaged += more.damaged;
    other_values += more.other_values;
    worst = worst_of(worst, more.worst);
    packed_bytes += more.packed_bytes;
  }
};

// Every brick of a volume as a device has packed it, and what it unpacked, beside what `codec` does.
inline QuickFound compare_bricks(const Codec& codec, std::span<const float> field, const BrickLayout& layout,
                                 double bound, const QuickBricks& packed, const std::vector<Index>& damaged,
                                 std::span<const float> back) {
  QuickFound found;
  found.values = static_cast<long long>(field.size());
  found.damaged = static_cast<int>(damaged.size());
  found.packed_bytes = static_cast<double>(packed.bytes.size());
  const BrickShape shape{layout.brick};
  const NodeBox all{{0, 0, 0}, layout.nodes};
  std::vector<float> expected(field.size());
  int other_bytes = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : other_bytes)
  for (Index b = 0; b < layout.count(); ++b) {
    std::vector<float> brick(shape.values());
    gather_brick(field, layout, b, brick);
    const std::vector<std::byte> bytes = codec.encode(brick, shape, ErrorBound{bound});
    const auto device = packed.brick(b);
    if (bytes.size() != device.size() || std::memcmp(bytes.data(), device.data(), bytes.size()) != 0)
      ++other_bytes;
    codec.decode(bytes, shape, brick);
    scatter_brick(brick, layout, b, all, expected);
  }
  found.other_bytes = other_bytes;
  // Without branches that differ for what is not finite: NaN is compared by its bits.
  double worst = 0.0;
  int other_values = 0;
#pragma omp parallel for reduction(+ : other_values) reduction(max : worst)
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(field.size()); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (std::bit_cast<std::uint32_t>(back[at]) != std::bit_cast<std::uint32_t>(expected[at])) ++other_values;
    if (std::bit_cast<std::uint32_t>(back[at]) == std::bit_cast<std::uint32_t>(field[at])) continue;
    const double miss = std::isfinite(field[at]) && bound > 0.0
                            ? std::abs(double{field[at]} - double{back[at]}) / bound
                            : std::numeric_limits<double>::infinity();
    worst = std::max(worst, std::isnan(miss) ? std::numeric_limits<double>::infinity() : miss);
  }
  found.worst = worst;
  found.other_values = other_values;
  return found;
}

inline QuickFound compare_with_processor(std::span<const float> field, const BrickLayout& layout,
                                         double bound) {
  const QuickBricks packed = cuda_quick_pack(field, layout, {bound}).bricks;
  std::vector<float> back(field.size());
  const std::vector<Index> damaged = cuda_quick_unpack(packed, back).damaged;
  return compare_bricks(QuickCodec(), field, layout, bound, packed, damaged, back);
}

// Hostile values of a kind (codec_test_help.hpp), drawn anew for each layer.
inline std::vector<float> hostile_field(std::array<int, 3> n, int kind, unsigned seed) {
  const std::size_t layer = static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]);
  std::vector<float> field(layer * static_cast<std::size_t>(n[2]));
#pragma omp parallel for schedule(dynamic)
  for (int z = 0; z < n[2]; ++z) {
    std::mt19937 random(seed * 4096U + static_cast<unsigned>(z));
    const std::vector<float> values = hostile_brick(random, layer, kind);
    std::copy(values.begin(), values.end(), field.begin() + static_cast<std::ptrdiff_t>(layer) * z);
  }
  return field;
}

// Thin volumes, sizes that are no multiples of anything, flat ones, small bricks.
inline QuickFound check_odd_shapes(int kinds = 4) {
  QuickFound found;
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
    for (const int side : {64, 24})
      for (int kind = 0; kind < kinds; ++kind)
        for (const double bound : {1e-3, 0.0, 1e-39, 1e20}) {
          const std::vector<float> field = hostile_field(n, kind, ++seed);
          found.add(compare_with_processor(field, brick_layout(n, side), bound));
        }
  return found;
}

using UnpackBricks = DeviceUnpacked (*)(const QuickBricks&, std::span<float>);

// Every bit that is flipped, and every brick that is cut by some `words` of so many bytes, is told: by its
// number.
inline int missed_damage(const QuickBricks& good, UnpackBricks unpack, std::size_t word) {
  const auto& n = good.layout.nodes;
  std::vector<float> back(static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) *
                          static_cast<std::size_t>(n[2]));
  std::mt19937 random(5);
  int missed = 0;
  for (int i = 0; i < 200; ++i) {
    QuickBricks bad = good;
    const std::size_t at = random() % bad.bytes.size();
    bad.bytes[at] ^= static_cast<std::byte>(1U << random() % 8);
    Index brick = 0;
    while (bad.starts[static_cast<std::size_t>(brick) + 1] <= at)
      ++brick;
    if (unpack(bad, back).damaged != std::vector<Index>{brick}) ++missed;
  }
  for (int i = 0; i < 50; ++i) {
    QuickBricks bad = good;
    const std::size_t b = 1 + random() % (bad.starts.size() - 2);
    const std::size_t room = bad.starts[b] - bad.starts[b - 1];
    bad.starts[b] -= word * (1 + random() % (room / word));
    const auto before = static_cast<Index>(b) - 1;
    if (unpack(bad, back).damaged != std::vector<Index>{before, before + 1}) ++missed;
  }
  return missed;
}

// Damage under a right checksum, of a volume that is one brick: no crash, and what the device takes the
// processor takes, with its values.
inline int judged_otherwise(const QuickBricks& good, const Codec& codec, UnpackBricks unpack,
                            int tries = 400) {
  const BrickShape shape{good.layout.brick};
  const NodeBox all{{0, 0, 0}, good.layout.nodes};
  std::mt19937 random(6);
  int otherwise = 0;
  for (int i = 0; i < tries; ++i) {
    std::vector<std::byte> bytes = good.bytes;
    bytes.resize(bytes.size() - sizeof(std::uint32_t));
    const std::size_t at = i < 200 ? static_cast<std::size_t>(i) % bytes.size() : random() % bytes.size();
    bytes[at] ^= static_cast<std::byte>(1U << random() % 8);
    if (i % 5 == 0) bytes.resize(1 + random() % bytes.size());
    seal(bytes, shape);
    std::vector<float> back(static_cast<std::size_t>(all.size())), expected(shape.values()),
        there(back.size());
    const bool taken = unpack({good.layout, bytes, {0, bytes.size()}, good.codec}, back).damaged.empty();
    bool processor = true;
    try {
      codec.decode(bytes, shape, expected);
      scatter_brick(expected, good.layout, 0, all, there);
    } catch (const InputError&) {
      processor = false;
    }
    if (taken != processor || (taken && !same_bits(back, there))) ++otherwise;
  }
  return otherwise;
}

inline int bricks_whose_damage_is_missed() {
  const std::array<int, 3> n{70, 66, 40};
  return missed_damage(cuda_quick_pack(hostile_field(n, 1, 77), brick_layout(n, 32), {1e-3}).bricks,
                       cuda_quick_unpack, 4);
}

}  // namespace foldwave::test
