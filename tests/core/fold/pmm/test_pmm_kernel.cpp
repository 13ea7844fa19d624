// Protects the node's formula, which the CPU and the GPU share: exact for planes, the least over the patch of
// interpolated time plus travel time, and free of cancellation at F = |b|.
#include <QTest>
#include <cmath>
#include <random>

#include "core/fold/pmm/pmm_kernel.hpp"
#include "tests/test_program.hpp"

namespace test_pmm_kernel {

using namespace foldwave;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

// The least of T + tau over the patch's triangles, by brute force.
double least_over_patch(const double (&t)[9], double F, Vec3 b, double hu, double hv, double hw) {
  double best = inf;
  constexpr int steps = 400;
  for (int sv = -1; sv <= 1; sv += 2)
    for (int su = -1; su <= 1; su += 2)
      for (int which = 0; which < 2; ++which) {
        const double centre = t[4];
        const double axis = which == 0 ? t[(su + 1) + 3] : t[1 + 3 * (sv + 1)];
        const double corner = t[(su + 1) + 3 * (sv + 1)];
        for (int i = 0; i <= steps; ++i)
          for (int j = 0; j <= i; ++j) {
            const double along = static_cast<double>(i) / steps;
            const double across = static_cast<double>(j) / steps;
            const double time = centre + along * (axis - centre) + across * (corner - axis);
            const double u = su * hu * (which == 0 ? along : across);
            const double v = sv * hv * (which == 0 ? across : along);
            best = std::min(best, time + travel_time<double>({-u, -v, hw}, F, b));
          }
      }
  return best;
}

}  // namespace

class TestPmmKernel : public QObject {
  Q_OBJECT
 private slots:
  void a_plane_front_is_exact() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    int tried = 0;
    for (int trial = 0; trial < 5000; ++trial) {
      const double F = 0.2 + std::abs(unit(random));
      const Vec3 b{0.8 * unit(random), 0.8 * unit(random), 0.8 * unit(random)};
      const double hu = 0.7, hv = 1.3, hw = 0.9;
      Vec3 n{unit(random), unit(random), unit(random)};
      n = (1.0 / norm(n)) * n;
      const double V = F + dot(b, n);
      const Vec3 way = F * n + b;
      // The characteristic must come out of the patch, else this plane is for another sub-sweep.
      if (V < 0.1 || way.z < 0.05 || std::abs(way.x / way.z) * hw > hu || std::abs(way.y / way.z) * hw > hv)
        continue;
      const auto stencil = make_patch_stencil<double>(F, b.x, b.y, b.z, hu, hv, hw, true);
      double t[9];
      for (int m = 0; m < 9; ++m)
        t[m] = 5.0 + dot(n, Vec3{(m % 3 - 1) * hu, (m / 3 - 1) * hv, -hw}) / V;
      QVERIFY(std::abs(patch_update(stencil, t, inf) - 5.0) < 1e-9);
      ++tried;
    }
    QVERIFY(tried > 500);
  }

  void it_is_the_least_over_the_patch_data() {
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("bz");
    QTest::newRow("isotropic") << 1.0 << 0.0;
    QTest::newRow("with the current") << 1.1 << 0.7;
    QTest::newRow("against the current") << 1.1 << -0.7;
    QTest::newRow("F = |b|, with") << 0.5 << 0.5;
    QTest::newRow("F = |b|, against") << 0.5 << -0.5;
    QTest::newRow("faster current") << 0.4 << 0.6;
  }
  void it_is_the_least_over_the_patch() {
    QFETCH(double, F);
    QFETCH(double, bz);
    std::mt19937 random(17);
    std::uniform_real_distribution<double> time(0.0, 0.8);
    const double tilt = bz == 0.0 || std::abs(bz) == F ? 0.0 : 0.2;
    const Vec3 b{tilt, -0.5 * tilt, bz};
    const auto stencil = make_patch_stencil<double>(F, b.x, b.y, b.z, 1.0, 0.8, 1.1, true);
    for (int trial = 0; trial < 12; ++trial) {
      double t[9];
      for (double& value : t)
        value = 1.0 + time(random);
      const double expected = least_over_patch(t, F, b, 1.0, 0.8, 1.1);
      const double found = patch_update(stencil, t, inf);
      // An old value a little later must not make the pruning lose the offer, nor one a little earlier take
      // it.
      QVERIFY(std::isinf(expected) || patch_update(stencil, t, found + 1e-3) == found);
      QVERIFY(std::isinf(expected) || patch_update(stencil, t, found - 1e-3) == found - 1e-3);
      if (std::isinf(expected)) {
        QVERIFY(std::isinf(found));
      } else {
        // The scan's own steps leave it a little above the least.
        QVERIFY2(found <= expected + 1e-9 && found > expected - 2e-4,
                 qPrintable(QString("%1, by brute force %2").arg(found).arg(expected)));
      }
    }
  }

  void a_later_patch_and_a_smaller_old_value_change_nothing() {
    const auto stencil = make_patch_stencil<float>(1.0, 0.1, 0.0, 0.2, 1.0, 1.0, 1.0, true);
    float t[9];
    for (float& value : t)
      value = 3.0F;
    QVERIFY(patch_update(stencil, t, 2.5F) == 2.5F);
    t[2] = std::numeric_limits<float>::infinity();
    QVERIFY(patch_update(stencil, t, 3.2F) == 3.2F);
  }

  void missing_neighbours_leave_the_rest_to_work() {
    const auto stencil = make_patch_stencil<double>(1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, true);
    double t[9];
    for (double& value : t)
      value = inf;
    QVERIFY(std::isinf(patch_update(stencil, t, inf)));
    t[8] = 2.0;
    QVERIFY(std::abs(patch_update(stencil, t, inf) - (2.0 + std::sqrt(3.0))) < 1e-14);
    t[7] = 2.0;  // the rim's edge: the wave comes off the middle of it or off node 7
    QVERIFY(std::abs(patch_update(stencil, t, inf) - (2.0 + std::sqrt(2.0))) < 1e-14);
  }

  // Single precision next to F = |b| stays within its own rounding.
  void nothing_cancels_where_the_front_is_as_fast_as_the_current() {
    for (const double share : {0.9999, 0.999999, 1.0, 1.000001, 1.0001}) {
      const double F = 0.5 * share;
      const auto coarse = make_patch_stencil<float>(F, 0.05, 0.02, 0.5, 1.0, 1.0, 1.0, true);
      const auto fine = make_patch_stencil<double>(F, 0.05, 0.02, 0.5, 1.0, 1.0, 1.0, true);
      float t4[9];
      double t8[9];
      for (int m = 0; m < 9; ++m) {
        t4[m] = 3.0F + 0.1F * static_cast<float>(m % 3) - 0.07F * static_cast<float>(m / 3);
        t8[m] = static_cast<double>(t4[m]);
      }
      const double expected = patch_update(fine, t8, inf);
      const auto found =
          static_cast<double>(patch_update(coarse, t4, std::numeric_limits<float>::infinity()));
      QVERIFY(std::abs(found - expected) < 2e-6);
    }
  }
};

}  // namespace test_pmm_kernel

FOLDWAVE_TEST(test_pmm_kernel, run_guiless<test_pmm_kernel::TestPmmKernel>)
#include "test_pmm_kernel.moc"
