// Protects the chains transform, quantise, encode: the seed's ratios and what its quantisers must lose, the
// bound of a step quantiser on every input, values that are no numbers, the same bytes from every machine and
// any number of threads, and that what is damaged or another's is refused.
#include "core/volume/codec/registry/codec_registry.hpp"
#include "core/volume/codec/transform/chain.hpp"

#include <QTest>
#include <algorithm>

#include "core/volume/codec/quality.hpp"
#include "core/volume/codec/seal.hpp"
#include "tests/core/volume/codec/codec_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_chain {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr BrickShape usual{{64, 64, 64}};

std::vector<float> white(std::size_t count) {
  std::mt19937 random(2);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& v : values)
    v = normal(random);
  return values;
}

std::vector<float> packed_and_back(const Chain& chain, std::span<const float> values, BrickShape shape) {
  std::vector<float> back(values.size(), 5.0F);
  unpack_chain(pack_chain(chain, values, shape), shape, back);
  return back;
}

double ratio_of(const Chain& chain, std::span<const float> values, BrickShape shape) {
  return 4.0 * static_cast<double>(values.size()) /
         static_cast<double>(pack_chain(chain, values, shape).size());
}

bool is_refused(std::span<const std::byte> bytes, BrickShape shape) {
  std::vector<float> values(shape.values());
  try {
    unpack_chain(bytes, shape, values);
    return false;
  } catch (const InputError&) {
    return true;
  }
}

constexpr TransformKind all_kinds[] = {TransformKind::cosine, TransformKind::fast_cosine,
                                       TransformKind::lapped, TransformKind::general_lapped};

// The same numbers on every machine: no library's sine in them.
std::vector<float> whole_number_field(BrickShape shape) {
  std::vector<float> values;
  for (int z = 0; z < shape.n[2]; ++z)
    for (int y = 0; y < shape.n[1]; ++y)
      for (int x = 0; x < shape.n[0]; ++x) {
        const int a = x * x + 3 * y - 2 * z * x, b = y * z + 5 * x;
        values.push_back(static_cast<float>(a % 201 - 100) / 128.0F + static_cast<float>(b % 77) / 256.0F);
      }
  return values;
}

}  // namespace

