// Protects the inner loop of the foot-point method: the table's jets are the horizon's, inside and on the
// rim's slope, and Newton's step ends on the foot that the global search finds, on both sides, in single and
// double precision.
#include <QTest>
#include <cmath>
#include <random>

#include "core/fold/foot/foot_kernel.hpp"
#include "core/horizon/foot_search.hpp"
#include "tests/test_program.hpp"

namespace test_foot_kernel {

using namespace foldwave;

namespace {

const Grid3 box{{65, 65, 65}, {0.15625, 0.15625, 0.15625}, {}, {}, {}, 0};
const Grid3 slice{{65, 1, 65}, {0.15625, 0.15625, 0.15625}, {}, {}, {}, 0};

HorizonSpec trains() {
  return TrainsHorizon{5.0, {{0.5, 8.0, 70.0, {2.5, 5.0}, {}}, {0.3, 11.0, 170.0, {5.0, 6.0}, {}}}, {}};
}
HorizonSpec points() {
  PointsHorizon spec;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0.0, 10.0);
  for (int i = 0; i < 12; ++i)
    spec.points.push_back({place(random), place(random), 5.0 + 0.08 * place(random)});
  return spec;
}
HorizonSpec plane() {
  return PlaneHorizon{{3.0, 4.0, 5.0}, 25.0, 70.0, {}};
}

}  // namespace

