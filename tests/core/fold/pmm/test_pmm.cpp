// Protects the folded volume: no node in a shadow, both sides, the same for any number of threads, a 2D
// section like a cylinder, and a stop that is heard.
#include <QTest>
#include <cmath>
#include <cstring>
#include <thread>

#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/normal_speed.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "tests/test_program.hpp"

namespace test_pmm {

using namespace foldwave;

namespace {

Grid3 cube(int n, double length) {
  const double h = length / (n - 1);
  return {{n, n, n}, {h, h, h}, {}, {}, {}, 0};
}

Horizon cosine(const Grid3& grid) {
  return make_horizon(
      TrainsHorizon{5.0, {{0.7, 9.0, 60.0, {2.5, 5.0}, {}}, {0.3, 13.0, 150.0, {5.0, 6.0}, {}}}, {}}, grid,
      "", "");
}

FoldSolution fold(const Horizon& horizon, const Grid3& grid, double F, Vec3 b) {
  return make_pmm_solver()->solve({grid, F, b, std::make_shared<const Horizon>(horizon), {}}, {}, {});
}

}  // namespace

class TestPmm : public QObject {
  Q_OBJECT
 private slots:
  // Planes are solved exactly, whatever the lean, at every node: the shadow of the box's edge is gone.
  void a_plane_is_exact_on_unequal_spacings() {
    const Grid3 grid{{21, 17, 26}, {12.0, 15.0, 9.0}, {1e5, 2e5, 3e3}, {}, {}, 0};
    const PlaneHorizon spec{grid.origin + Vec3{110.0, 120.0, 115.0}, 50.0, 250.0, {}};
    const Horizon horizon = make_horizon(spec, grid, "", "");
    for (const double lambda : {-0.5, 0.0, 0.5, 0.65}) {
      const FoldParameters p = FoldParameters::from_lambda(lambda);
      const Vec3 b = p.psi * AxialLine{75.0, 70.0}.upward();
      const HeightJet s = horizon.at(0.0, 0.0);
      const Vec3 n = Horizon::upward_normal(s);
      const FoldSolution solution = fold(horizon, grid, p.F, b);
      QVERIFY(solution.unreached == 0);
      for (int k = 0; k < grid.n[2]; ++k)
        for (int j = 0; j < grid.n[1]; ++j)
          for (int i = 0; i < grid.n[0]; ++i) {
            const double exact = dot(grid.local(i, j, k) - Vec3{0.0, 0.0, s.f}, n) / (p.F + dot(b, n));
            QVERIFY(std::abs(static_cast<double>(solution.arrival(i, j, k)) - exact) < 2e-6 * 300.0);
          }
    }
  }

  // First order: with exact values in a band of fixed width, half the spacing is half the mean error.
  void the_error_falls_with_the_spacing() {
    const double F = 1.1;
    const Vec3 b{-0.35, 0.4, -0.7};
    double error[2];
    int which = 0;
    for (const int n : {17, 33}) {
      const Grid3 grid = cube(n, 10.0);
      const Horizon horizon = cosine(grid);
      StartValues<float> band = make_start_values<float>(horizon, grid, F, b, {2, 1.6}, {});
      const Field<std::uint8_t> fixed = band.fixed.clone();
      FoldProblem problem{grid, F, b, nullptr, std::move(band)};
      const Field<float> found = make_pmm_solver()->solve(std::move(problem), {}, {}).arrival;
      const Field<float> exact = exact_arrival(horizon, grid, F, b, {});
      double sum = 0.0;
      Index count = 0;
      for (Index m = 0; m < grid.size(); ++m) {
        if (fixed[m] != 0) continue;
        sum += std::abs(static_cast<double>(found[m]) - static_cast<double>(exact[m]));
        ++count;
      }
      error[which++] = sum / static_cast<double>(count);
    }
    const double ratio = error[0] / error[1];
    QVERIFY2(ratio > 1.8 && ratio < 2.2,
             qPrintable(QString("%1: %2 and %3").arg(ratio).arg(error[0]).arg(error[1])));
  }

  void sides_have_their_signs() {
    const Grid3 grid = cube(21, 10.0);
    const Horizon horizon = cosine(grid);
    const FoldSolution solution = fold(horizon, grid, 0.6, {0.0, 0.0, -0.4});
    for (int k = 0; k < 21; ++k)
      for (int j = 0; j < 21; ++j)
        for (int i = 0; i < 21; ++i) {
          const Vec3 x = grid.local(i, j, k);
          const bool above = x.z < horizon.depth(x.x, x.y);
          QVERIFY(above == (solution.arrival(i, j, k) > 0.0F));
        }
  }

