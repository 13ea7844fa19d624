// Protects the map of lateral resolution: a quarter of a wavelength over the aperture's sine below the middle
// of a line, twice that at its end, and coarser downwards; of a volume that of the axis that tells less.
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "core/imaging/survey/resolution.hpp"
#include "tests/test_program.hpp"

namespace test_resolution {

using namespace foldwave;

class TestResolution : public QObject {
  Q_OBJECT
 private slots:
  void it_is_that_of_the_aperture() {
    const Grid3 grid{{101, 1, 61}, {10.0, 10.0, 10.0}, {500.0, 0.0, 0.0}, {}, {}, 0};
    const Field<float> velocity(grid.n, 2000.0F);
    const std::vector<Vec3> sources{{700.0, 0.0, 20.0}, {0.0, 0.0, 20.0}, {1000.0, 0.0, 20.0}};
    const Field<float> apart = lateral_resolution(grid, velocity, sources, 25.0, 5000.0);
    double worst = 0.0;
    for (int k = 5; k < 61; k += 5) {
      const double below = 10.0 * k - 20.0, sine = 500.0 / std::hypot(500.0, below);
      worst =
          worst_of(worst, std::abs(static_cast<double>(apart(50, 0, k)) * 4.0 * 25.0 * sine / 2000.0 - 1.0));
      const double far = 1000.0 / std::hypot(1000.0, below);
      worst =
          worst_of(worst, std::abs(static_cast<double>(apart(0, 0, k)) * 2.0 * 25.0 * far / 2000.0 - 1.0));
    }
    QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
    // Offsets that end sooner see less.
    const Field<float> near = lateral_resolution(grid, velocity, sources, 25.0, 100.0);
    QVERIFY(std::abs(near(50, 0, 42) / (2000.0F * std::hypot(100.0F, 400.0F) / (100.0F * 100.0F)) - 1.0F) <
            1e-5F);
    QVERIFY(std::isinf(lateral_resolution(grid, velocity, {{300.0, 0.0, 20.0}}, 25.0, 100.0)(30, 0, 40)));
  }

  // Shots that lie 1000 m apart along x and 400 m along y: what is across tells them apart less.
  void a_volume_is_judged_by_its_worse_axis() {
    const Grid3 grid{{51, 21, 31}, {20.0, 20.0, 20.0}, {500.0, 80.0, 0.0}, {}, {}, 0};
    const Field<float> velocity(grid.n, 2000.0F);
    std::vector<Vec3> sources;
    for (const double x : {0.0, 500.0, 1000.0})
      for (const double y : {0.0, 400.0})
        sources.push_back({x, y, 20.0});
    const Field<float> apart = lateral_resolution(grid, velocity, sources, 25.0, 5000.0);
    double worst = 0.0;
    for (int k = 2; k < 31; ++k) {
      const double below = 20.0 * k - 20.0, across = 200.0 / std::hypot(200.0, below);
      worst = worst_of(worst,
                       std::abs(static_cast<double>(apart(25, 10, k)) * 4.0 * 25.0 * across / 2000.0 - 1.0));
    }
    QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
    // Of one line of shots it is that along the line.
    const std::vector<Vec3> line{{0.0, 200.0, 20.0}, {1000.0, 200.0, 20.0}};
    const double sine = 500.0 / std::hypot(500.0, 380.0);
    const Field<float> along = lateral_resolution(grid, velocity, line, 25.0, 5000.0);
    QVERIFY(std::abs(static_cast<double>(along(25, 3, 20)) * 4.0 * 25.0 * sine / 2000.0 - 1.0) < 1e-6);
  }
};

}  // namespace test_resolution

FOLDWAVE_TEST(test_resolution, run_guiless<test_resolution::TestResolution>)
#include "test_resolution.moc"
