// Protects the encodings of coefficients: every word comes back on every shape and by every encoding, words
// of one wavenumber stand together where a code gains by it, and what is left over or missing is refused.
#include "core/volume/codec/transform/coefficient_words.hpp"

#include <QTest>

#include "tests/core/volume/codec/codec_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_coefficient_words {

using namespace foldwave;
using namespace foldwave::test;

namespace {

std::vector<Encoding> all_encodings() {
  std::vector<Encoding> found;
  for (int e = 0; e < encodings; ++e)
    if (has_encoding(static_cast<Encoding>(e))) found.push_back(static_cast<Encoding>(e));
  return found;
}

std::vector<std::byte> packed(Encoding encoding, const Transform& transform, BrickShape shape,
                              std::span<const float> words) {
  std::vector<std::byte> bytes;
  pack_words(encoding, transform, shape, words, bytes);
  return bytes;
}

bool come_back(Encoding encoding, const Transform& transform, BrickShape shape,
               std::span<const float> words) {
  const auto bytes = packed(encoding, transform, shape, words);
  std::vector<float> back(words.size(), 9.0F);
  unpack_words(encoding, transform, shape, ByteReader(bytes), back);
  return same_bits(words, back);
}

}  // namespace

class TestCoefficientWords : public QObject {
  Q_OBJECT
 private slots:
  void every_word_comes_back() {
    std::mt19937 random(31);
    for (const BrickShape shape : {BrickShape{{1, 1, 1}}, BrickShape{{8, 8, 8}}, BrickShape{{17, 3, 9}},
                                   BrickShape{{5, 40, 1}}, BrickShape{{100, 1, 1}}, BrickShape{{1, 9, 33}}})
      for (int dimensions = 1; dimensions <= 3; ++dimensions)
        for (const Encoding encoding : all_encodings())
          for (int kind = 0; kind < 4; ++kind) {
            const Transform transform{TransformKind::fast_cosine, dimensions};
            QVERIFY(come_back(encoding, transform, shape,
                              hostile_brick(random, coefficient_shape(transform, shape).values(), kind)));
          }
  }

  // Words that hang on the wavenumber alone are few bits in bands, and many where bands are mixed.
  void bands_stand_together() {
    const BrickShape shape{{64, 64, 64}};
    std::mt19937 random(32);
    std::vector<float> sorted(shape.values()), mixed(shape.values());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const std::size_t sum = i % 8 + i / 64 % 8 + i / 4096 % 8;
      // One value a band group: none of them costs a bit.
      const std::uint32_t group = sum == 0    ? 0
                                  : sum <= 2  ? 1
                                  : sum <= 4  ? 2
                                  : sum <= 7  ? 3
                                  : sum <= 11 ? 4
                                              : 5;
      sorted[i] = std::bit_cast<float>(group * 37U);
      mixed[i] = std::bit_cast<float>(static_cast<std::uint32_t>(random() % 6 * 37U));
    }
    QCOMPARE(packed(Encoding::huffman, {}, shape, sorted).size(), std::size_t{6 * 4 * 2});
    QVERIFY(packed(Encoding::huffman, {}, shape, mixed).size() > 60000);
  }

  void what_does_not_end_where_it_should_is_refused() {
    const BrickShape shape{{16, 9, 8}};
    const std::vector<float> words = wave_field(coefficient_shape({}, shape), 9.0);
    for (const Encoding encoding : all_encodings()) {
      auto bytes = packed(encoding, {}, shape, words);
      std::vector<float> back(words.size());
      const auto read = [&] { unpack_words(encoding, {}, shape, ByteReader(bytes), back); };
      read();
      bytes.push_back(std::byte{7});
      QVERIFY_THROWS_EXCEPTION(InputError, read());
      bytes.resize(bytes.size() - 2);
      QVERIFY_THROWS_EXCEPTION(InputError, read());
      bytes.clear();
      QVERIFY_THROWS_EXCEPTION(InputError, read());
    }
  }
};

}  // namespace test_coefficient_words

FOLDWAVE_TEST(test_coefficient_words, run_alone<test_coefficient_words::TestCoefficientWords>)
#include "test_coefficient_words.moc"