  void threads_do_not_change_a_bit() {
    const Grid3 grid = cube(25, 10.0);
    const Horizon horizon = cosine(grid);
    const int threads = thread_count();
    set_thread_count(1);
    const Field<float> one = fold(horizon, grid, 1.1, {-0.35, 0.4, -0.7}).arrival;
    set_thread_count(3);
    const Field<float> three = fold(horizon, grid, 1.1, {-0.35, 0.4, -0.7}).arrival;
    set_thread_count(threads);
    QVERIFY(std::memcmp(one.data(), three.data(), sizeof(float) * static_cast<std::size_t>(one.size())) == 0);
  }

  void a_section_is_a_cylinder_without_its_axis() {
    const TrainsHorizon spec{5.0, {{0.8, 8.0, 90.0, {4.0, 0.0}, {}}}, {}};
    const Grid3 slab{{41, 9, 41}, {0.25, 0.25, 0.25}, {}, {}, {}, 0};
    Grid3 section = slab;
    section.n[1] = 1;
    const Vec3 b{0.1, 0.0, -0.35};
    const Field<float> volume = fold(make_horizon(spec, slab, "", ""), slab, 0.6, b).arrival;
    // The current's part along y must not be seen in a section.
    const Field<float> flat =
        fold(make_horizon(spec, section, "", ""), section, 0.6, b + Vec3{0.0, 0.2, 0.0}).arrival;
    double worst = 0.0;
    for (int k = 0; k < 41; ++k)
      for (int i = 0; i < 41; ++i)
        worst = worst_of(worst, static_cast<double>(std::abs(volume(i, 4, k) - flat(i, 0, k))));
    QVERIFY2(worst < 6e-6, qPrintable(QString::number(worst)));
  }

  void a_stop_is_heard() {
    const Grid3 grid = cube(49, 10.0);
    const Horizon horizon = cosine(grid);
    FoldProblem problem{grid, 1.0, {}, std::make_shared<const Horizon>(horizon), {}};
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(make_pmm_solver()->solve(std::move(problem), {}, {nullptr, stop.get_token()}),
                             Stopped);
    QVERIFY_EXCEPTION_THROWN(
        make_start_values<float>(horizon, grid, 1.0, {}, {}, {nullptr, stop.get_token()}), Stopped);
  }

  // V at each column is what the check sums up; 1A never fails, however steep.
  void the_normal_speed_of_every_column() {
    const Grid3 grid{{41, 31, 31}, {10, 10, 10}, {}, {}, {}, 0};
    const Horizon steep =
        make_horizon(TrainsHorizon{150.0, {{80.0, 300.0, 70.0, {200.0, 100.0}, {}}}, {}}, grid, "", "");
    for (const double lambda : {-2.0, 0.4, 1.0, 1.6}) {
      const FoldParameters p = FoldParameters::from_lambda(lambda);
      const Vec3 b = p.psi * AxialLine{90.0, 70.0}.upward();
      const NormalSpeeds all = normal_speeds(steep, grid, p.F, b);
      const NormalSpeedCheck check = check_normal_speed(steep, grid, p.F, b);
      QCOMPARE(all.speed.size(), std::size_t{41 * 31});
      QCOMPARE(all.least, check.least);
      QCOMPARE(all.share_bad, check.share_bad);
      const Vec3 n = Horizon::upward_normal(steep.at(50.0, 70.0));
      QVERIFY(std::abs(static_cast<double>(all.speed[5 + 41 * 7]) - (p.F + dot(b, n))) < 2e-7);
      QCOMPARE(all.share_bad > 0.0, lambda > 1.5);
    }
    QCOMPARE(normal_speeds({}, 1.0, {}).share_bad, 0.0);
  }

  void the_normal_speed_is_judged_on_the_horizon() {
    const Grid3 grid = cube(41, 10.0);
    const Horizon steep =
        make_horizon(TrainsHorizon{5.0, {{2.5, 8.0, 90.0, {4.0, 0.0}, {}}}, {}}, grid, "", "");
    const NormalSpeedCheck good = check_normal_speed(steep, grid, 0.8, {0.0, 0.0, -0.2});
    QVERIFY(good.share_bad == 0.0 && good.least > 0.8);
    const NormalSpeedCheck bad = check_normal_speed(steep, grid, 0.2, 0.8 * AxialLine{90.0, 20.0}.upward());
    QVERIFY(bad.least < 0.0 && bad.share_bad > 0.05 && bad.share_bad < 0.6);
  }
};

}  // namespace test_pmm

FOLDWAVE_TEST(test_pmm, run_guiless<test_pmm::TestPmm>)
#include "test_pmm.moc"
