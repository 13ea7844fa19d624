// Protects the quick codec: the bound on every input, the format itself (a reader written from its
// description), the same bytes by every instruction set, every shape, what a tile keeps exactly, and that
// what is damaged is refused.
#include <QTest>
#include <cstring>

#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"
#include "tests/core/volume/codec/codec_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_quick_codec {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr BrickShape usual{{64, 64, 64}};

std::vector<float> there_and_back(const QuickCodec& codec, std::span<const float> values, BrickShape shape,
                                  double bound) {
  std::vector<float> back(values.size(), 1.0F);
  codec.decode(codec.encode(values, shape, ErrorBound{bound}), shape, back);
  return back;
}

std::vector<QuickPath> paths() {
  std::vector<QuickPath> found;
  for (const QuickPath path : {QuickPath::plain, QuickPath::avx2, QuickPath::avx512})
    if (quick_kernels(path) != nullptr) found.push_back(path);
  return found;
}

// Bit by bit, from the description alone: for bricks of one tile, with z the depth and x the lanes.
std::vector<float> read_one_tile(std::span<const std::byte> bytes, BrickShape shape) {
  std::vector<std::uint32_t> w(bytes.size() / 4);
  std::memcpy(w.data(), bytes.data(), bytes.size());
  const auto step = std::bit_cast<float>(w[2]);
  const int nx = shape.n[0], ny = shape.n[1], nz = shape.n[2];
  std::vector<float> values(shape.values(), 0.0F);
  const std::size_t begin = 4, size = w[3] & 0xFFFFU;
  if (size == 0) return values;
  const auto byte_of = [&](int block) {
    return w[begin + static_cast<std::size_t>(block) / 4] >> (8 * (block % 4)) & 0xFFU;
  };
  const auto at = [&](int x, int y, int z) { return static_cast<std::size_t>((z * ny + y) * nx + x); };
  std::vector<std::int64_t> q(values.size());
  std::size_t next = begin + static_cast<std::size_t>(nx * ny + 3) / 4;
  std::vector<std::pair<std::size_t, std::uint32_t>> exact;
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x) {
      const std::uint32_t planes = byte_of(y * nx + x) & 63U;
      for (int z = 0; z < nz; ++z) {
        std::int64_t r = 0;
        for (std::uint32_t k = 0; k < planes; ++k) {
          const std::int64_t bit = w[next + k] >> z & 1U;
          r += (k + 1 == planes ? -bit : bit) * (std::int64_t{1} << k);
        }
        q[at(x, y, z)] = r;
      }
      next += planes;
      if ((byte_of(y * nx + x) & 128U) == 0) continue;
      for (int z = 0; z < 32; ++z, ++next)
        if (z < nz) exact.emplace_back(at(x, y, z), w[next]);
    }
  for (; next < begin + size; next += 2) {
    const auto position = static_cast<int>(w[next]);
    exact.emplace_back(at(position / 32 % 32, position / 1024, position % 32), w[next + 1]);
  }
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        std::int64_t sum = 0;
        for (int c = 0; c <= z; ++c)
          for (int b = 0; b <= y; ++b)
            for (int a = 0; a <= x; ++a)
              sum += q[at(a, b, c)];
        const auto whole = static_cast<std::uint32_t>(sum);
        const float steps =
            std::bit_cast<float>(whole + std::bit_cast<std::uint32_t>(12582912.0F)) - 12582912.0F;
        const auto number = static_cast<std::int32_t>(whole);
        if (step != 0.0F && std::abs(number) < 1 << 22 && steps != static_cast<float>(number)) return {};
        values[at(x, y, z)] = step == 0.0F ? std::bit_cast<float>(whole) : steps * step;
      }
  for (const auto& [place, bits] : exact)
    values[place] = std::bit_cast<float>(bits);
  return values;
}

}  // namespace

class TestQuickCodec : public QObject {
  Q_OBJECT
 private slots:
  void the_codec_is_found_by_its_name() {
    QVERIFY(find_codec("quick") != nullptr);
    QCOMPARE(find_codec("quick")->name(), std::string("quick"));
  }

