// Protects the wave codec's prediction: that it is taken for noisy traces and comes near the entropy of their
// innovations, keeps the bound on every shape and axis, gives the same bytes by every instruction set, finds
// the axis that foretells, and refuses damage; and that repeated layers of a brick cost nothing.
#include <QTest>

#include "core/volume/codec/seal.hpp"
#include "core/volume/codec/wave/wave_codec.hpp"
#include "core/volume/codec/wave/wave_predictor.hpp"
#include "core/volume/codec/wave/wave_stream.hpp"
#include "tests/core/volume/codec/codec_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_wave_prediction {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr std::array<WavePath, 3> all_paths{WavePath::plain, WavePath::avx2, WavePath::avx512};

// Gaussian traces along `axis`, v_n = 1.2 v_n-1 - 0.7 v_n-2 + e_n with e of mean square 1; `same` of e is the
// neighbouring trace's along the next axis.
std::vector<float> traces(BrickShape shape, std::size_t axis, double same = 0.0) {
  std::mt19937 random(21);
  std::normal_distribution<double> normal;
  const std::size_t next = (axis + 1) % 3, last = (axis + 2) % 3;
  const std::array<std::size_t, 3> stride{1, static_cast<std::size_t>(shape.n[0]),
                                          static_cast<std::size_t>(shape.n[0] * shape.n[1])};
  std::vector<float> values(shape.values());
  for (int k = 0; k < shape.n[last]; ++k) {
    std::vector<double> before;
    for (int j = 0; j < shape.n[next]; ++j) {
      std::vector<double> innovations;
      double one = 0.0, two = 0.0;
      // The traces swing in before the brick begins.
      for (int i = -50; i < shape.n[axis]; ++i) {
        const double fresh = normal(random);
        const double e = before.empty() ? fresh
                                        : same * before[static_cast<std::size_t>(i + 50)] +
                                              std::sqrt(1.0 - same * same) * fresh;
        innovations.push_back(e);
        const double v = 1.2 * one - 0.7 * two + e;
        two = one;
        one = v;
        if (i >= 0)
          values[static_cast<std::size_t>(i) * stride[axis] + static_cast<std::size_t>(j) * stride[next] +
                 static_cast<std::size_t>(k) * stride[last]] = static_cast<float>(v);
      }
      before = innovations;
    }
  }
  return values;
}

WaveMode mode_of(std::span<const std::byte> bytes) {
  return static_cast<WaveMode>(bytes[0]);
}

double bits_a_value(std::size_t bytes, std::size_t values) {
  return 8.0 * static_cast<double>(bytes) / static_cast<double>(values);
}

}  // namespace

class TestWavePrediction : public QObject {
  Q_OBJECT
 private slots:
  // Rounding to steps of 2 bounds leaves a Gaussian innovation log2(sqrt(2 pi e) / step) bits; what its
  // neighbour tells of it is taken off, half a logarithm of 1 - same^2.
  void traces_come_near_their_entropy_data() {
    QTest::addColumn<int>("axis");
    QTest::addColumn<double>("same");
    QTest::addColumn<double>("bound");
    for (int axis = 0; axis < 3; ++axis)
      for (const double same : {0.0, 0.9})
        for (const double bound : {0.05, 0.005})
          QTest::addRow("axis %d, same %g, bound %g", axis, same, bound) << axis << same << bound;
  }
  void traces_come_near_their_entropy() {
    QFETCH(int, axis);
    QFETCH(double, same);
    QFETCH(double, bound);
    const BrickShape shape{{64, 64, 64}};
    const std::vector<float> values = traces(shape, static_cast<std::size_t>(axis), same);
    const WaveCodec codec;
    const auto bytes = codec.encode(values, shape, {bound});
    QCOMPARE(mode_of(bytes), WaveMode::predicted);
    std::vector<float> back(values.size());
    codec.decode(bytes, shape, back);
    QVERIFY(largest_error(values, back) <= bound);
    const double entropy = std::log2(std::sqrt(2.0 * std::numbers::pi * std::numbers::e) / (2.0 * bound)) +
                           0.5 * std::log2(1.0 - same * same);
    const double found = bits_a_value(bytes.size(), values.size()) - entropy;
    QVERIFY2(found < 0.22 && found > -0.05, qPrintable(QString::number(found)));
  }

