// Protects what maps and sections draw of a horizon: its own depths and slopes, over the whole box and to
// both ends of a line.
#include <QTest>
#include <cmath>

#include "core/horizon/depth_samples.hpp"
#include "tests/test_program.hpp"

namespace test_depth_samples {

using namespace foldwave;

class TestDepthSamples : public QObject {
  Q_OBJECT
 private slots:
  void the_upper_of_two_surfaces_hides_the_lower() {
    SeenFromAbove seen(400.0, 200.0, 80);
    // Below everywhere at 300 m; above it, over the western half, from 50 to 150 m.
    seen.add({0, 0, 300}, {400, 0, 300}, {400, 200, 300});
    seen.add({0, 0, 300}, {400, 200, 300}, {0, 200, 300});
    seen.add({0, 0, 50}, {200, 0, 150}, {200, 200, 150});
    seen.add({200, 200, 150}, {0, 200, 50}, {0, 0, 50});  // wound the other way
    for (const double y : {10.0, 99.0, 190.0}) {
      QVERIFY(seen.hides(20, y, 300, 10) && seen.hides(190, y, 300, 10));
      QVERIFY(!seen.hides(210, y, 300, 10) && !seen.hides(390, y, 300, 10));
      QVERIFY(!seen.hides(100, y, 100, 10));  // itself
      QVERIFY(seen.hides(100, y, 120, 10));
    }
    QVERIFY(!SeenFromAbove(100, 0, 10).hides(50, 0, 1e6, 0));  // nothing is there
  }

  void raster_covers_the_box() {
    const Grid3 grid{{21, 11, 5}, {10, 10, 10}, {500, 700, 90}};
    const Horizon h =
        make_horizon(TrainsHorizon{120, {{15, 80, 60, {520, 730}, {}}}, {}}, grid, "", "/events/0/horizon");
    const DepthRaster r = depth_raster(h, grid, 41);
    QVERIFY(r.nx == 41 && r.ny == 21 && r.hx == 5.0 && r.hy == 5.0);
    const std::size_t last = r.depth.size() - 1;
    QCOMPARE(r.depth[last], static_cast<float>(h.depth(200, 100)));
    QCOMPARE(r.slope_x[41 * 3 + 7], static_cast<float>(h.at(35, 15).fx));
    QCOMPARE(r.slope_y[41 * 3 + 7], static_cast<float>(h.at(35, 15).fy));
  }

  void profile_reaches_both_ends() {
    const Grid3 grid{{21, 11, 5}, {10, 10, 10}};
    const Horizon h = make_horizon(PlaneHorizon{{0, 0, 20}, 30, 90, {}}, grid, "", "/events/0/horizon");
    const auto depths = depth_profile(h, {{10, 5}, {190, 95}}, 10);
    QCOMPARE(depths.size(), std::size_t{10});
    const double slope = std::tan(std::acos(-1.0) / 6);
    QVERIFY(std::abs(depths.front() - (20 + 10 * slope)) < 1e-9 &&
            std::abs(depths.back() - (20 + 190 * slope)) < 1e-9);
  }
};

}  // namespace test_depth_samples

FOLDWAVE_TEST(test_depth_samples, run_alone<test_depth_samples::TestDepthSamples>)
#include "test_depth_samples.moc"
