#include "core/volume/codec/wave/wave_prediction.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace foldwave {

namespace {

// A brick's values in the order of lines, planes and lanes.
struct TurnedBrick {
  TurnedBrick(BrickShape shape, int number) {
    const WaveOrder& order = wave_order_of[static_cast<std::size_t>(number)];
    const std::array<std::ptrdiff_t, 3> strides{1, shape.n[0], std::ptrdiff_t{1} * shape.n[0] * shape.n[1]};
    lines = shape.n[static_cast<std::size_t>(order.line)];
    planes = shape.n[static_cast<std::size_t>(order.plane)];
    lanes = shape.n[static_cast<std::size_t>(order.lane)];
    line = strides[static_cast<std::size_t>(order.line)];
    plane = strides[static_cast<std::size_t>(order.plane)];
    lane = strides[static_cast<std::size_t>(order.lane)];
  }
  int lines, planes, lanes;
  std::ptrdiff_t line, plane, lane;
};

// Room for two planes, 0 wherever there is no value.
class PlaneRoom {
 public:
  PlaneRoom(const TurnedBrick& brick, std::vector<std::int32_t>& room) {
    const std::ptrdiff_t stride = (brick.lanes + wave_side - 1) / wave_side * wave_side + wave_side;
    const auto size = static_cast<std::size_t>(stride * (brick.lines + wave_lines_above + 2));
    room.assign(4 * size, 0);
    const auto part = [&](std::size_t i) {
      return room.data() + i * size + stride * wave_lines_above + wave_side;
    };
    plane_ = {part(0), part(1), part(2), part(3), stride, brick.lines, brick.lanes, true};
  }
  const WavePlane& plane() const { return plane_; }
  // The plane becomes the one before; what lies behind its last line is like that line.
  void next() {
    const std::int32_t* const last = plane_.lattice + (plane_.lines - 1) * plane_.stride;
    std::copy(last - 1, last + plane_.lanes + 1, plane_.lattice + plane_.lines * plane_.stride - 1);
    std::swap(plane_.lattice, plane_.lattice_before);
    std::swap(plane_.magnitudes, plane_.magnitudes_before);
    plane_.is_first = false;
  }

 private:
  WavePlane plane_;
};

// Calls for each node of a plane, with where it lies in the plane's lattice and in the brick; the shorter
// steps in the brick inside.
template <class Each>
void for_plane(const TurnedBrick& brick, const WavePlane& plane, int number, const Each& each) {
  const std::ptrdiff_t first = number * brick.plane;
  if (brick.lane < brick.line) {
    for (int s = 0; s < brick.lines; ++s)
      for (int l = 0; l < brick.lanes; ++l)
        each(s * plane.stride + l, first + s * brick.line + l * brick.lane);
    return;
  }
  for (int l = 0; l < brick.lanes; ++l)
    for (int s = 0; s < brick.lines; ++s)
      each(s * plane.stride + l, first + s * brick.line + l * brick.lane);
}

// Rounds the brick; what is left beyond the bound goes to the outliers. Returns the largest magnitude.
std::int32_t to_lattice(const WaveKernels& kernels, std::span<const float> values, const WaveSteps& steps,
                        std::vector<std::int32_t>& lattice, std::vector<Outlier>& outliers) {
  outliers.clear();
  lattice.resize((values.size() + wave_block_values - 1) / wave_block_values * wave_block_values);
  alignas(64) float part[wave_block_values], decoded[wave_block_values];
  std::uint16_t beyond[wave_side * wave_side];
  std::int32_t largest = 0;
  for (std::size_t first = 0; first < values.size(); first += wave_block_values) {
    const std::size_t count = std::min(values.size() - first, std::size_t{wave_block_values});
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), count, part);
    std::fill(part + count, part + wave_block_values, 0.0F);
    kernels.to_lattice(part, steps.inverse, steps.step, lattice.data() + first, decoded);
    for (std::size_t i = first; i < first + count; ++i)
      largest = std::max(largest, std::abs(lattice[i]));
    if (!kernels.compare(part, decoded, steps.bound, beyond)) continue;
    for (std::size_t row = 0; row < std::size(beyond); ++row)
      for (unsigned left = beyond[row]; left != 0; left &= left - 1) {
        const std::size_t at = row * wave_side + static_cast<std::size_t>(std::countr_zero(left));
        outliers.push_back(outlier_of(static_cast<std::uint32_t>(first + at), part[at], decoded[at],
                                      steps.bound, steps.quantum));
      }
  }
  return largest;
}