  // Half of the lines have fewer than 8 before them. Of these traces the first node has the mean square 3.91
  // of innovations, the second 1.96 when the first is known, then 1: 0.09 bits a value.
  void short_traces_lose_little() {
    const BrickShape shape{{16, 64, 64}};
    const std::vector<float> values = traces(shape, 0);
    const double entropy = std::log2(std::sqrt(2.0 * std::numbers::pi * std::numbers::e) / 0.1);
    const double found =
        bits_a_value(WaveCodec().encode(values, shape, {0.05}).size(), values.size()) - entropy;
    QVERIFY2(found < 0.35, qPrintable(QString::number(found)));
  }

  void the_axis_that_foretells_is_the_recursion() {
    const BrickShape shape{{40, 50, 60}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::vector<float> values = traces(shape, axis);
      std::vector<std::int32_t> lattice;
      for (const float v : values)
        lattice.push_back(static_cast<std::int32_t>(std::lround(20.0F * v)));
      const WaveFit fit = fit_wave_predictor(lattice, shape, 200);
      QCOMPARE(static_cast<std::size_t>(wave_order_of[static_cast<std::size_t>(fit.predictor.order)].line),
               axis);
      // Innovations of 20 steps; the two weights that made the traces.
      QVERIFY2(std::abs(std::sqrt(fit.mean_square) / 20.0 - 1.0) < 0.03,
               qPrintable(QString::number(fit.mean_square)));
      const double unit = std::ldexp(1.0, fit.predictor.fraction);
      const auto& weights = fit.predictor.weights.back();
      QVERIFY2(std::abs(weights[0] / unit - 1.2) < 0.05 && std::abs(weights[1] / unit + 0.7) < 0.06,
               qPrintable(QString("%1 %2").arg(weights[0] / unit).arg(weights[1] / unit)));
    }
  }

  // A set has as many lines as there are before a line, and a plane only where there is one.
  void sets_have_the_taps_that_are_there() {
    for (const bool first : {false, true})
      for (int line = 0; line < 20; ++line) {
        const int set = wave_tap_set(first, line);
        QVERIFY(set >= 0 && set < wave_tap_sets);
        for (int tap = 0; tap < wave_taps; ++tap) {
          const int lines_before = tap < 8 ? tap + 1 : tap < 10 || tap == 14 ? 1 : tap == 15 ? 2 : 0;
          if (lines_before > line || (tap >= 10 && first)) QVERIFY(!wave_tap_is_there(set, tap));
          if (line >= 8 && (tap < 10 || !first)) QVERIFY(wave_tap_is_there(set, tap));
        }
      }
  }

  // The kernels against the taps as the header has them, one weight at a time, with lines of three rows of
  // lanes.
  void each_tap_is_where_it_is_said_to_be() {
    constexpr int lines = 11, lanes = 37;
    constexpr std::ptrdiff_t stride = 64;
    constexpr int at[wave_taps][3] = {
        {-1, 0, 0},  {-2, 0, 0}, {-3, 0, 0}, {-4, 0, 0}, {-5, 0, 0},  {-6, 0, 0}, {-7, 0, 0},  {-8, 0, 0},
        {-1, 0, -1}, {-1, 0, 1}, {0, -1, 0}, {1, -1, 0}, {0, -1, -1}, {0, -1, 1}, {-1, -1, 0}, {-2, -1, 0}};
    std::mt19937 random(9);
    std::array<std::vector<std::int32_t>, 4> rooms;
    for (auto& room : rooms)
      room.assign(stride * (lines + 12), 0);
    const std::ptrdiff_t first = stride * 9;
    // Lanes -1 and 37, and the line behind the last of the plane before, are there too.
    for (std::size_t r : {0U, 1U})
      for (int s = 0; s < lines + static_cast<int>(r); ++s)
        for (int l = -1; l <= lanes; ++l)
          rooms[r][static_cast<std::size_t>(first + s * stride + l)] =
              static_cast<std::int32_t>(random() % 2001) - 1000;
    for (std::size_t r : {0U, 1U})
      for (int s = 0; s < lines; ++s) {
        std::int32_t* const line = rooms[r].data() + first + s * stride;
        line[-1] = line[0];
        line[lanes] = line[lanes - 1];
      }
    for (const WavePath path : all_paths) {
      if (wave_kernels(path) == nullptr) continue;
      for (std::size_t tap = 0; tap < wave_taps; ++tap) {
        WavePredictor by;
        by.fraction = 3;
        for (auto& set : by.weights)
          set[tap] = 5;  // of 8
        WavePlane plane{rooms[0].data() + first,
                        rooms[2].data() + first,
                        rooms[1].data() + first,
                        rooms[3].data() + first,
                        stride,
                        lines,
                        lanes,
                        false};
        std::vector<WaveCoded> coded;
        std::vector<std::int32_t> escaped;
        wave_kernels(path)->predict(plane, by, coded, escaped);
        for (int s = 0; s < lines; ++s)
          for (int l = 0; l < lanes; ++l) {
            const std::ptrdiff_t from = (s + at[tap][0]) * stride + l + at[tap][2];
            const double known = at[tap][1] == 0 ? plane.lattice[from] : plane.lattice_before[from];
            const double left = plane.lattice[s * stride + l] - std::floor(known * 5.0 / 8.0 + 0.5);
            QCOMPARE(double{1.0 * plane.magnitudes[s * stride + l]}, std::abs(left));
          }
      }
    }
  }