  void planes_are_the_bits_of_values() {
    std::mt19937 random(5);
    std::uint32_t before[32], after[32];
    for (int i = 0; i < 32; ++i)
      after[i] = before[i] = static_cast<std::uint32_t>(random());
    quick_transpose(after);
    for (int k = 0; k < 32; ++k)
      for (int i = 0; i < 32; ++i)
        QCOMPARE(after[k] >> i & 1U, before[i] >> k & 1U);
  }

  void every_number_has_the_planes_that_it_needs() {
    std::mt19937 random(6);
    for (int i = 0; i < 100000; ++i) {
      const auto r = static_cast<std::int32_t>(random()) >> (i % 32);
      const int planes = quick_width(quick_spread(static_cast<std::uint32_t>(r)));
      const auto fits = [r](int n) {
        const std::int64_t half = n == 0 ? 0 : std::int64_t{1} << (n - 1);
        return n == 0 ? r == 0 : r >= -half && r < half;
      };
      QVERIFY(fits(planes) && (planes == 0 || !fits(planes - 1)));
    }
  }

  // 1.05e7 values in all.
  void the_bound_holds_on_hostile_values() {
    const QuickCodec codec;
    std::mt19937 random(7);
    const BrickShape shape{{50, 35, 30}};
    const double bounds[] = {1e-3, 1.0, 1e-25, 1e20, 1e-39, 0.0, 1e-7, 1e38, 4e-31, 1e300};
    for (int i = 0; i < 200; ++i) {
      const std::vector<float> values = hostile_brick(random, shape.values(), i % 4);
      const double bound = bounds[i / 4 % 10];
      const std::vector<float> back = there_and_back(codec, values, shape, bound);
      if (bound == 0.0) QVERIFY(same_bits(values, back));
      QVERIFY2(largest_error(values, back) <= bound,
               qPrintable(QString("brick %1, bound %2").arg(i).arg(bound)));
    }
  }

  // Halves between two steps, and their neighbours: where rounding could leave the bound.
  void the_bound_holds_between_two_steps() {
    const QuickCodec codec;
    for (const double bound : {1e-3, 0.7, 3e5, 1e-20}) {
      const float step = quick_steps({bound}).step;
      std::vector<float> values;
      for (int i = 0; i < 40000; ++i) {
        float v = (static_cast<float>(i * 37) + 0.5F) * step;
        for (int j = 0; j < i % 5; ++j)
          v = std::nextafter(v, i % 2 == 0 ? 0.0F : 1e38F);
        values.push_back(i % 3 == 0 ? -v : v);
      }
      const BrickShape shape{{40, 25, 40}};
      QVERIFY(largest_error(values, there_and_back(codec, values, shape, bound)) <= bound);
    }
  }

  void a_reader_of_the_description_finds_the_same() {
    std::mt19937 random(9);
    for (const auto& n : {std::array{1, 1, 32}, {32, 8, 32}, {5, 3, 17}, {17, 8, 31}, {32, 1, 32}}) {
      const BrickShape shape{n};
      for (int kind = 0; kind < 4; ++kind)
        for (const double bound : {1e-2, 0.0, 1e10}) {
          const std::vector<float> values = hostile_brick(random, shape.values(), kind);
          const QuickCodec codec;
          const auto bytes = codec.encode(values, shape, ErrorBound{bound});
          std::vector<float> back(values.size());
          codec.decode(bytes, shape, back);
          QVERIFY(same_bits(back, read_one_tile(bytes, shape)));
        }
    }
  }