// Bits of a value for a Gaussian of this mean square in steps, less what neighbours' magnitudes tell; the
// logarithm is exact at powers of two and straight between, so that every machine decides alike.
double guessed_bits(double mean_square) {
  int exponent = 0;
  const double mantissa = std::frexp(mean_square + 1.0 / 12.0, &exponent);
  const double octaves = exponent - 2.0 + 2.0 * mantissa;
  return std::max(0.0, 0.5 * octaves + 2.05 - 0.75);
}

}  // namespace

std::vector<std::byte> pack_prediction(const WaveKernels& kernels, std::span<const float> values,
                                       BrickShape shape, float bound, std::size_t most_bytes) {
  // Room that is taken once a thread.
  thread_local std::vector<std::int32_t> lattice, room, escaped;
  thread_local std::vector<Outlier> outliers;
  thread_local std::vector<WaveCoded> coded;
  const WaveSteps steps = wave_steps(bound, wave_lattice_steps);
  const std::int32_t largest = to_lattice(kernels, values, steps, lattice, outliers);
  const WaveFit fit = fit_wave_predictor(lattice, shape, largest);
  if (guessed_bits(fit.mean_square) * static_cast<double>(values.size()) >
      8.0 * static_cast<double>(most_bytes))
    return {};
  coded.clear();
  escaped.clear();
  const TurnedBrick brick(shape, fit.predictor.order);
  PlaneRoom planes(brick, room);
  for (int t = 0; t < brick.planes; ++t) {
    const WavePlane& plane = planes.plane();
    for_plane(brick, plane, t, [&](std::ptrdiff_t at, std::ptrdiff_t in_brick) {
      plane.lattice[at] = lattice[static_cast<std::size_t>(in_brick)];
    });
    kernels.predict(plane, fit.predictor, coded, escaped);
    planes.next();
  }
  std::vector<std::byte> bytes;
  put(bytes, WaveMode::predicted);
  put(bytes, bound);
  put_predictor(fit.predictor, shape, bytes);
  WaveEncodeTables tables;
  put_wave_tables(coded, tables, bytes);
  WaveEncoder encoder = begin_wave_stream(tables, 2 * coded.size() + wave_side);
  kernels.encode(encoder, coded.data() + coded.size(), coded.size() / wave_side);
  put_wave_stream(encoder, escaped, bytes);
  put_outliers(outliers, bytes);
  return bytes;
}

void unpack_prediction(const WaveKernels& kernels, ByteReader& reader, BrickShape shape,
                       std::span<float> values) {
  const WaveSteps steps = wave_steps(take_wave_bound(reader), wave_lattice_steps);
  const WavePredictor predictor = take_predictor(reader, shape);
  thread_local std::vector<std::uint32_t> slots;
  slots.resize(std::size_t{wave_tables} * wave_total);
  take_wave_tables(reader, slots.data());
  thread_local std::vector<std::uint16_t> words;
  WaveDecoder decoder = take_wave_stream(reader, words);
  decoder.tables = slots.data();
  const std::vector<Outlier> outliers =
      take_outliers(reader.take_bytes(reader.left()), static_cast<std::uint32_t>(values.size()));
  thread_local std::vector<std::int32_t> room;
  const TurnedBrick brick(shape, predictor.order);
  PlaneRoom planes(brick, room);
  for (int t = 0; t < brick.planes; ++t) {
    const WavePlane& plane = planes.plane();
    if (!kernels.restore(decoder, plane, predictor)) refuse_brick("its integers make no sense");
    for_plane(brick, plane, t, [&](std::ptrdiff_t at, std::ptrdiff_t in_brick) {
      values[static_cast<std::size_t>(in_brick)] = static_cast<float>(plane.lattice[at]) * steps.step;
    });
    planes.next();
  }
  if (!wave_stream_has_ended(decoder)) refuse_brick("its integers do not end where they should");
  for (const Outlier& o : outliers)
    values[o.position] = mended(o, values[o.position], steps.quantum);
}

}  // namespace foldwave