  // Lanes along a short axis would take many times the brick's room.
  void lanes_lie_along_long_axes() {
    for (int order = 0; order < wave_orders; ++order) {
      const int lane = wave_order_of[static_cast<std::size_t>(order)].lane;
      QCOMPARE(wave_order_fits(order, {{8, 100, 3}}), lane == 1);
      QCOMPARE(wave_order_fits(order, {{16, 100, 3}}), lane != 2);
      QCOMPARE(wave_order_fits(order, {{1, 1, 9}}), lane == 2);
      QVERIFY(wave_order_fits(order, {{5, 5, 5}}));
    }
    QVERIFY(!wave_order_fits(-1, {{5, 5, 5}}));
    QVERIFY(!wave_order_fits(wave_orders, {{5, 5, 5}}));
  }

  void every_shape_keeps_the_bound_data() {
    QTest::addColumn<int>("x");
    QTest::addColumn<int>("y");
    QTest::addColumn<int>("z");
    for (const auto& n : {std::array{75, 18, 23},
                          {75, 23, 1},
                          {1, 90, 40},
                          {40, 1, 90},
                          {17, 16, 15},
                          {300, 5, 3},
                          {3, 2, 700},
                          {15, 15, 15},
                          {2, 2, 2},
                          {64, 3, 64},
                          {9, 31, 33},
                          {2000, 1, 1}})
      QTest::addRow("%d x %d x %d", n[0], n[1], n[2]) << n[0] << n[1] << n[2];
  }
  void every_shape_keeps_the_bound() {
    QFETCH(int, x);
    QFETCH(int, y);
    QFETCH(int, z);
    const BrickShape shape{{x, y, z}};
    std::vector<float> values = traces(shape, 0, 0.7);
    values[values.size() / 2] = std::numeric_limits<float>::quiet_NaN();
    values[values.size() / 3] = -std::numeric_limits<float>::infinity();
    values[values.size() / 5] = 3e33F;
    for (const double bound : {0.02, 0.0005}) {
      const auto first = WaveCodec(WavePath::plain).encode(values, shape, {bound});
      std::vector<float> back(values.size());
      for (const WavePath path : all_paths) {
        if (wave_kernels(path) == nullptr) continue;
        const WaveCodec codec(path);
        QVERIFY(codec.encode(values, shape, {bound}) == first);
        codec.decode(first, shape, back);
        QVERIFY2(largest_error(values, back) <= bound,
                 qPrintable(QString::number(largest_error(values, back))));
      }
    }
  }

  // Large values of a tight bound: weights lose digits before sums wrap.
  void wide_ranges_keep_the_bound() {
    const BrickShape shape{{40, 33, 20}};
    std::vector<float> values = traces(shape, 0);
    for (const double bound : {1e-4, 3e-6, 1e-6, 2e-7}) {
      const WaveCodec codec;
      std::vector<float> back(values.size());
      codec.decode(codec.encode(values, shape, {bound}), shape, back);
      QVERIFY(largest_error(values, back) <= bound);
    }
    // Where values have the digits for it, prediction still works.
    const auto bytes = WaveCodec().encode(values, shape, {1e-5});
    QCOMPARE(mode_of(bytes), WaveMode::predicted);
    const double found = bits_a_value(bytes.size(), values.size()) -
                         std::log2(std::sqrt(2.0 * std::numbers::pi * std::numbers::e) / 2e-5);
    QVERIFY2(found < 0.6, qPrintable(QString::number(found)));
  }

