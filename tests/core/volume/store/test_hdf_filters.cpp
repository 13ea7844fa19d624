// Protects the packings of bricks: lossless to the bit on every trap, within the bound on every input where
// there is one, what is not finite kept, silent bricks for nothing; damaged bytes refused.
#include <QTest>
#include <algorithm>
#include <limits>

#include "core/base/error.hpp"
#include "core/volume/store/hdf_filters.hpp"
#include "core/volume/store/plugin/own_filter.hpp"
#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_hdf_filters {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

std::vector<float> unpacked(const std::string& codec, const std::array<int, 3>& brick, double bound,
                            const PackedBrick& packed, std::size_t size) {
  std::vector<float> values(size, 0.0F);
  if (!packed.bytes.empty())
    undo_filters(filters_of(codec, brick, bound), packed.skipped, packed.bytes, sizeof(float),
                 std::as_writable_bytes(std::span(values)));
  return values;
}

// Every magnitude and sign that a float can have, and what is none.
std::vector<float> adversarial(std::size_t count, unsigned seed, bool finite_alone = false) {
  std::mt19937 random(seed);
  std::vector<float> values;
  while (values.size() < count) {
    const auto v = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!finite_alone || std::isfinite(v)) values.push_back(v);
  }
  return values;
}

}  // namespace

class TestHdfFilters : public QObject {
  Q_OBJECT

 private slots:
  void lossless_is_to_the_bit() {
    const std::array<int, 3> n{17, 5, 3};
    const std::size_t size = 17 * 5 * 3;
    std::vector<std::vector<float>> traps{std::vector<float>(size, 0.0F), std::vector<float>(size, -0.0F),
                                          std::vector<float>(size, 1.25F), adversarial(size, 1),
                                          wave_values(n)};
    traps.emplace_back(size, 0.0F).back() = 1e-45F;
    traps.emplace_back(size, 0.0F).front() = std::bit_cast<float>(0x7FC12345U);  // NaN with a payload
    traps.emplace_back(size, 0.0F)[7] = -infinite;
    for (const std::string& codec : codecs_of_each_kind())
      for (std::size_t t = 0; t < traps.size(); ++t) {
        std::vector<float> values = traps[t];
        const PackedBrick packed = pack_brick(codec, n, 0.0, values);
        QCOMPARE(packed.bytes.empty(), t == 0);
        QVERIFY2(same_bits(unpacked(codec, n, 0.0, packed, size), traps[t]),
                 qPrintable(QString("%1, trap %2").arg(codec.c_str()).arg(t)));
      }
  }

  void the_bound_holds_data() {
    QTest::addColumn<double>("bound");
    for (const double bound :
         {1e-45, 1e-38, 1.17e-38, 1e-30, 1e-6, 1e-4, 0.1, 0.5, 1.0, 3.0, 1e5, 1e30, 3e37, 3e38, 1e300})
      QTest::newRow(QByteArray::number(bound)) << bound;
  }
  void the_bound_holds() {
    FOLDWAVE_EACH(4);
    QFETCH(double, bound);
    const std::array<int, 3> n{16, 16, 16};
    for (const std::string& codec : codecs_of_each_kind())
      for (unsigned seed = 0; seed < 8; ++seed) {
        // Our own have tests of theirs.
        if (is_own_codec(codec) && seed % 5 != 1) continue;
        std::vector<float> given = adversarial(16 * 16 * 16, seed, seed % 2 == 1);
        // Near the bound and its multiples, where rounding turns.
        for (std::size_t i = 0; i < given.size(); i += 3)
          given[i] = static_cast<float>(
              bound * std::ldexp(1.0 + 1e-7 * static_cast<double>(i % 5), static_cast<int>(i % 40) - 8));
        if (seed >= 6)
          for (float& v : given)
            v = static_cast<float>(bound * std::sin(v));
        std::vector<float> values = given;
        const PackedBrick packed = pack_brick(codec, n, bound, values);
        const std::vector<float> back = unpacked(codec, n, bound, packed, given.size());
        for (std::size_t i = 0; i < given.size(); ++i) {
          if (std::isfinite(given[i]))
            QVERIFY2(std::abs(static_cast<double>(given[i]) - static_cast<double>(back[i])) <= bound,
                     qPrintable(QString("%1: %2 became %3").arg(codec.c_str()).arg(given[i]).arg(back[i])));
          else
            QCOMPARE(std::bit_cast<std::uint32_t>(back[i]), std::bit_cast<std::uint32_t>(given[i]));
        }
      }
  }

  // Ten million values of every kind.
  void rounding_keeps_the_bound() {
    double shortest = INFINITY;
    for (unsigned seed = 0; seed < 10; ++seed) {
      const std::vector<float> given = adversarial(1'000'000, 100 + seed);
      const double bound = std::ldexp(1.0 + 0.09 * seed, static_cast<int>(22 * seed) - 120);
      std::vector<float> values = given;
      round_to_bound(values, bound);
      double worst = 0.0;
      for (std::size_t i = 0; i < given.size(); ++i) {
        if (std::isfinite(given[i]))
          worst = worst_of(worst, std::abs(static_cast<double>(given[i]) - static_cast<double>(values[i])));
        else
          QCOMPARE(std::bit_cast<std::uint32_t>(values[i]), std::bit_cast<std::uint32_t>(given[i]));
      }
      QVERIFY2(worst <= bound, qPrintable(QString("%1 over %2").arg(worst).arg(bound)));
      shortest = std::min(shortest, worst / bound);
    }
    QVERIFY(shortest > 0.4);  // it does round
  }