  void waves_are_packed_well_data() {
    QTest::addColumn<double>("nodes");
    QTest::addColumn<double>("reach");
    QTest::addColumn<double>("bound");
    QTest::addColumn<double>("ratio");
    QTest::addRow("5 nodes, 2e-2") << 5.0 << 1.0 << 2e-2 << 5.0;
    QTest::addRow("10 nodes, 2e-2") << 10.0 << 1.0 << 2e-2 << 7.0;
    QTest::addRow("10 nodes, 2e-3") << 10.0 << 1.0 << 2e-3 << 4.4;
    QTest::addRow("10 nodes, 2e-4") << 10.0 << 1.0 << 2e-4 << 3.0;
    QTest::addRow("10 nodes, mostly silent") << 10.0 << 0.25 << 2e-3 << 15.0;
  }
  // A little under what is measured.
  void waves_are_packed_well() {
    QFETCH(double, nodes);
    QFETCH(double, reach);
    QFETCH(double, bound);
    QFETCH(double, ratio);
    const std::vector<float> values = wave_field(usual, nodes, reach);
    const QuickCodec codec;
    const auto bytes = codec.encode(values, usual, ErrorBound{bound});
    std::vector<float> back(values.size());
    codec.decode(bytes, usual, back);
    QVERIFY(largest_error(values, back) <= bound);
    const double found = 4.0 * static_cast<double>(values.size()) / static_cast<double>(bytes.size());
    QVERIFY2(found > ratio && found < 2.0 * ratio, qPrintable(QString::number(found)));
  }

  void every_path_has_the_same_bytes() {
    std::mt19937 random(11);
    for (int i = 0; i < 8; ++i) {
      const BrickShape shape = i < 4 ? BrickShape{{33, 20, 47}} : usual;
      const std::vector<float> values =
          i < 4 ? hostile_brick(random, shape.values(), i) : wave_field(shape, 3.0 + i, 0.3 * i - 0.9);
      const double bound = i < 4 ? 1e-3 : std::pow(10.0, 1 - i);
      const auto first = QuickCodec(QuickPath::plain).encode(values, shape, ErrorBound{bound});
      std::vector<float> decoded(values.size()), other(values.size());
      QuickCodec(QuickPath::plain).decode(first, shape, decoded);
      for (const QuickPath path : paths()) {
        const QuickCodec codec(path);
        QVERIFY(codec.encode(values, shape, ErrorBound{bound}) == first);
        codec.decode(first, shape, other);
        QVERIFY(same_bits(decoded, other));
      }
    }
  }

  void threads_change_no_byte() {
    const std::vector<float> values = wave_field(usual, 7.0);
    const QuickCodec codec;
    const auto alone = codec.encode(values, usual, ErrorBound{1e-3});
    int others = 0;
#pragma omp parallel for num_threads(4) reduction(+ : others)
    for (int i = 0; i < 8; ++i)
      if (codec.encode(values, usual, ErrorBound{1e-3}) != alone || !is_read(codec, alone, usual)) ++others;
    QCOMPARE(others, 0);
  }

  void every_shape_comes_back() {
    const QuickCodec codec;
    for (const auto& n : {std::array{1, 1, 1},
                          {2, 1, 1},
                          {1, 17, 1},
                          {32, 8, 32},
                          {33, 9, 33},
                          {31, 7, 31},
                          {1, 70, 33},
                          {65, 1, 64},
                          {64, 64, 1},
                          {64, 2, 64},
                          {129, 3, 5},
                          {1000, 1, 1},
                          {7, 7, 7}}) {
      const BrickShape shape{n};
      const std::vector<float> values = wave_field(shape, 9.0);
      QVERIFY(largest_error(values, there_and_back(codec, values, shape, 1e-3)) <= 1e-3);
      QVERIFY(same_bits(values, there_and_back(codec, values, shape, 0.0)));
    }
  }

  void silence_takes_no_words() {
    const QuickCodec codec;
    const std::vector<float> values(usual.values(), -9e-4F);
    // 32 tiles: checksum, step, sizes.
    QCOMPARE(codec.encode(values, usual, ErrorBound{1e-3}).size(), std::size_t{4 * (3 + 16)});
    QVERIFY(largest_error(values, there_and_back(codec, values, usual, 1e-3)) <= 1e-3);
    const std::vector<float> zeros(usual.values(), -0.0F);
    QVERIFY(same_bits(zeros, there_and_back(codec, zeros, usual, 0.0)));
  }

