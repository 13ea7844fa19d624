// Protects the codecs without loss on what has broken such codecs: NaN, -0, no zeros, zeros alone, first and
// last, runs beyond 2^24, odd lengths; and what the seed's formats must weigh.
#include <QTest>

#include "core/volume/codec/lossless/fixed_huffman.hpp"
#include "core/volume/codec/lossless/fixed_huffman_word.hpp"
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

  // What the device runs: a code by the word against one bit by bit, as fixed_huffman.hpp has it.
  void the_seed_s_code_by_words() {
    constexpr std::array<const char*, 4> codes{"0", "110", "10", "1110"};
    std::mt19937 random(3);
    for (int i = 0; i < 3000; ++i) {
      const auto word = i == 0 ? 0U : i == 1 ? ~0U : static_cast<std::uint32_t>(random());
      std::string expected;
      for (const std::byte byte : std::as_bytes(std::span(&word, 1)))
        for (int pair = 3; pair >= 0; --pair)
          expected += codes[std::to_integer<std::size_t>(byte) >> (2 * pair) & 3U];
      const FixedCode code = fixed_code(word);
      std::string found;
      for (int bit = 0; bit < code.length; ++bit)
        found += (code.bits >> bit & 1U) == 0 ? '0' : '1';
      QCOMPARE(found, expected);
      QCOMPARE(fixed_code_length(word), code.length);
      // Read in two parts, cut anywhere.
      const int cut = static_cast<int>(random() % static_cast<unsigned>(code.length + 1));
      std::uint32_t back = 0;
      unsigned ones = 0;
      int pair = 0;
      const auto take = [&](unsigned bits) { back |= bits << pair_shift(pair++); };
      const std::uint64_t low = cut == 64 ? code.bits : code.bits & ((std::uint64_t{1} << cut) - 1);
      QVERIFY(each_fixed_pair(low, cut, ones, take));
      QVERIFY(each_fixed_pair(cut == 64 ? 0 : code.bits >> cut, code.length - cut, ones, take));
      QCOMPARE(pair, pairs_a_value);
      QCOMPARE(back, word);
      QCOMPARE(ones, 0U);
    }
    unsigned ones = 0;
    const auto none = [](unsigned) {};
    QVERIFY(!each_fixed_pair(0b01111, 5, ones, none));
    ones = 2;
    QVERIFY(!each_fixed_pair(0b011, 3, ones, none));
    ones = 0;
    QVERIFY(!each_fixed_pair(~std::uint64_t{0}, 64, ones, none));
  }

  void a_stream_of_the_seed_s_code_ends_with_its_byte() {
    const std::array<float, 2> values{0.0F, 1.5F};
    std::vector<std::byte> bytes;
    pack_fixed_huffman(values, bytes);
    std::array<float, 2> back{};
    ByteReader good(bytes);
    unpack_fixed_huffman(good, back);
    QVERIFY(same_bits(values, back));
    bytes.push_back(std::byte{0});
    ByteReader longer(bytes);
    QVERIFY_THROWS_EXCEPTION(InputError, unpack_fixed_huffman(longer, back));
    bytes.resize(bytes.size() - 2);
    ByteReader shorter(bytes);
    QVERIFY_THROWS_EXCEPTION(InputError, unpack_fixed_huffman(shorter, back));
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