class TestChain : public QObject {
  Q_OBJECT
 private slots:
  // A word of 33 bits for each value that is kept and for each run of zeros.
  void zonal_ratios_are_the_seed_s() {
    const auto values = white(usual.values());
    const double expected[] = {256.0 / 165.0, 2048.0 / 660.0, 16384.0 / 2640.0};
    for (const TransformKind kind : all_kinds)
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        const double found = ratio_of({{kind, dimensions}, zonal(4), Encoding::rle}, values, usual);
        const double of_expected = found / expected[dimensions - 1];
        QVERIFY2(std::abs(of_expected - 1.0) < 1e-3, qPrintable(QString::number(found)));
      }
  }

  void zonal_loses_of_white_noise_what_it_leaves_out() {
    const auto values = white(usual.values());
    for (const TransformKind kind : all_kinds)
      for (int dimensions = 1; dimensions <= 3; ++dimensions)
        for (const int kept : {1, 4, 8}) {
          const Quality q = quality_of(
              values, packed_and_back({{kind, dimensions}, zonal(kept), Encoding::none}, values, usual));
          const double lost = std::sqrt(1.0 - std::pow(kept / 8.0, dimensions));
          const double found = std::pow(10.0, -q.snr / 20.0);
          QVERIFY2(std::abs(found - lost) < (kept == 8 ? 1e-6 : 0.01 * lost),
                   qPrintable(QString::number(found)));
        }
  }

  // 40 plane waves of a Ricker wavelet's spectrum, which ends at `nodes` to the wavelength.
  void zonal_keeps_waves_that_are_sampled_well() {
    std::mt19937 random(12);
    std::normal_distribution<double> normal;
    for (const auto& [nodes, limit] : {std::pair{10.0, 0.04}, std::pair{15.0, 0.025}}) {
      std::vector<std::array<double, 5>> waves;
      for (int w = 0; w < 40; ++w) {
        const double x = normal(random), y = normal(random), z = normal(random), u = random() * 0x1p-32;
        const double k = 2.0 * std::numbers::pi / nodes * u / std::hypot(x, y, z);
        waves.push_back({k * x, k * y, k * z, 6.28 * (random() * 0x1p-32), u * u * std::exp(-6.25 * u * u)});
      }
      std::vector<float> values;
      for (int z = 0; z < 64; ++z)
        for (int y = 0; y < 64; ++y)
          for (int x = 0; x < 64; ++x) {
            double sum = 0.0;
            for (const auto& w : waves)
              sum += w[4] * std::sin(w[0] * x + w[1] * y + w[2] * z + w[3]);
            values.push_back(static_cast<float>(sum));
          }
      const Quality q = quality_of(
          values, packed_and_back({{TransformKind::fast_cosine, 3}, zonal(4), Encoding::rle}, values, usual));
      const double lost = std::pow(10.0, -q.snr / 20.0);
      QVERIFY2(lost < limit && lost > 0.5 * limit, qPrintable(QString::number(lost)));
    }
  }

  void a_threshold_bounds_the_rms_and_the_largest_error() {
    const auto values = white(usual.values());
    for (const TransformKind kind : all_kinds)
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        const Quality q = quality_of(
            values, packed_and_back({{kind, dimensions}, threshold(0.5F), Encoding::huffman}, values, usual));
        // Of a normal distribution: sum of c^2 below 0.5.
        QVERIFY2(std::abs(q.rms / 0.17567 - 1.0) < 0.02, qPrintable(QString::number(q.rms)));
        // By Cauchy and Schwarz over the functions that reach a point.
        const double functions = kind == TransformKind::lapped           ? 16.0
                                 : kind == TransformKind::general_lapped ? 40.0
                                                                         : 8.0;
        QVERIFY(q.largest <= 0.5 * std::pow(functions, 0.5 * dimensions));
        QVERIFY(q.largest > q.rms);
      }
  }

  void what_is_no_number_comes_back_exactly_data() {
    QTest::addColumn<int>("quantiser");
    QTest::newRow("none") << 0;
    QTest::newRow("zonal") << 1;
    QTest::newRow("threshold") << 2;
    QTest::newRow("step") << 3;
  }
  void what_is_no_number_comes_back_exactly() {
    QFETCH(int, quantiser);
    const Quantiser quantisers[] = {{}, zonal(4), threshold(0.01F), within(0.01F)};
    const BrickShape shape{{30, 21, 9}};
    std::vector<float> values = wave_field(shape, 12.0);
    const float odd[] = {std::bit_cast<float>(0xFFC12345U),
                         std::bit_cast<float>(0x7F800001U),
                         std::numeric_limits<float>::infinity(),
                         -std::numeric_limits<float>::infinity(),
                         3e38F,
                         -1.2e38F,
                         2e30F};
    for (std::size_t i = 0; i < 500; ++i)
      values[(i * 37 + 5) % values.size()] = odd[i % 7];
    for (const TransformKind kind : all_kinds) {
      const auto back = packed_and_back({{kind, 3}, quantisers[quantiser], Encoding::huffman}, values, shape);
      for (std::size_t i = 0; i < values.size(); ++i)
        if (!(std::abs(values[i]) < 1e30F))
          QCOMPARE(std::bit_cast<std::uint32_t>(back[i]), std::bit_cast<std::uint32_t>(values[i]));
        else
          QVERIFY(std::abs(back[i]) < 10.0F);
    }
  }

  // 5e6 values.
  void the_bound_holds_on_hostile_values() {
    std::mt19937 random(17);
    const double bounds[] = {1e-3, 1.0, 1e-25, 1e20, 1e-39, 0.0, 1e-7, 1e38, 4e-31, 1e300};
    int n = 0;
    for (const ChainCodec& codec : chain_codecs())
      for (int i = 0; i < FOLDWAVE_INPUTS(20, 8); ++i, ++n) {
        const BrickShape shape = i % 3 == 0   ? BrickShape{{19, 17, 12}}
                                 : i % 3 == 1 ? BrickShape{{70, 1, 60}}
                                              : BrickShape{{1, 4099, 1}};
        const auto values = hostile_brick(random, shape.values(), i % 4);
        const double bound = bounds[n / 4 % 10];
        const auto bytes = codec.encode(values, shape, {bound});
        std::vector<float> back(values.size(), 1.0F);
        codec.decode(bytes, shape, back);
        if (bound == 0.0) QVERIFY(same_bits(values, back));
        QVERIFY2(largest_error(values, back) <= bound,
                 qPrintable(QString("%1, brick %2, bound %3")
                                .arg(QString::fromStdString(codec.name()))
                                .arg(i)
                                .arg(bound)));
        // Relative to what is finite of the range.
        const Quality q = quality_of(values, values);
        const double relative = 1e-3 * std::min(q.range, 1e37);
        if (relative > 0.0) {
          codec.decode(codec.encode(values, shape, {relative}), shape, back);
          QVERIFY(largest_error(values, back) <= relative);
        }
        QVERIFY(bytes.size() <= 4 * values.size() + 600);
      }
  }

  // Zeros in their place would be edges: 2.6 instead.
  void what_is_no_number_costs_its_neighbours_little() {
    const BrickShape shape{{32, 32, 32}};
    std::vector<float> values = wave_field(shape, 10.0);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = i % 50 == 7 ? std::numeric_limits<float>::quiet_NaN() : values[i] + 10.0F;
    const double found =
        ratio_of({{TransformKind::fast_cosine, 3}, within(2e-3F), Encoding::huffman}, values, shape);
    QVERIFY2(found > 4.7, qPrintable(QString::number(found)));
  }

  // There a sum of single precision is no longer exact: what mends a value must be looked at again.
  void the_bound_holds_near_the_last_digit() {
    const BrickShape shape{{32, 32, 32}};
    for (const float offset : {0.0F, 4.0F, 1000.0F}) {
      std::vector<float> values = wave_field(shape, 10.0);
      for (float& v : values)
        v += offset;
      const double digit = offset == 1000.0F ? 0x1p-14 : offset == 4.0F ? 0x1p-21 : 0x1p-24;
      for (const double digits : {0.3, 0.6, 0.9, 1.1, 1.4, 2.2, 3.7, 6.0, 11.0})
        for (const TransformKind kind : all_kinds) {
          const ChainCodec codec({kind, 3}, Encoding::huffman);
          const auto bytes = codec.encode(values, shape, {digits * digit});
          std::vector<float> back(values.size());
          codec.decode(bytes, shape, back);
          QVERIFY2(largest_error(values, back) <= digits * digit,
                   qPrintable(QString("%1, %2 digits").arg(offset).arg(digits)));
        }
    }
  }

  // A little under what is measured.
  void waves_are_packed_well_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("ratio");
    QTest::newRow("fast-dct-1d") << "fast-dct-1d" << 4.4;
    QTest::newRow("fast-dct-2d") << "fast-dct-2d" << 8.0;
    QTest::newRow("fast-dct-3d") << "fast-dct-3d" << 11.6;
    QTest::newRow("fast-dct-3d-rle") << "fast-dct-3d-rle" << 2.45;
    QTest::newRow("fast-dct-3d-huffman-fixed") << "fast-dct-3d-huffman-fixed" << 1.85;
    QTest::newRow("lot-3d") << "lot-3d" << 10.1;
    QTest::newRow("genlot-1d") << "genlot-1d" << 4.9;
    QTest::newRow("genlot-3d") << "genlot-3d" << 12.1;
    QTest::newRow("dct-3d") << "dct-3d" << 11.6;
  }
  void waves_are_packed_well() {
    QFETCH(QString, name);
    QFETCH(double, ratio);
    const auto values = wave_field(usual, 10.0);
    const Codec& codec = *find_codec(name.toStdString());
    QCOMPARE(QString::fromStdString(codec.name()), name);
    const auto bytes = codec.encode(values, usual, {2e-3});
    const double found = 4.0 * static_cast<double>(values.size()) / static_cast<double>(bytes.size());
    QVERIFY2(found > ratio && found < 1.05 * ratio, qPrintable(QString::number(found)));
    std::vector<float> back(values.size());
    codec.decode(bytes, usual, back);
    QVERIFY(largest_error(values, back) <= 2e-3);
  }

  void silence_is_five_bytes() {
    std::vector<float> values(usual.values(), 1e-5F);
    values[7] = -0.0F;
    for (const ChainCodec& codec : chain_codecs()) {
      const auto bytes = codec.encode(values, usual, {1e-4});
      QCOMPARE(bytes.size(), std::size_t{5});
      std::vector<float> back(values.size(), 1.0F);
      codec.decode(bytes, usual, back);
      QVERIFY(std::all_of(back.begin(), back.end(), [](float v) { return v == 0.0F; }));
    }
  }

  void every_machine_makes_the_same_bytes() {
    const BrickShape shape{{40, 33, 17}};
    const auto values = whole_number_field(shape);
    std::uint64_t sum = 0;
    for (const TransformKind kind : all_kinds)
      for (int dimensions = 1; dimensions <= 3; ++dimensions)
        for (const Quantiser& quantiser : {zonal(3), within(1e-3F)})
          for (const Encoding encoding : {Encoding::huffman, Encoding::rle, Encoding::none})
            sum = sum * 31 +
                  brick_checksum(pack_chain({{kind, dimensions}, quantiser, encoding}, values, shape), shape);
    QCOMPARE(sum, std::uint64_t{5250809610519962746U});
  }

  void threads_change_no_byte() {
    const auto values = wave_field(usual, 7.0);
    for (const char* name : {"dct-2d", "fast-dct-3d", "lot-3d-rle", "genlot-3d"}) {
      const Codec& codec = *find_codec(name);
      const auto alone = codec.encode(values, usual, {1e-3});
      std::vector<std::vector<std::byte>> together(8);
#pragma omp parallel for num_threads(4)
      for (std::size_t i = 0; i < together.size(); ++i)
        together[i] = codec.encode(values, usual, {1e-3});
      for (const auto& bytes : together)
        QVERIFY(bytes == alone);
    }
  }

  void damage_is_refused_and_harms_nothing() {
    std::mt19937 random(4);
    const BrickShape shape{{40, 9, 8}};
    const auto values = wave_field(shape, 8.0);
    for (const TransformKind kind : all_kinds)
      for (int e = 0; e < encodings; ++e) {
        const auto encoding = static_cast<Encoding>(e);
        if (!has_encoding(encoding)) continue;
        const auto good = pack_chain({{kind, 3}, within(1e-3F), encoding}, values, shape);
        QVERIFY(!is_refused(good, shape));
        for (int i = 0; i < 300; ++i) {
          auto bad = good;
          bad[random() % bad.size()] ^= static_cast<std::byte>(1U << random() % 8);
          QVERIFY(is_refused(bad, shape));
          bad.resize(bad.size() - sizeof(std::uint32_t));
          if (i % 3 == 0) bad.resize(random() % (bad.size() + 1));
          seal(bad, shape);
          is_refused(bad, shape);
        }
        // Every byte of the head in turn.
        for (std::size_t at = 0; at < 20; ++at)
          for (int value = 0; value < 256; value += 5) {
            auto bad = good;
            bad.resize(bad.size() - sizeof(std::uint32_t));
            bad[at] = static_cast<std::byte>(value);
            seal(bad, shape);
            is_refused(bad, shape);
          }
      }
  }

  // Behind the mode: kind, dimensions, quantiser, its parameter, encoding.
  void a_head_that_is_no_chain_is_refused() {
    const BrickShape shape{{16, 16, 16}};
    const auto good =
        pack_chain({{TransformKind::lapped, 3}, within(1e-3F), Encoding::rle}, wave_field(shape, 8.0), shape);
    const auto refused_with = [&](std::size_t at, std::vector<int> bytes) {
      auto bad = good;
      bad.resize(bad.size() - sizeof(std::uint32_t));
      for (std::size_t i = 0; i < bytes.size(); ++i)
        bad[at + i] = static_cast<std::byte>(bytes[i]);
      seal(bad, shape);
      return is_refused(bad, shape);
    };
    QVERIFY(!refused_with(1, {2, 3, 3}));
    for (const int kind : {4, 9, 255})
      QVERIFY(refused_with(1, {kind}));
    for (const int dimensions : {0, 4, 200})
      QVERIFY(refused_with(2, {dimensions}));
    for (const int quantiser : {4, 77})
      QVERIFY(refused_with(3, {quantiser}));
    // NaN, infinity, 0 and less.
    for (const std::vector<int>& parameter :
         {std::vector<int>{0, 0, 0xC0, 0x7F}, {0, 0, 0x80, 0x7F}, {0, 0, 0, 0}, {0, 0, 0x80, 0xBF}})
      QVERIFY(refused_with(4, parameter));
    for (const int encoding : {5, 255})
      QVERIFY(refused_with(8, {encoding}));
  }

  void another_chain_s_bytes_are_refused() {
    const BrickShape shape{{16, 16, 16}};
    const auto values = wave_field(shape, 8.0);
    const auto bytes = find_codec("lot-3d")->encode(values, shape, {1e-3});
    for (const char* other : {"fast-dct-3d", "lot-2d", "lot-3d-rle"})
      QVERIFY(!is_read(*find_codec(other), bytes, shape));
    QVERIFY(is_read(*find_codec("lot-3d"), bytes, shape));
    QVERIFY(!is_refused(bytes, shape));
  }

  void wrong_parameters_are_refused() {
    const BrickShape shape{{8, 8, 8}};
    const std::vector<float> values(shape.values(), 1.0F);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    for (const Quantiser& q :
         {zonal(0), zonal(9), Quantiser{QuantiserKind::zonal, 2.5F}, Quantiser{QuantiserKind::zonal, nan},
          threshold(-1.0F), threshold(nan), threshold(infinity), within(0.0F), within(-1.0F), within(nan),
          within(infinity), within(1e-44F), Quantiser{static_cast<QuantiserKind>(9), 1.0F}})
      QVERIFY_THROWS_EXCEPTION(InputError, pack_chain({{}, q, Encoding::rle}, values, shape));
    QVERIFY_THROWS_EXCEPTION(InputError,
                             pack_chain({{TransformKind::lapped, 4}, {}, Encoding::rle}, values, shape));
    QVERIFY_THROWS_EXCEPTION(InputError,
                             pack_chain({{TransformKind::lapped, 0}, {}, Encoding::rle}, values, shape));
    QVERIFY_THROWS_EXCEPTION(InputError, pack_chain({{}, {}, static_cast<Encoding>(7)}, values, shape));
    for (const double bound : {-1.0, std::nan("")})
      QVERIFY_THROWS_EXCEPTION(InputError, find_codec("lot-3d")->encode(values, shape, {bound}));
  }

  void names_are_found() {
    const auto names = codec_names();
    QCOMPARE(chain_codecs().size(), std::size_t{36} + (has_encoding(Encoding::zstd) ? 12 : 0));
    for (const ChainCodec& codec : chain_codecs()) {
      QVERIFY(find_codec(codec.name()) == &codec);
      QVERIFY(std::count(names.begin(), names.end(), codec.name()) == 1);
    }
  }
};

}  // namespace test_chain

FOLDWAVE_TEST(test_chain, run_alone<test_chain::TestChain>)
#include "test_chain.moc"
