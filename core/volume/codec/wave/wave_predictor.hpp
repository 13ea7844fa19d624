// The wave codec's other way, for what is no smooth wave, such as stacked traces with their noise: values are
// rounded to a lattice, v = round(value / step), and each is foretold from those before it by a sum with
// weights of the brick's own,
//   p = floor(sum_i c_i v_i / 2^fraction + 1/2),
// the least squares of v - p over a sample of the brick. The brick is turned so that the recursion runs along
// one axis (lines), the 16 lanes along another: all lanes of a line are foretold at once, from
//   taps 0 to 7:    the same lane, 1 to 8 lines before,
//   taps 8, 9:      the lanes beside it, 1 line before,
//   taps 10 to 15:  in the plane before: the same place, the line after, the lanes beside, 1 and 2 lines
//   before.
// Near a brick's first lines the taps that are not there are left out, and the others have weights of their
// own: a set for each of 0, 1, 2, 4 and 8 lines before, with and without a plane before.
// Sources: linear prediction as in J. Makhoul, Proc. IEEE 63 (1975); rounding before prediction, so that all
// of it is integers, as J. Tian et al. (cuSZ, PACT 2020).
// Shapes: lattices have the brick's. Everything is integers but the fit, which is double precision in one
// order. Sums wrap: a brick that was damaged may have any weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/host_device.hpp"
#include "core/volume/codec/byte_stream.hpp"
#include "core/volume/codec/codec.hpp"

namespace foldwave {

// 2 would let rounding in single precision leave the bound; it costs 1/300 of a bit.
constexpr float wave_lattice_steps = 1.996F;

constexpr int wave_taps = 16, wave_lines_above = 8, wave_tap_sets = 10;

HOST_DEVICE inline int wave_tap_set(bool first_plane, int line) {
  const int lines = line >= 8 ? 4 : line >= 4 ? 3 : line >= 2 ? 2 : line;
  return (first_plane ? 0 : 5) + lines;
}
// Whether a set has a tap.
HOST_DEVICE inline bool wave_tap_is_there(int set, int tap) {
  const int lines = set % 5 == 0 ? 0 : 1 << (set % 5 - 1);
  if (tap < 8) return tap < lines;
  if (tap < 10) return lines > 0;
  return set >= 5 && (tap < 14 || lines > tap - 14);
}

// Which axis of the brick is which: one of six orders.
struct WaveOrder {
  int line = 0, plane = 1, lane = 2;
};
constexpr int wave_orders = 6;
constexpr std::array<WaveOrder, wave_orders> wave_order_of{
    {{0, 2, 1}, {0, 1, 2}, {1, 2, 0}, {1, 0, 2}, {2, 1, 0}, {2, 0, 1}}};
// Lanes along an axis of few nodes would stand empty: it has 16, or no other has more.
bool wave_order_fits(int order, BrickShape shape);

struct WavePredictor {
  int order = 0, fraction = 0;
  std::array<std::array<std::int16_t, wave_taps>, wave_tap_sets> weights{};
};

struct WaveFit {
  WavePredictor predictor;
  double mean_square = 0.0;  // of what it does not foretell, in steps
};
// `largest`: of the lattice's magnitudes, 2^21 at most.
WaveFit fit_wave_predictor(std::span<const std::int32_t> lattice, BrickShape shape, std::int32_t largest);

void put_predictor(const WavePredictor& predictor, BrickShape shape, std::vector<std::byte>& bytes);
// Refuses an order that does not fit, and fractions beyond 12 bits.
WavePredictor take_predictor(ByteReader& reader, BrickShape shape);

}  // namespace foldwave
