#include "core/volume/codec/wave/wave_predictor.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

constexpr int most_fraction = 12, knowns = wave_taps + 1;  // the last: the value itself
constexpr std::size_t samples_to_choose = 1024, samples_to_fit = 8192;

// A brick's lattice turned by an order.
struct Turned {
  Turned(const std::int32_t* lattice, BrickShape shape, int order) : values(lattice) {
    const WaveOrder& o = wave_order_of[static_cast<std::size_t>(order)];
    const std::array<std::ptrdiff_t, 3> strides{1, shape.n[0], std::ptrdiff_t{1} * shape.n[0] * shape.n[1]};
    const std::array<int, 3> axes{o.line, o.plane, o.lane};
    for (std::size_t a = 0; a < 3; ++a) {
      n[a] = shape.n[static_cast<std::size_t>(axes[a])];
      stride[a] = strides[static_cast<std::size_t>(axes[a])];
    }
  }
  const std::int32_t* values;
  std::array<int, 3> n{};
  std::array<std::ptrdiff_t, 3> stride{};
};

// Sums of products of what is known and the value, below the diagonal, and over how many values.
struct Normal {
  std::array<std::array<double, knowns>, knowns> sums{};
  std::size_t samples = 0;
};

// Where each tap lies: lines, planes and lanes from the value.
struct Offset {
  int line, plane, lane;
};
constexpr std::array<Offset, knowns> offsets{{{-1, 0, 0},
                                              {-2, 0, 0},
                                              {-3, 0, 0},
                                              {-4, 0, 0},
                                              {-5, 0, 0},
                                              {-6, 0, 0},
                                              {-7, 0, 0},
                                              {-8, 0, 0},
                                              {-1, 0, -1},
                                              {-1, 0, 1},
                                              {0, -1, 0},
                                              {1, -1, 0},
                                              {0, -1, -1},
                                              {0, -1, 1},
                                              {-1, -1, 0},
                                              {-2, -1, 0},
                                              {0, 0, 0}}};

// One line of the brick; 0 where there is none, the nearest lane beyond the lanes, the last line beyond it.
void add_line(const Turned& t, int line, int plane, int step, Normal& normal) {
  std::array<const std::int32_t*, knowns> from{};
  for (std::size_t i = 0; i < knowns; ++i) {
    const int l = std::min(line + offsets[i].line, t.n[0] - 1), p = plane + offsets[i].plane;
    if (l >= 0 && p >= 0) from[i] = t.values + l * t.stride[0] + p * t.stride[1];
  }
  // Four values at a time, so that each sum is read and written once for them.
  for (int first = 0; first < t.n[2]; first += 4 * step) {
    std::array<std::array<double, knowns>, 4> x{};
    for (std::size_t v = 0; v < 4; ++v) {
      const int lane = first + static_cast<int>(v) * step;
      if (lane >= t.n[2]) break;
      for (std::size_t i = 0; i < knowns; ++i)
        if (from[i] != nullptr)
          x[v][i] = from[i][std::clamp(lane + offsets[i].lane, 0, t.n[2] - 1) * t.stride[2]];
      ++normal.samples;
    }
    for (std::size_t i = 0; i < knowns; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        normal.sums[i][j] +=
            (x[0][i] * x[0][j] + x[1][i] * x[1][j]) + (x[2][i] * x[2][j] + x[3][i] * x[3][j]);
  }
}

// Whole lines, which a generator of congruences scatters over the brick, behind its first plane and lines
// where it has more.
Normal sample(const Turned& t, std::size_t samples) {
  Normal normal;
  const int first_line = std::min(wave_lines_above, t.n[0] - 1), first_plane = std::min(1, t.n[1] - 1);
  const int step = std::max(1, t.n[2] / 64);
  const auto lanes = static_cast<std::size_t>((t.n[2] - 1) / step + 1);
  std::uint32_t random = 1;
  const auto draw = [&random](int from, int to) {
    random = random * 1664525U + 1013904223U;
    return from + static_cast<int>((random >> 8) % static_cast<std::uint32_t>(to - from));
  };
  for (std::size_t taken = 0; taken < samples; taken += lanes) {
    const int plane = draw(first_plane, t.n[1]), line = draw(first_line, t.n[0]);
    add_line(t, line, plane, step, normal);
  }
  return normal;
}

// Least squares of a set's taps by Cholesky's factors; a ridge keeps taps that are always 0 at 0.
struct Solved {
  std::array<double, wave_taps> weights{};
  double mean_square = 0.0;
};
Solved solve(const Normal& normal, int set) {
  std::array<std::size_t, wave_taps> taps{};
  std::size_t n = 0;
  for (int tap = 0; tap < wave_taps; ++tap)
    if (wave_tap_is_there(set, tap)) taps[n++] = static_cast<std::size_t>(tap);
  std::array<std::array<double, wave_taps>, wave_taps> l{};
  std::array<double, wave_taps> y{};
  const auto samples = static_cast<double>(normal.samples);
  Solved solved;
  solved.mean_square = normal.sums[wave_taps][wave_taps];
  for (std::size_t i = 0; i < n; ++i) {
    const auto& row = normal.sums[taps[i]];
    double right = normal.sums[wave_taps][taps[i]];
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = row[taps[j]];
      if (i == j) sum = sum * (1.0 + 1e-6) + 0.01 * samples;
      for (std::size_t k = 0; k < j; ++k)
        sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? std::sqrt(std::max(sum, 1e-3)) : sum / l[j][j];
      if (j < i) right -= l[i][j] * y[j];
    }
    y[i] = right / l[i][i];
    solved.mean_square -= y[i] * y[i];
  }
  solved.mean_square = std::max(0.0, solved.mean_square / samples);
  for (std::size_t i = n; i-- > 0;) {
    double sum = y[i];
    for (std::size_t k = i + 1; k < n; ++k)
      sum -= l[k][i] * solved.weights[taps[k]];
    solved.weights[taps[i]] = sum / l[i][i];
  }
  return solved;
}