  // The part alone, and 13 bytes that say so.
  void repeated_layers_cost_nothing() {
    const BrickShape part{{11, 18, 23}}, whole{{64, 20, 23}};
    const WaveCodec codec;
    for (const double bound : {0.02, 0.0}) {
      const std::vector<float> values = traces(part, 0);
      std::vector<float> repeated;
      for (int z = 0; z < whole.n[2]; ++z)
        for (int y = 0; y < whole.n[1]; ++y)
          for (int x = 0; x < whole.n[0]; ++x)
            repeated.push_back(
                values[static_cast<std::size_t>(std::min(x, 10) + 11 * (std::min(y, 17) + 18 * z))]);
      const auto bytes = codec.encode(repeated, whole, {bound});
      QCOMPARE(bytes.size(), codec.encode(values, part, {bound}).size() + 13);
      std::vector<float> back(repeated.size());
      codec.decode(bytes, whole, back);
      QVERIFY(bound > 0.0 ? largest_error(repeated, back) <= bound : same_bits(repeated, back));
    }
    // Constant bricks, and zeros of two signs, which are not the same.
    std::vector<float> values(whole.values(), 3.0F);
    QVERIFY(codec.encode(values, whole, {1e-3}).size() < 200);
    values.assign(whole.values(), 0.0F);
    values.back() = -0.0F;
    std::vector<float> back(values.size());
    codec.decode(codec.encode(values, whole, {0.0}), whole, back);
    QVERIFY(same_bits(values, back));
  }

  // With a right checksum behind the damage, so that the reader itself is tried.
  void damage_harms_nothing() {
    const BrickShape shape{{30, 20, 17}};
    std::vector<float> values = traces(shape, 0, 0.5);
    values[77] = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> repeated(values);
    std::copy_n(values.begin(), 600, repeated.end() - 600);
    std::copy_n(values.begin(), 600, repeated.end() - 1200);
    const WaveCodec codec;
    std::mt19937 random(3);
    for (const auto* brick : {&values, &repeated}) {
      const auto good = codec.encode(*brick, shape, {0.02});
      QCOMPARE(mode_of(good), brick == &values ? WaveMode::predicted : WaveMode::repeated);
      QVERIFY(is_read(codec, good, shape));
      int tried = 0, refused = 0;
      for (int i = 0; i < 3000; ++i) {
        auto bad = good;
        // The first bytes are the sizes and the predictor.
        const std::size_t at = i < 1600 ? static_cast<std::size_t>(i) / 8 : random() % bad.size();
        bad[at] ^= static_cast<std::byte>(1U << i % 8);
        bad.resize(bad.size() - sizeof(std::uint32_t));
        if (i % 5 == 0) bad.resize(random() % (bad.size() + 1));
        seal(bad, shape);
        const bool read = is_read(codec, bad, shape);
        if (i < 1600 || i % 5 == 0 || at < good.size() / 2 || at + 60 > good.size()) continue;
        ++tried;
        if (!read) ++refused;
      }
      // In the stream's words, but for bits that stand there as they are, the coders then end elsewhere.
      QVERIFY2(tried > 300 && refused > tried * 2 / 3,
               qPrintable(QString("%1 of %2").arg(refused).arg(tried)));
      // A repeated part that says that it repeats another is none.
      if (mode_of(good) == WaveMode::repeated) {
        auto nested = std::vector<std::byte>(good.begin(), good.begin() + 13);
        nested.insert(nested.end(), good.begin(), good.end() - 4);
        seal(nested, shape);
        QVERIFY(!is_read(codec, nested, shape));
      }
      // So is one that is larger than the brick.
      const BrickShape larger{{40, 20, 17}};
      auto wide = std::vector<std::byte>{static_cast<std::byte>(WaveMode::repeated)};
      for (const int n : larger.n)
        put(wide, static_cast<std::uint32_t>(n));
      const auto inner = codec.encode(traces(larger, 0), larger, {0.02});
      wide.insert(wide.end(), inner.begin(), inner.end() - 4);
      seal(wide, shape);
      QVERIFY(!is_read(codec, wide, shape));
      // Cut anywhere it is refused.
      for (std::size_t size = 0; size + 4 < good.size(); size += 1 + size / 40) {
        auto cut = std::vector<std::byte>(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
        seal(cut, shape);
        QVERIFY(!is_read(codec, cut, shape));
      }
    }
  }
};

}  // namespace test_wave_prediction

FOLDWAVE_TEST(test_wave_prediction, run_alone<test_wave_prediction::TestWavePrediction>)
#include "test_wave_prediction.moc"
