// Protects the arrival from a horizon: its travel time against closed forms, and its search against a fine
// brute-force scan of the whole surface, above and below, for fronts slower and faster than the current, for
// the last arrival (F < 0) and for the shift along the axial line (F = 0).
#include <QTest>
#include <cmath>
#include <random>

#include "core/horizon/foot_search.hpp"
#include "tests/test_program.hpp"

namespace test_foot_search {

using namespace foldwave;

namespace {

const Grid3 box{{65, 65, 65}, {0.15625, 0.15625, 0.15625}, {}, {}, {}, 0};

Horizon folded() {
  return make_horizon(
      TrainsHorizon{5.0, {{0.9, 6.0, 70.0, {2.5, 5.0}, {}}, {0.4, 9.0, 170.0, {5.0, 6.0}, {}}}, {}}, box, "",
      "");
}

HorizonSpec control_points(unsigned seed) {
  PointsHorizon spec;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(0.0, 10.0);
  for (int i = 0; i < 20; ++i)
    spec.points.push_back({place(random), place(random), 4.5 + 0.1 * place(random)});
  return spec;
}

// Over the square of half-width `reach` about x: the least time, or the greatest for F < 0.
double brute_force(const Horizon& horizon, Vec3 x, double F, Vec3 b, double reach, int steps) {
  double best = std::numeric_limits<double>::infinity();
  double bu = 0.0, bv = 0.0;
  const auto scan = [&](double u0, double u1, double v0, double v1, int n) {
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        const double u = u0 + (u1 - u0) * i / n;
        const double v = v0 + (v1 - v0) * j / n;
        const double t = travel_time<double>(x - Vec3{u, v, horizon.depth(u, v)}, F, b);
        if (std::isfinite(t) && (F < 0.0 ? -t : t) < best) {
          best = F < 0.0 ? -t : t;
          bu = u;
          bv = v;
        }
      }
  };
  scan(x.x - reach, x.x + reach, x.y - reach, x.y + reach, steps);
  for (double r = 2.5 * reach / steps; r > 1e-6 * reach; r *= 0.2) {
    const double u = bu;
    const double v = bv;
    scan(u - r, u + r, v - r, v + r, 20);
  }
  return std::abs(best);
}

}  // namespace

class TestFootSearch : public QObject {
  Q_OBJECT
 private slots:
  void travel_time_has_its_closed_forms() {
    const Vec3 b{0.3, -0.2, -0.5};
    const double F = 1.1;
    const double psi = norm(b);
    const Vec3 along = (7.0 / psi) * b;
    QVERIFY(std::abs(travel_time<double>(along, F, b) - 7.0 / (F + psi)) < 1e-14);
    QVERIFY(std::abs(travel_time<double>(-along, F, b) - 7.0 / (F - psi)) < 1e-13);
    QVERIFY(std::abs(travel_time<double>({3.0, 4.0, 0.0}, 2.0, {}) - 2.5) < 1e-15);
    QVERIFY(travel_time<double>({}, F, b) == 0.0);
    // At F = |b| there is no cancellation; against the current the front never comes.
    QVERIFY(std::abs(travel_time<double>({0.0, 0.0, -2.0}, 0.5, {0.0, 0.0, -0.5}) - 2.0) < 1e-15);
    QVERIFY(std::isinf(travel_time<double>({0.0, 0.0, 2.0}, 0.5, {0.0, 0.0, -0.6})));
    QVERIFY(std::isinf(travel_time<double>({2.0, 0.0, -0.1}, 0.5, {0.0, 0.0, -0.6})));
  }

