// Protects the bounds that let the search for a foot point leave tiles out: no place of a tile lies farther
// from the tile's plane than its deviation says, by splines that are bent along one axis alone too, and the
// bound is not so wide that nothing is left out.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/worst.hpp"
#include "core/horizon/foot_tree.hpp"
#include "tests/test_program.hpp"

namespace test_foot_tree {

using namespace foldwave;

class TestFootTree : public QObject {
  Q_OBJECT

  static Grid3 box(int ny) { return {{65, ny, 65}, {0.15625, 0.15625, 0.15625}, {}, {}, {}, 0}; }

  // Control points of a surface that is bent along x, along y or by a twist.
  static HorizonSpec bent(double along_x, double along_y, double twist) {
    PointsHorizon spec;
    for (int j = 0; j <= 8; ++j)
      for (int i = 0; i <= 8; ++i) {
        const double x = 1.25 * i, y = 1.25 * j;
        spec.points.push_back({x, y,
                               5.0 + along_x * std::cos(0.9 * x) + along_y * std::cos(0.9 * y) +
                                   twist * (x - 5.0) * (y - 5.0)});
      }
    return spec;
  }

 private slots:
  void no_place_lies_beyond_its_bound_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("ny");
    int kind = 0;
    for (const char* name : {"trains", "along x", "along y", "twisted", "both", "chevrons"})
      QTest::newRow(name) << kind++ << 65;
    QTest::newRow("section") << 1 << 1;
  }
  void no_place_lies_beyond_its_bound() {
    QFETCH(int, kind);
    QFETCH(int, ny);
    const FoldTrain oblique{0.9, 6.0, 70.0, {2.5, 5.0}, {}};
    const HorizonSpec specs[] = {
        TrainsHorizon{5.0, {oblique, {0.4, 9.0, 170.0, {5.0, 6.0}, {}}}, {}},
        bent(0.5, 0.0, 0.0),
        bent(0.0, 0.5, 0.0),
        bent(0.0, 0.0, 0.04),
        bent(0.3, 0.5, 0.03),
        TrainsHorizon{5.0, {{0.6, 6.0, 20.0, {2.5, 5.0}, FoldShape::chevron, 0.3}}, {}},
    };
    const Grid3 grid = box(ny);
    const Horizon horizon = make_horizon(specs[kind], grid, "", "");
    const FootTree tree = make_foot_tree(horizon, grid, 0.7, 0.3 * AxialLine{40.0, 78.0}.upward());
    QVERIFY(tree.levels.size() > 4);
    for (const FootTreeLevel& level : tree.levels) {
      double widest = 0.0, needed = 0.0;
      for (const FootTile& tile : level.tiles) {
        double off = 0.0;
        for (int j = -3; j <= 3; ++j)
          for (int i = -3; i <= 3; ++i) {
            const double du = level.hu * i / 3.0, dv = horizon.is_section() ? 0.0 : level.hv * j / 3.0;
            const double f = horizon.depth(tile.u + du, tile.v + dv);
            off = worst_of(off, std::abs(f - (tile.f + tile.fu * du + tile.fv * dv)));
          }
        QVERIFY2(off <= tile.deviation + 1e-9, qPrintable(QString("level of %1: %2 at %3 %4, bound %5")
                                                              .arg(level.n)
                                                              .arg(off)
                                                              .arg(tile.u)
                                                              .arg(tile.v)
                                                              .arg(tile.deviation)));
        widest = worst_of(widest, tile.deviation);
        needed = worst_of(needed, off);
      }
      QVERIFY2(widest < 3.5 * needed + 1e-9,
               qPrintable(QString("level of %1: %2 of %3").arg(level.n).arg(widest).arg(needed)));
    }
  }
};

}  // namespace test_foot_tree

FOLDWAVE_TEST(test_foot_tree, run_guiless<test_foot_tree::TestFootTree>)
#include "test_foot_tree.moc"
