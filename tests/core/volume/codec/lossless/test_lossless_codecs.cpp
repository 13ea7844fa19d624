// Protects the codecs without loss on what has broken such codecs: NaN, -0, no zeros, zeros alone, first and
// last, runs beyond 2^24, odd lengths; and what the seed's formats must weigh.
#include <QTest>

#include "core/volume/codec/registry/codec_registry.hpp"
#include "core/volume/codec/seal.hpp"
#include "tests/core/volume/codec/codec_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_lossless_codecs {

using namespace foldwave;
using namespace foldwave::test;

namespace {

bool comes_back(const Codec& codec, std::span<const float> values) {
  const BrickShape line{{static_cast<int>(values.size()), 1, 1}};
  std::vector<float> back(values.size(), 7.0F);
  codec.decode(codec.encode(values, line, {}), line, back);
  return same_bits(values, back);
}

double ratio(const char* name, std::span<const float> values, BrickShape shape) {
  return 4.0 * static_cast<double>(values.size()) /
         static_cast<double>(find_codec(name)->encode(values, shape, {}).size());
}

// Blocks of `size` values of which the first `kept` are not 0.
double zonal_ratio(int size, int kept) {
  const BrickShape shape{{64, 64, 64}};
  std::vector<float> values(shape.values());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i) % size < kept ? 1.0F + static_cast<float>(i) : 0.0F;
  return ratio("rle", values, shape);
}

}  // namespace

class TestLosslessCodecs : public QObject {
  Q_OBJECT
 private slots:
  void every_trap_comes_back_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"rle", "huffman", "huffman-fixed"})
      QTest::newRow(name) << name;
  }
  void every_trap_comes_back() {
    QFETCH(QString, name);
    const Codec& codec = *find_codec(name.toStdString());
    std::mt19937 random(9);
    for (std::size_t n = 1; n <= 70; ++n)
      for (int kind = 0; kind < 4; ++kind)
        QVERIFY(comes_back(codec, hostile_brick(random, n, kind)));
    for (const std::vector<float>& values : lossless_traps())
      QVERIFY(comes_back(codec, values));
  }

  void a_run_beyond_2_to_24_comes_back() {
    std::vector<float> values((std::size_t{1} << 24) + 3, 0.0F);
    values.front() = 1.0F;
    for (const char* const name : {"rle", "huffman", "huffman-fixed"})
      QVERIFY2(comes_back(*find_codec(name), values), name);
  }

  void the_seed_s_formats_weigh_what_they_must() {
    // A word of 33 bits for each value that is kept and for each run of zeros.
    QVERIFY(std::abs(zonal_ratio(8, 4) / (256.0 / 165.0) - 1.0) < 1e-3);
    QVERIFY(std::abs(zonal_ratio(64, 16) / (2048.0 / 561.0) - 1.0) < 1e-3);
    const BrickShape shape{{64, 64, 64}};
    const std::vector<float> zeros(shape.values(), 0.0F);
    QVERIFY(std::abs(ratio("huffman-fixed", zeros, shape) - 2.0) < 1e-4);
  }

  void damage_is_refused_and_harms_nothing_data() { every_trap_comes_back_data(); }
  void damage_is_refused_and_harms_nothing() {
    QFETCH(QString, name);
    const Codec& codec = *find_codec(name.toStdString());
    const BrickShape shape{{40, 9, 3}};
    std::mt19937 random(4);
    for (const double reach : {1.0, 0.3}) {
      const auto good = codec.encode(wave_field(shape, 8.0, reach), shape, {});
      QVERIFY(is_read(codec, good, shape));
      for (int i = 0; i < 2000; ++i) {
        auto bad = good;
        bad[random() % bad.size()] ^= static_cast<std::byte>(1U << random() % 8);
        QVERIFY(!is_read(codec, bad, shape));
        bad.resize(bad.size() - sizeof(std::uint32_t));
        if (i % 3 == 0) bad.resize(random() % (bad.size() + 1));
        seal(bad, shape);
        is_read(codec, bad, shape);
      }
    }
  }
};

}  // namespace test_lossless_codecs

FOLDWAVE_TEST(test_lossless_codecs, run_alone<test_lossless_codecs::TestLosslessCodecs>)
#include "test_lossless_codecs.moc"
