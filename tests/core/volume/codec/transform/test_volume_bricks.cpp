// Protects the cut of a volume into bricks of one shape: every value in its place, the last ones repeated
// beyond the volume, and the volume back from them.
#include <QTest>

#include "core/volume/codec/transform/volume_transform.hpp"
#include "tests/core/volume/codec/codec_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_volume_bricks {

using namespace foldwave;
using namespace foldwave::test;

class TestVolumeBricks : public QObject {
  Q_OBJECT
 private slots:
  void every_value_has_its_place() {
    for (const std::array<int, 3> n :
         {std::array<int, 3>{70, 5, 129}, {64, 64, 64}, {1, 1, 1}, {3, 200, 65}}) {
      const VolumeBricks bricks(n);
      const BrickShape all{n};
      std::vector<float> volume(all.values()), back(all.values(), -1.0F), values(bricks.brick.values());
      for (std::size_t i = 0; i < volume.size(); ++i)
        volume[i] = static_cast<float>(i);
      QCOMPARE(bricks.words({TransformKind::lapped, 3}),
               bricks.count() * coefficient_shape({TransformKind::lapped, 3}, bricks.brick).values());
      for (std::size_t b = 0; b < bricks.count(); ++b) {
        bricks.gather(b, volume, values);
        bricks.scatter(b, values, back);
        const int brick = static_cast<int>(b);
        const int first[] = {brick % bricks.counts[0] * bricks.brick.n[0],
                             brick / bricks.counts[0] % bricks.counts[1] * bricks.brick.n[1],
                             brick / bricks.counts[0] / bricks.counts[1] * bricks.brick.n[2]};
        for (std::size_t i = 0; i < values.size(); ++i) {
          const int at = static_cast<int>(i);
          const int x = std::min(first[0] + at % bricks.brick.n[0], n[0] - 1);
          const int y = std::min(first[1] + at / bricks.brick.n[0] % bricks.brick.n[1], n[1] - 1);
          const int z = std::min(first[2] + at / bricks.brick.n[0] / bricks.brick.n[1], n[2] - 1);
          QCOMPARE(values[i], static_cast<float>((z * n[1] + y) * n[0] + x));
        }
      }
      QVERIFY(same_bits(volume, back));
    }
  }

  void what_is_no_volume_is_refused() {
    QVERIFY_THROWS_EXCEPTION(InputError, VolumeBricks({0, 4, 4}));
    QVERIFY_THROWS_EXCEPTION(InputError, VolumeBricks({4, 4, -4}));
  }
};

}  // namespace test_volume_bricks

FOLDWAVE_TEST(test_volume_bricks, run_alone<test_volume_bricks::TestVolumeBricks>)
#include "test_volume_bricks.moc"