  // One number that is none costs two words more, and what its neighbours' differences grow by.
  void few_exact_values_cost_little() {
    const QuickCodec codec;
    std::vector<float> values = wave_field(usual, 10.0);
    const std::size_t before = codec.encode(values, usual, ErrorBound{1e-3}).size();
    for (std::size_t i = 777; i < values.size(); i += 20011)
      values[i] = std::bit_cast<float>(0x7FC00000U + static_cast<std::uint32_t>(i));
    const std::size_t after = codec.encode(values, usual, ErrorBound{1e-3}).size();
    QVERIFY2(after < before + 14 * 300, qPrintable(QString::number(after - before)));
    QVERIFY(largest_error(values, there_and_back(codec, values, usual, 1e-3)) <= 1e-3);
  }

  void at_worst_the_bytes_are_twice_the_values() {
    const QuickCodec codec;
    std::mt19937 random(13);
    for (int i = 0; i < 16; ++i) {
      const std::vector<float> values = hostile_brick(random, usual.values(), i % 4);
      const auto bytes = codec.encode(values, usual, ErrorBound{i < 8 ? 0.0 : 1e-6});
      QVERIFY(static_cast<double>(bytes.size()) <=
              (i < 8 ? 1.02 : 2.02) * 4.0 * static_cast<double>(values.size()));
    }
  }

  // A step that is a power of two rounds as adding and taking away a large number does, to the last bit.
  void a_step_of_two_rounds_to_its_multiples() {
    const std::vector<float> values = wave_field(usual, 6.0);
    const float step = 0x1p-10F;
    const QuickSteps steps = quick_steps_of(step, {0.9e-3});
    const QuickCodec codec;
    std::vector<float> back(values.size());
    codec.decode(codec.encode(values, usual, steps), usual, back);
    for (std::size_t i = 0; i < values.size(); ++i)
      QCOMPARE(back[i], std::nearbyint(values[i] / step) * step);
  }

  void what_makes_no_sense_is_refused() {
    const QuickCodec codec;
    const std::vector<float> values(8);
    const BrickShape shape{{2, 2, 2}};
    QVERIFY_THROWS_EXCEPTION(InputError, codec.encode(values, shape, ErrorBound{-1.0}));
    QVERIFY_THROWS_EXCEPTION(InputError, codec.encode(values, shape, ErrorBound{std::nan("")}));
    QVERIFY_THROWS_EXCEPTION(InputError, codec.encode(values, {{2, 2, 3}}, ErrorBound{1.0}));
    QVERIFY_THROWS_EXCEPTION(InputError, codec.encode(values, {{0, 2, 3}}, ErrorBound{1.0}));
  }

  // With a right checksum behind the damage too, so that the reader itself is tried.
  void damage_is_refused_and_harms_nothing() {
    const BrickShape shape{{40, 24, 20}};
    std::vector<float> values = wave_field(shape, 6.0);
    values[100] = std::numeric_limits<float>::quiet_NaN();
    values[2000] = 1e30F;
    for (std::size_t i = 0; i < 20; ++i)
      values[5000 + 960 * i % 10000] = 1e35F;
    const QuickCodec codec;
    std::mt19937 random(3);
    for (const double bound : {1e-3, 0.0, 1e3}) {
      const auto good = codec.encode(values, shape, ErrorBound{bound});
      QVERIFY(is_read(codec, good, shape));
      QVERIFY(!is_read(codec, good, {{24, 40, 20}}));
      for (std::size_t size = 0; size < good.size(); size += 1 + size / 40)
        QVERIFY(!is_read(codec, std::span(good).first(size), shape));
      for (int i = 0; i < 3000; ++i) {
        auto bad = good;
        const std::size_t at = i < 300 ? static_cast<std::size_t>(i) % bad.size() : random() % bad.size();
        bad[at] ^= static_cast<std::byte>(1U << random() % 8);
        QVERIFY(!is_read(codec, bad, shape));
        if (i % 3 == 0) bad.resize(random() % (bad.size() + 1));
        seal_quick(bad, shape);
        is_read(codec, bad, shape);
      }
    }
  }
};

}  // namespace test_quick_codec

FOLDWAVE_TEST(test_quick_codec, run_alone<test_quick_codec::TestQuickCodec>)
#include "test_quick_codec.moc"
