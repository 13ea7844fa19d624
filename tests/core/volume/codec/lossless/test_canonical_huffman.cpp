// Protects Huffman's code of bytes: every kind of data comes back, near the entropy, and damage is refused.
#include "core/volume/codec/lossless/canonical_huffman.hpp"

#include <QTest>
#include <random>

#include "tests/test_program.hpp"

namespace test_canonical_huffman {

using namespace foldwave;

namespace {

std::vector<std::byte> back_from(std::span<const std::byte> bytes, std::size_t count) {
  std::vector<std::byte> values(count);
  ByteReader reader(bytes);
  unpack_huffman(reader, values);
  return values;
}

}  // namespace

class TestCanonicalHuffman : public QObject {
  Q_OBJECT
 private slots:
  void bytes_come_back() {
    std::mt19937 random(5);
    for (int i = 0; i < 60; ++i) {
      std::vector<std::byte> values(i < 20 ? static_cast<std::size_t>(i) : random() % 5000);
      // From even to so skewed that a plain tree is deeper than 12.
      for (std::byte& v : values) {
        int n = 0;
        while (n < 255 && random() % 100 < static_cast<unsigned>(5 * (i % 20)))
          ++n;
        v = static_cast<std::byte>(n);
      }
      std::vector<std::byte> bytes;
      pack_huffman(values, bytes);
      QVERIFY(back_from(bytes, values.size()) == values);
    }
  }

  void the_length_is_near_the_entropy() {
    // 1/2, 1/4, 1/8, 1/8: 1.75 bits each.
    std::vector<std::byte> values(80000), bytes;
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<std::byte>(i % 8 < 4 ? 9 : i % 8 < 6 ? 200 : i % 8);
    pack_huffman(values, bytes);
    QVERIFY(back_from(bytes, values.size()) == values);
    QCOMPARE(bytes.size(), std::size_t{1 + 4 + 128 + 17500});
  }

  void damage_is_refused_or_read_but_harms_nothing() {
    std::mt19937 random(6);
    std::vector<std::byte> values(3000), bytes;
    for (std::byte& v : values)
      v = static_cast<std::byte>(random() % 8 * (random() % 8));
    pack_huffman(values, bytes);
    for (std::size_t size = 0; size < bytes.size(); ++size)
      QVERIFY_THROWS_EXCEPTION(InputError, back_from(std::span(bytes).first(size), values.size()));
    int refused = 0;
    for (std::size_t at = 0; at < 8 * bytes.size(); ++at) {
      auto bad = bytes;
      bad[at / 8] ^= static_cast<std::byte>(1U << at % 8);
      try {
        back_from(bad, values.size());
      } catch (const InputError&) {
        ++refused;
      }
    }
    QVERIFY(refused > 0);
  }
};

}  // namespace test_canonical_huffman

FOLDWAVE_TEST(test_canonical_huffman, run_alone<test_canonical_huffman::TestCanonicalHuffman>)
#include "test_canonical_huffman.moc"