using RealWeights = std::array<std::array<double, wave_taps>, wave_tap_sets>;

// As many binary digits as neither a weight of 16 bits nor a sum of 31 leaves.
int fraction_of(const RealWeights& weights, std::int32_t largest) {
  double most = 0.0, most_sum = 0.0;
  for (const auto& set : weights) {
    double sum = 0.0;
    for (const double c : set) {
      most = std::max(most, std::abs(c));
      sum += std::abs(c);
    }
    most_sum = std::max(most_sum, sum);
  }
  int fraction = most_fraction;
  const auto fits = [&](int bits) {
    const double unit = std::ldexp(1.0, bits);
    return most * unit < 32767.0 && (most_sum * unit + wave_taps) * std::max(largest, 1) < 0x1p30;
  };
  while (fraction > 0 && !fits(fraction))
    --fraction;
  return fraction;
}

// Without a plane before the sets with one are not there.
int sets_of(int order, BrickShape shape) {
  const int plane = wave_order_of[static_cast<std::size_t>(order)].plane;
  return shape.n[static_cast<std::size_t>(plane)] == 1 ? wave_tap_sets / 2 : wave_tap_sets;
}

}  // namespace

bool wave_order_fits(int order, BrickShape shape) {
  if (order < 0 || order >= wave_orders) return false;
  const int lanes = shape.n[static_cast<std::size_t>(wave_order_of[static_cast<std::size_t>(order)].lane)];
  return lanes >= 16 || lanes == *std::max_element(shape.n.begin(), shape.n.end());
}

WaveFit fit_wave_predictor(std::span<const std::int32_t> lattice, BrickShape shape, std::int32_t largest) {
  constexpr int whole_set = wave_tap_sets - 1;
  WaveFit fit;
  fit.mean_square = -1.0;
  for (int order = 0; order < wave_orders; ++order) {
    if (!wave_order_fits(order, shape)) continue;
    const double left =
        solve(sample(Turned(lattice.data(), shape, order), samples_to_choose), whole_set).mean_square;
    if (fit.mean_square >= 0.0 && left >= fit.mean_square) continue;
    fit.mean_square = left;
    fit.predictor.order = order;
  }
  const Normal normal = sample(Turned(lattice.data(), shape, fit.predictor.order), samples_to_fit);
  RealWeights weights{};
  for (int set = 0; set < wave_tap_sets; ++set) {
    const Solved solved = solve(normal, set);
    weights[static_cast<std::size_t>(set)] = solved.weights;
    if (set == whole_set) fit.mean_square = solved.mean_square;
  }
  fit.predictor.fraction = fraction_of(weights, largest);
  for (std::size_t set = 0; set < wave_tap_sets; ++set)
    for (std::size_t tap = 0; tap < wave_taps; ++tap)
      fit.predictor.weights[set][tap] = static_cast<std::int16_t>(std::clamp(
          std::floor(std::ldexp(weights[set][tap], fit.predictor.fraction) + 0.5), -32767.0, 32767.0));
  return fit;
}

void put_predictor(const WavePredictor& predictor, BrickShape shape, std::vector<std::byte>& bytes) {
  put(bytes, static_cast<std::uint8_t>(predictor.order));
  put(bytes, static_cast<std::uint8_t>(predictor.fraction));
  for (int set = 0; set < sets_of(predictor.order, shape); ++set)
    for (int tap = 0; tap < wave_taps; ++tap)
      if (wave_tap_is_there(set, tap))
        put(bytes, predictor.weights[static_cast<std::size_t>(set)][static_cast<std::size_t>(tap)]);
}

WavePredictor take_predictor(ByteReader& reader, BrickShape shape) {
  WavePredictor predictor;
  predictor.order = reader.take<std::uint8_t>();
  predictor.fraction = reader.take<std::uint8_t>();
  if (!wave_order_fits(predictor.order, shape) || predictor.fraction > most_fraction)
    refuse_brick("its prediction makes no sense");
  for (int set = 0; set < sets_of(predictor.order, shape); ++set)
    for (int tap = 0; tap < wave_taps; ++tap)
      if (wave_tap_is_there(set, tap))
        predictor.weights[static_cast<std::size_t>(set)][static_cast<std::size_t>(tap)] =
            reader.take<std::int16_t>();
  return predictor;
}

}  // namespace foldwave