class TestFootKernel : public QObject {
  Q_OBJECT
 private slots:
  void a_table_is_its_horizon_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<bool>("section");
    const char* const names[] = {"trains", "points", "plane"};
    for (int which = 0; which < 3; ++which)
      for (const bool section : {false, true})
        QTest::addRow("%s%s", names[which], section ? ", section" : "") << which << section;
  }
  void a_table_is_its_horizon() {
    QFETCH(int, which);
    QFETCH(bool, section);
    const Grid3& grid = section ? slice : box;
    const Horizon horizon = make_horizon(which == 0   ? trains()
                                         : which == 1 ? points()
                                                      : plane(),
                                         grid, "", "");
    const MapDomain wanted{-20.0, -15.0, 25.0, 22.0};
    const auto table = make_surface_table<double>(horizon, wanted, 1e-6);
    const auto single = make_surface_table<float>(horizon, wanted, 1e-6);
    QVERIFY2(table.misfit < 1e-6, qPrintable(QString::number(table.misfit)));
    QVERIFY2(single.misfit < 6e-6, qPrintable(QString::number(single.misfit)));
    const auto& view = table.view;
    std::mt19937 random(7);
    std::uniform_real_distribution<double> place(-14.0, 21.0);
    for (int trial = 0; trial < 300; ++trial) {
      const double x = place(random);
      const double y = section ? 0.0 : place(random);
      const HeightJet s = horizon.at(x, y);
      const HeightJetT<double> t = section ? surface_jet<true>(view, x, y) : surface_jet<false>(view, x, y);
      QVERIFY(std::abs(t.f + view.mean - s.f) < 1e-6);
      QVERIFY(std::abs(t.fx - s.fx) < 1e-4 && std::abs(t.fy - s.fy) < 1e-4);
      // Beside one rim only: the horizon's own jet leaves the third derivative out.
      const bool inside = which != 1 || (x > -5.0 && x < 15.0 && y > -5.0 && y < 15.0);
      if (!inside) continue;
      QVERIFY(std::abs(t.fxx - s.fxx) < 3e-3 && std::abs(t.fxy - s.fxy) < 3e-3 &&
              std::abs(t.fyy - s.fyy) < 3e-3);
    }
  }

  void newton_ends_on_the_foot_data() {
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("psi");
    QTest::newRow("class 1A") << 1.4 << -0.4;
    QTest::newRow("class 1B") << 1.0 << 0.0;
    QTest::newRow("class 1C") << 0.6 << 0.4;
    QTest::newRow("lambda one half") << 0.5 << 0.5;
    QTest::newRow("faster current") << 0.3 << 0.7;
  }
  void newton_ends_on_the_foot() {
    QFETCH(double, F);
    QFETCH(double, psi);
    const Horizon horizon = make_horizon(trains(), box, "", "");
    const Vec3 b = psi * AxialLine{40.0, 78.0}.upward();
    const FootSearch upper(horizon, box, F, b, Side::upper);
    const FootSearch lower(horizon, box, F, b, Side::lower);
    const auto table = make_surface_table<double>(horizon, {-30.0, -30.0, 40.0, 40.0}, 1e-8);
    const auto single = make_surface_table<float>(horizon, {-30.0, -30.0, 40.0, 40.0}, 1e-6);
    const FootSpeeds<double> c{F, b.x, b.y, b.z};
    const FootSpeeds<float> cf{static_cast<float>(F), static_cast<float>(b.x), static_cast<float>(b.y),
                               static_cast<float>(b.z)};
    std::mt19937 random(11);
    std::uniform_real_distribution<double> place(0.0, 10.0);
    for (int trial = 0; trial < 100; ++trial) {
      const Vec3 x{place(random), place(random), place(random)};
      const bool above = x.z < horizon.depth(x.x, x.y);
      const Foot foot = (above ? upper : lower).find(x, nullptr);
      const double T = above ? foot.time : -foot.time;
      double u = foot.u + 0.05;
      double v = foot.v - 0.05;
      const auto first = foot_step<false>(table.view, c, x.x, x.y, x.z - table.view.mean, u, v);
      if (first.quality < 0.3) continue;
      // The promise of the third order: an eighth of the error from half the distance, or nearly nothing.
      QVERIFY(std::abs(first.time - T) < 2e-5);
      const auto step =
          refine_foot<false>(table.view, c, x.x, x.y, x.z - table.view.mean, u, v, 6, 1.0, 1e-15);
      QVERIFY2(std::abs(step.time - T) < 2e-8, qPrintable(QString("%1, wanted %2").arg(step.time).arg(T)));
      QVERIFY(std::hypot(u - foot.u, v - foot.v) < 1e-5);
      QVERIFY(step.speed > 0.0 && step.quality > 0.0);

      float uf = static_cast<float>(foot.u + 0.05);
      float vf = static_cast<float>(foot.v - 0.05);
      const auto stepf =
          refine_foot<false>(single.view, cf, static_cast<float>(x.x), static_cast<float>(x.y),
                             static_cast<float>(x.z) - single.view.mean, uf, vf, 6, 1.0F, 1e-6F);
      QVERIFY(std::abs(static_cast<double>(stepf.time) - T) < 2e-5);
    }
  }

  // F = 0 and F < 0: the same formulas; the answers are a shift along a, and the plane's own.
  void the_speed_may_be_zero_or_negative() {
    const Horizon horizon = make_horizon(trains(), box, "", "");
    const auto table = make_surface_table<double>(horizon, {-30.0, -30.0, 40.0, 40.0}, 1e-8);
    const Vec3 b{0.1, -0.2, -0.9};
    const double along = 2.5;
    const Vec3 y{4.0, 5.0, horizon.depth(4.0, 5.0)};
    const Vec3 x = y + along * b;
    double u = 4.6;
    double v = 4.7;
    const auto step = refine_foot<false>(table.view, {0.0, b.x, b.y, b.z}, x.x, x.y, x.z - table.view.mean, u,
                                         v, 8, 1.0, 1e-15);
    QVERIFY(std::abs(step.time - along) < 5e-8);
    for (const double F : {-0.3, 0.4}) {
      const HeightJet s = horizon.at(4.0, 5.0);
      const Vec3 n = Horizon::upward_normal(s);
      const Vec3 other = y + 0.8 * (F * n + b);
      u = 4.2;
      v = 4.9;
      const auto foot = refine_foot<false>(table.view, {F, b.x, b.y, b.z}, other.x, other.y,
                                           other.z - table.view.mean, u, v, 8, 1.0, 1e-15);
      QVERIFY2(std::abs(foot.time - 0.8) < 1e-7, qPrintable(QString::number(foot.time)));
      QVERIFY(std::hypot(u - 4.0, v - 5.0) < 3e-8);
    }
  }

  // The foot of a node a step away, foretold from this one's.
  void the_foot_moves_as_foretold() {
    const Horizon horizon = make_horizon(trains(), box, "", "");
    const auto table = make_surface_table<double>(horizon, {-30.0, -30.0, 40.0, 40.0}, 1e-8);
    const FootSpeeds<double> c{0.7, 0.1, -0.2, -0.3};
    const double mean = table.view.mean;
    const auto foot_of = [&](Vec3 x, double& u, double& v) {
      u = x.x;
      v = x.y;
      return refine_foot<false>(table.view, c, x.x, x.y, x.z - mean, u, v, 20, 1.0, 1e-16).time;
    };
    const Vec3 x{4.2, 5.1, 3.9};
    double u, v;
    const double T = foot_of(x, u, v);
    const auto slope = foot_slope_from(surface_jet<false>(table.view, u, v), c, T);
    constexpr double e = 1e-4;
    for (int a = 0; a < 3; ++a) {
      double u1, v1, u0, v0;
      Vec3 ahead = x, behind = x;
      ahead[a] += e;
      behind[a] -= e;
      foot_of(ahead, u1, v1);
      foot_of(behind, u0, v0);
      QVERIFY(std::abs((u1 - u0) / (2.0 * e) - slope.u[a]) < 1e-7);
      QVERIFY(std::abs((v1 - v0) / (2.0 * e) - slope.v[a]) < 1e-7);
    }
  }

  // Over a level place that bends by k along x and m along y the quality is (1 - k T)(1 - m T): 1 on the
  // horizon, 0 at a caustic, below 0 behind both too.
  void quality_is_what_is_left_before_a_caustic() {
    const double F = 1.3, k = 0.25, m = 0.5;
    for (const double T : {-2.0, -0.5, 0.0, 1.0, 1.5, 2.5, 5.0}) {
      const HeightJetT<double> s{3.0, 0.0, 0.0, -k / F, 0.0, -m / F};
      const auto step = foot_step_from<double>(s, {F, 0.0, 0.0, 0.0}, 7.0, 8.0, 3.0 - F * T, 7.0, 8.0);
      const double along = 1.0 - k * T, across = 1.0 - m * T;
      const double wanted = along + across > 0.0 ? along * across : -1.0;
      QVERIFY2(std::abs(step.quality - wanted) < 1e-12, qPrintable(QString::number(step.quality)));
      QVERIFY(std::abs(step.time - T) < 1e-12 && step.du == 0.0 && step.dv == 0.0);
    }
    // On a slope too, with a current: the metric's own determinant is taken out, speed is F |N| + b.N.
    const HeightJetT<double> s{3.0, 0.6, -0.8, 0.1, 0.05, -0.2};
    const Vec3 b{0.1, 0.3, -0.2};
    const auto step = foot_step_from<double>(s, {0.7, b.x, b.y, b.z}, 7.0, 8.0, 3.0, 7.0, 8.0);
    QVERIFY(std::abs(step.quality - 1.0) < 1e-12 && std::abs(step.time) < 1e-15);
    QVERIFY(std::abs(step.speed - (0.7 * std::sqrt(2.0) + 0.06 - 0.24 + 0.2)) < 1e-14);
  }

  // As many looks as are allowed, none after one that changed little, and no step longer than is allowed.
  void looks_and_steps_are_counted() {
    const Horizon horizon = make_horizon(trains(), box, "", "");
    const auto table = make_surface_table<double>(horizon, {-30.0, -30.0, 40.0, 40.0}, 1e-8);
    const FootSpeeds<double> c{0.8, 0.1, 0.0, -0.2};
    const auto after = [&](int steps, double longest, double enough) {
      MapDomain at{6.0, 6.0, 0.0, 0.0};
      refine_foot<false>(table.view, c, 5.0, 5.0, 2.0 - table.view.mean, at.x0, at.y0, steps, longest,
                         enough);
      return std::array{at.x0, at.y0};
    };
    QCOMPARE(after(0, 9.0, 0.0), (std::array{6.0, 6.0}));
    const auto step = foot_step<false>(table.view, c, 5.0, 5.0, 2.0 - table.view.mean, 6.0, 6.0);
    QCOMPARE(after(1, 9.0, 0.0), (std::array{6.0 + step.du, 6.0 + step.dv}));
    QVERIFY(after(2, 9.0, 0.0) != after(1, 9.0, 0.0));
    QCOMPARE(after(5, 9.0, 1e9), after(1, 9.0, 0.0));
    const auto [u, v] = after(1, 0.01, 0.0);
    QVERIFY(std::abs(std::hypot(u - 6.0, v - 6.0) - 0.01) < 1e-12);
    // A step that was cut is no end.
    QVERIFY(after(2, 0.01, 1e9) != after(1, 0.01, 1e9));
  }
};

}  // namespace test_foot_kernel

FOLDWAVE_TEST(test_foot_kernel, run_guiless<test_foot_kernel::TestFootKernel>)
#include "test_foot_kernel.moc"