  void every_transform_comes_back() {
    const std::array<int, 3> n{13, 9, 6};
    std::vector<float> given = wave_values(n);
    given[40] = infinite;
    int transforms = 0;
    for (const std::string& codec : hdf_codecs()) {
      if (!is_transform_codec(codec)) continue;
      ++transforms;
      for (const double bound : {0.0, 1e-3}) {
        std::vector<float> values = given;
        const PackedBrick packed = pack_brick(codec, n, bound, values);
        const std::vector<float> back = unpacked(codec, n, bound, packed, given.size());
        QCOMPARE(back[40], infinite);
        for (std::size_t i = 0; i < given.size(); ++i)
          QVERIFY2(i == 40 || std::abs(static_cast<double>(given[i]) - static_cast<double>(back[i])) <= bound,
                   codec.c_str());
      }
    }
    QVERIFY2(transforms == 36 || transforms == 48, qPrintable(QString::number(transforms)));
  }

  void a_silent_brick_has_no_bytes() {
    const std::array<int, 3> n{4, 4, 4};
    std::vector<float> values(64, 1e-5F);
    // Of zfp by the bound, of the others by half the step, 2^-17 = 7.6e-6 for both bounds.
    QVERIFY(pack_brick("zfp", n, 1e-5, values).bytes.empty() == (static_cast<double>(1e-5F) <= 1e-5));
    QVERIFY(pack_brick("zfp", n, 1.1e-5, values).bytes.empty());
    QVERIFY(!pack_brick("blosc", n, 1.1e-5, values).bytes.empty());
    std::ranges::fill(values, -7.6e-6F);
    QVERIFY(pack_brick("blosc", n, 1.1e-5, values).bytes.empty());
    values[63] = std::numeric_limits<float>::quiet_NaN();
    for (const char* const codec : {"blosc", "zfp"})
      QVERIFY(!pack_brick(codec, n, 1.0, values).bytes.empty());
  }

  void packing_pays() {
    const std::array<int, 3> n{64, 64, 64};
    const std::vector<float> wave = wave_values(n);
    for (const auto& [codec, least] :
         {std::pair{"blosc", 1.8}, std::pair{"zfp", 3.0}, std::pair{"lz4", 1.5}, std::pair{"deflate", 2.0}}) {
      std::vector<float> values = wave;
      const PackedBrick packed = pack_brick(codec, n, 1e-4, values);
      const double ratio = static_cast<double>(4 * wave.size()) / static_cast<double>(packed.bytes.size());
      QVERIFY2(ratio > least, qPrintable(QString("%1: %2").arg(codec).arg(ratio)));
    }
  }

  void damaged_bytes_are_refused_or_harmless() {
    const std::array<int, 3> n{16, 16, 8};
    const std::vector<float> wave = wave_values(n);
    std::mt19937 random(5);
    for (const std::string& codec : codecs_of_each_kind()) {
      std::vector<float> values = wave;
      const PackedBrick whole = pack_brick(codec, n, 1e-3, values);
      for (int trial = 0; trial < (is_own_codec(codec) ? 100 : 400); ++trial) {
        PackedBrick hurt = whole;
        if (trial % 4 == 0)
          hurt.bytes.resize(random() % hurt.bytes.size());
        else
          for (int flips = 0; flips < 1 + trial % 3; ++flips)
            hurt.bytes[random() % (trial % 2 == 0 ? 24 : hurt.bytes.size())] ^= std::byte{1}
                                                                                << (random() % 8);
        std::vector<float> back(wave.size());
        const auto undone = [&] {
          undo_filters(filters_of(codec, n, 1e-3), hurt.skipped, hurt.bytes, 4,
                       std::as_writable_bytes(std::span(back)));
        };
        try {
          undone();
        } catch (const InputError&) {
          continue;
        }
        if (trial % 4 == 0 && codec != "zfp") QFAIL("what was cut came back");
      }
    }
  }

  void names_are_known_or_refused() {
    QVERIFY(throws<InputError>([] { filters_of("sz", {8, 8, 8}, 0.0); }));
    for (const std::string& codec : hdf_codecs())
      QCOMPARE(codec_of(filters_of(codec, {8, 8, 8}, 0.1)), codec);
    std::vector<std::byte> raw(16);
    try {
      undo_filters(std::vector<HdfFilter>{{32015, {}}}, 0, raw, 4, raw);
      QFAIL("an unknown filter was undone");
    } catch (const InputError& error) {
      QVERIFY(QString(error.what()).contains("32015"));
    }
  }
};

}  // namespace test_hdf_filters

FOLDWAVE_TEST(test_hdf_filters, run_alone<test_hdf_filters::TestHdfFilters>)
#include "test_hdf_filters.moc"
