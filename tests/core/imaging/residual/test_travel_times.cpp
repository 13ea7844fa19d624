// Protects the fold solver as an eikonal engine: times of a uniform and of a gradient medium in closed form,
// in a section and a volume, the nearer the finer the grid.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/imaging/residual/travel_times.hpp"
#include "tests/test_program.hpp"

namespace test_travel_times {

using namespace foldwave;

namespace {

// v = v0 + g z: rays are circles (Slotnick 1959).
double gradient_time(double v0, double g, const Vec3& a, const Vec3& b) {
  const double va = v0 + g * a.z, vb = v0 + g * b.z, d = norm(b - a);
  return std::acosh(1.0 + g * g * d * d / (2.0 * va * vb)) / g;
}

double worst_error(std::array<int, 3> n, double h, double g) {
  const Grid3 grid{n, {h, h, h}, {700.0, 0.0, 50.0}, {}, {}, 0};
  Field<float> v(n);
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        v(i, j, k) = static_cast<float>(2000.0 + g * k * h);
  const Vec3 source{0.31 * grid.extent().x, 0.5 * grid.extent().y, h};
  const Field<float> times = travel_times(grid, v, source, {});
  double worst = 0.0;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        const Vec3 at = grid.local(i, j, k);
        const double wanted = g > 0.0 ? gradient_time(2000.0, g, source, at) : norm(at - source) / 2000.0;
        worst = worst_of(worst, std::abs(static_cast<double>(times(i, j, k)) - wanted));
      }
  return worst;
}

}  // namespace

class TestTravelTimes : public QObject {
  Q_OBJECT
 private slots:
  void times_are_those_of_the_closed_form() {
    FOLDWAVE_NUMBERS();
    const double coarse = worst_error({81, 1, 41}, 20.0, 0.8), fine = worst_error({161, 1, 81}, 10.0, 0.8);
    const double uniform = worst_error({81, 1, 41}, 20.0, 0.0);
    const double volume = worst_error({41, 21, 31}, 20.0, 0.8);
    qInfo("%g ms, half the spacing %g; uniform %g, volume %g", 1e3 * coarse, 1e3 * fine, 1e3 * uniform,
          1e3 * volume);
    QVERIFY2(coarse < 1e-3, qPrintable(QString::number(coarse)));
    QVERIFY2(uniform < 1e-3, qPrintable(QString::number(uniform)));
    QVERIFY2(volume < 1e-3, qPrintable(QString::number(volume)));
    QVERIFY2(fine < 0.6 * coarse, qPrintable(QString::number(fine / coarse)));
  }

  void between_nodes_it_is_trilinear() {
    const Grid3 grid{{11, 1, 11}, {10.0, 10.0, 10.0}, {700.0, 0.0, 50.0}, {}, {}, 0};
    Field<float> times(grid.n);
    for (int k = 0; k < 11; ++k)
      for (int i = 0; i < 11; ++i)
        times(i, 0, k) = static_cast<float>(3 * i + 7 * k);
    QVERIFY(std::abs(times_at(times, grid, {{25.0, 0.0, 42.0}})[0] - (7.5 + 29.4)) < 1e-9);
  }

  void what_has_no_time_is_refused() {
    const Grid3 grid{{11, 1, 11}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    Field<float> v(grid.n, 2000.0F);
    QVERIFY_EXCEPTION_THROWN(travel_times(grid, v, {101.0, 0.0, 10.0}, {}), InputError);
    v[7] = 0.0F;
    QVERIFY_EXCEPTION_THROWN(travel_times(grid, v, {50.0, 0.0, 10.0}, {}), InputError);
  }
};

}  // namespace test_travel_times

FOLDWAVE_TEST(test_travel_times, run_guiless<test_travel_times::TestTravelTimes>)
#include "test_travel_times.moc"
