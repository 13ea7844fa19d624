// Protects what is read of a volume that is packed in memory: the values of its file, whole and in boxes, for
// every codec and size; NaN and infinities as they were; damage and places that are none are refused.
#include <QTest>

#include "core/volume/store/unpack_volume.hpp"
#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_unpack_volume {

using namespace foldwave;
using namespace foldwave::test;

class TestUnpackVolume : public QObject {
  Q_OBJECT

 private slots:
  void the_values_come_back() {
    for (const std::array<int, 3> n :
         {std::array{70, 65, 66}, {70, 1, 65}, {33, 20, 1}, {1, 9, 70}, {1, 1, 1}})
      for (const std::string& codec : codecs_of_each_kind())
        for (const double bound : {0.0, 1e-3}) {
          std::vector<float> values = wave_values(n);
          values.front() = std::bit_cast<float>(0xFFC0ABCDU);
          if (values.size() > 5) values[5] = -INFINITY;
          const PackedVolume packed = pack_volume(values, facts_of(n, codec, bound));
          const Field<float> back = unpack_volume(packed);
          QCOMPARE(back.shape(), n);
          if (bound == 0.0) QVERIFY(same_bits(back.values(), values));
          QCOMPARE(std::bit_cast<std::uint32_t>(back[0]), 0xFFC0ABCDU);
          if (values.size() > 5) QCOMPARE(back[5], -INFINITY);
          for (std::size_t m = 6; m < values.size(); ++m)
            QVERIFY(std::abs(static_cast<double>(back.values()[m]) - static_cast<double>(values[m])) <=
                    bound);
        }
  }

  void a_silent_brick_is_zeros() {
    const std::array<int, 3> n{70, 10, 10};
    std::vector<float> values(7000, 0.0F);
    values[3] = 2.0F;
    const PackedVolume packed = pack_volume(values, facts_of(n, "blosc", 1e-3), {}, 32);
    QVERIFY(packed.bricks.back().bytes.empty());
    QVERIFY(same_bits(unpack_volume(packed).values(), values));
  }

  // Each axis' plane, at its ends and across bricks; a value tells its node.
  void a_box_is_that_of_the_whole() {
    const std::array<int, 3> n{70, 65, 66};
    const std::vector<float> values = node_values(n);
    const PackedVolume packed = pack_volume(values, facts_of(n, "lz4"), {}, 32);
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int at : {0, 31, 32, n[axis] - 1}) {
        NodeBox box{{0, 0, 0}, n};
        box.low[axis] = at;
        box.n[axis] = 1;
        std::vector<float> out(static_cast<std::size_t>(box.size()));
        unpack_box(packed, box, out);
        std::size_t m = 0;
        for (int k = 0; k < box.n[2]; ++k)
          for (int j = 0; j < box.n[1]; ++j)
            for (int i = 0; i < box.n[0]; ++i)
              QCOMPARE(out[m++], static_cast<float>(1 + i + box.low[0] + 200 * (j + box.low[1]) +
                                                    40000 * (k + box.low[2])));
      }
  }

  void what_cannot_be_is_refused() {
    const std::array<int, 3> n{20, 10, 12};
    PackedVolume packed = pack_volume(wave_values(n), facts_of(n, "blosc"));
    std::vector<float> out(2400);
    QVERIFY_THROWS_EXCEPTION(InputError, unpack_box(packed, {{1, 0, 0}, n}, out));
    QVERIFY_THROWS_EXCEPTION(InputError, unpack_box(packed, {{0, 0, 0}, {20, 10, 11}}, out));
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY_THROWS_EXCEPTION(Stopped, unpack_volume(packed, {nullptr, stopped.get_token()}));
    packed.bricks.front().bytes.resize(packed.bricks.front().bytes.size() / 2);
    QVERIFY_THROWS_EXCEPTION(InputError, unpack_volume(packed));
    packed.bricks.clear();
    QVERIFY_THROWS_EXCEPTION(InputError, unpack_volume(packed));
  }
};

}  // namespace test_unpack_volume

FOLDWAVE_TEST(test_unpack_volume, run_guiless<test_unpack_volume::TestUnpackVolume>)
#include "test_unpack_volume.moc"