  // tau solves F |grad tau| + b . grad tau = 1.
  void travel_time_solves_the_equation() {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 b{coordinate(random), coordinate(random), coordinate(random)};
      const double F = (trial % 2 == 0 ? 0.4 : -0.2) * (1.0 + std::abs(coordinate(random)));
      const Vec3 d{coordinate(random), coordinate(random), coordinate(random)};
      if (!(travel_time<double>(d, F, b) < 20.0)) continue;
      const double e = 1e-6;
      const auto slope = [&](Vec3 step) {
        return (travel_time<double>(d + step, F, b) - travel_time<double>(d - step, F, b)) / (2 * e);
      };
      const Vec3 p{slope({e, 0, 0}), slope({0, e, 0}), slope({0, 0, e})};
      if (norm(p) > 50.0 || !std::isfinite(norm(p))) continue;
      QVERIFY(std::abs(F * norm(p) + dot(b, p) - 1.0) < 1e-7);
    }
  }

  void the_search_is_global_data() {
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("psi");
    QTest::newRow("isotropic") << 1.0 << 0.0;
    QTest::newRow("class 1C") << 0.6 << 0.4;
    QTest::newRow("class 1A") << 1.4 << -0.4;
    QTest::newRow("faster current") << 0.4 << 0.6;
    QTest::newRow("class 3") << -0.3 << 1.3;
    QTest::newRow("class 3, far") << -0.8 << 1.8;
  }
  void the_search_is_global() {
    FOLDWAVE_EACH(4);
    QFETCH(double, F);
    QFETCH(double, psi);
    // The last arrival needs a gentler horizon: F + b.n stays above 0.
    const Horizon trains = folded();
    const Horizon fitted = make_horizon(control_points(4), box, "", "");
    const Vec3 b = psi * AxialLine{40.0, 78.0}.upward();
    std::mt19937 random(11);
    std::uniform_real_distribution<double> place(0.0, 10.0);
    for (int trial = 0; trial < 16; ++trial) {
      const Horizon& horizon = trial % 2 == 0 ? trains : fitted;
      const FootSearch upper(horizon, box, F, b, Side::upper);
      const FootSearch lower = upper.other_side();
      const Vec3 x{place(random), place(random), place(random)};
      const bool above = x.z < horizon.depth(x.x, x.y);
      const Foot foot = (above ? upper : lower).find(x, nullptr);
      const double exact = brute_force(horizon, x, F, above ? b : -b, 15.0, 400);
      QVERIFY2(std::abs(foot.time - exact) < 1e-7 * (1.0 + exact),
               qPrintable(QString("%1 %2 %3: %4, by brute force %5")
                              .arg(x.x)
                              .arg(x.y)
                              .arg(x.z)
                              .arg(foot.time)
                              .arg(exact)));
    }
  }

  void a_similar_fold_is_a_shift_along_its_axis() {
    const Vec3 b = 0.8 * AxialLine{140.0, 70.0}.upward();
    std::mt19937 random(29);
    std::uniform_real_distribution<double> place(0.0, 10.0);
    for (const Horizon& horizon : {folded(), make_horizon(control_points(9), box, "", "")})
      for (const Side side : {Side::upper, Side::lower}) {
        const FootSearch search(horizon, box, 0.0, b, side);
        const double sign = side == Side::upper ? 1.0 : -1.0;
        for (int trial = 0; trial < 50; ++trial) {
          const double u = place(random), v = place(random), t = place(random);
          const Vec3 x = Vec3{u, v, horizon.depth(u, v)} + (sign * t) * b;
          const Foot foot = search.find(x, nullptr);
          QVERIFY2(std::abs(foot.time - t) < 1e-12 * (1.0 + t), qPrintable(QString::number(foot.time - t)));
          QVERIFY(std::hypot(foot.u - u, foot.v - v) < 1e-11);
        }
      }
  }

  // From a neighbour's foot the same answer as from nothing.
  void a_known_foot_is_only_a_start() {
    const Horizon horizon = folded();
    const Vec3 b{0.1, 0.0, -0.5};
    const FootSearch search(horizon, box, 0.7, b, Side::upper);
    std::mt19937 random(31);
    std::uniform_real_distribution<double> place(0.0, 10.0);
    for (int trial = 0; trial < 60; ++trial) {
      const Vec3 x{place(random), place(random), 0.3 * place(random)};
      const double wanted = search.find(x, nullptr).time;
      const double found = search.improve(x, {place(random), place(random), 0.0}).time;
      QVERIFY2(std::abs(found - wanted) < 4e-10 * wanted, qPrintable(QString::number(found - wanted)));
    }
  }

  // Ripples much shorter than the box, and a front that is hardly faster than the current: many feet compete.
  void short_ripples_are_searched_too() {
    FOLDWAVE_NUMBERS();
    // 128 nodes of 20 m, ripples of 200 m: what a tree of tiles wider than a ripple missed by up to 5 %.
    const Grid3 grid{{128, 128, 128}, {20.0, 20.0, 20.0}, {}, {}, {}, 0};
    const Horizon horizon =
        make_horizon(TrainsHorizon{1270.0, {{20.0, 200.0, 90.0, {0.0, 0.0}, {}}}, {}}, grid, "", "");
    std::mt19937 random(23);
    std::uniform_real_distribution<double> place(0.0, 2540.0);
    for (const double lambda : {0.49, 0.5}) {
      const FoldParameters p = FoldParameters::from_lambda(lambda);
      const Vec3 b = p.psi * AxialLine{0.0, lambda == 0.5 ? 80.0 : 90.0}.upward();
      const FootSearch upper(horizon, grid, p.F, b, Side::upper);
      for (int trial = 0; trial < 150; ++trial) {
        const Vec3 x{place(random), place(random), 0.45 * place(random)};
        const double found = upper.find(x, nullptr).time;
        const double exact = brute_force(horizon, x, p.F, b, 600.0, 240);
        // The scan may miss the very best ripple, the search may not.
        QVERIFY2(found < exact * (1.0 + 2e-6) && found > exact * 0.98,
                 qPrintable(QString("lambda %1: %2, by brute force %3").arg(lambda).arg(found).arg(exact)));
      }
    }
  }

  void a_point_on_the_horizon_has_no_time_to_go() {
    const Horizon horizon = folded();
    const FootSearch search(horizon, box, 0.3, {0.0, 0.1, -0.7}, Side::upper);
    for (const double x : {0.0, 3.3, 10.0}) {
      const double z = horizon.depth(x, 4.0);
      QVERIFY(search.find({x, 4.0, z}, nullptr).time < 1e-9);
      const double near = search.find({x, 4.0, z - 1e-6}, nullptr).time;
      QVERIFY2(near > 0.0 && near < 1e-5, qPrintable(QString::number(near)));
    }
  }
};

}  // namespace test_foot_search

FOLDWAVE_TEST(test_foot_search, run_guiless<test_foot_search::TestFootSearch>)
#include "test_foot_search.moc"
