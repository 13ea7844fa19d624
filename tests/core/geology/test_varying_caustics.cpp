// Protects the caustics of a fold whose F, psi and a vary in space: against those of a constant one, a lens
// that focuses exactly, a flow that turns a fold as a whole, and the crease in the arrival that PMM finds.
#include <QTest>
#include <numbers>
#include <set>

#include "core/base/worst.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "core/geology/caustics.hpp"
#include "folded_rock.hpp"
#include "tests/test_program.hpp"

namespace test_varying_caustics {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr double amplitude = 100.0, wavelength = 1000.0, depth = 500.0;
const double radius = 1.0 / (amplitude * std::pow(2.0 * std::numbers::pi / wavelength, 2));

const Grid3 volume = box_of({101, 9, 101}, 10.0);
const Grid3 section = box_of({101, 1, 101}, 10.0);

Horizon cosine(const Grid3& grid) {
  FoldTrain train;
  train.amplitude = amplitude;
  train.wavelength = wavelength;
  train.crest = {500.0, 0.0};
  return make_horizon(TrainsHorizon{depth, {train}}, grid, "", "");
}

Horizon level(const Grid3& grid, double z) {
  PlaneHorizon plane;
  plane.point = {0.0, 0.0, z};
  return make_horizon(plane, grid, "", "");
}

// `speeds_at`(x) on nodes 10 m apart, in a box that is larger on all sides.
template <class At>
SpeedModel on_nodes(const Grid3& grid, const At& speeds_at, double more = 500.0, double h = 10.0) {
  const Vec3 e = grid.extent();
  const auto count = [&](double length) { return 1 + static_cast<int>((length + 2.0 * more) / h); };
  const Grid3 g{{count(e.x), count(e.y), count(e.z)}, {h, h, h}, {-more, -more, -more}, {}, {}, 0};
  SpeedVolume to{g, Field<float>(g.n), {Field<float>(g.n), Field<float>(g.n), Field<float>(g.n)}};
  for (int k = 0; k < g.n[2]; ++k)
    for (int j = 0; j < g.n[1]; ++j)
      for (int i = 0; i < g.n[0]; ++i) {
        const FoldSpeeds s = speeds_at(g.origin + g.local(i, j, k));
        to.F(i, j, k) = static_cast<float>(s.F);
        for (int a = 0; a < 3; ++a)
          to.b[static_cast<std::size_t>(a)](i, j, k) = static_cast<float>(s.b[a]);
      }
  return SpeedModel(std::move(to));
}

// How many marks of `a` have none of `b` within so many nodes.
int strays(const Caustics& a, const Caustics& b, int reach) {
  const auto n = a.crossed.shape();
  int count = 0;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        if (a.crossed(i, j, k) == 0) continue;
        bool near = false;
        for (int c = std::max(0, k - reach); c <= std::min(n[2] - 1, k + reach); ++c)
          for (int r = std::max(0, i - reach); r <= std::min(n[0] - 1, i + reach); ++r)
            near = near || b.crossed(r, j, c) != 0;
        count += near ? 0 : 1;
      }
  return count;
}

}  // namespace

class TestVaryingCaustics : public QObject {
  Q_OBJECT
 private slots:
  void what_does_not_vary_is_the_constant_fold_data() {
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("end");
    QTest::addColumn<bool>("flat");
    for (const double F : {1.0, 0.6})
      for (const double end : {1.2, -1.2})
        for (const bool flat : {false, true})
          QTest::addRow("F = %g, %g, %s", F, end, flat ? "section" : "volume") << F << end << flat;
  }
  void what_does_not_vary_is_the_constant_fold() {
    QFETCH(double, F);
    QFETCH(double, end);
    QFETCH(bool, flat);
    const Grid3& grid = flat ? section : volume;
    const Horizon horizon = cosine(grid);
    const Vec3 b = (1.0 - F) * AxialLine{90.0, 75.0}.upward();
    const RockHistory history{{{std::max(0.0, end * radius / F), std::min(0.0, end * radius / F)}}};
    const Caustics wanted = find_caustics(grid, horizon, history, F, b);
    const SpeedStations same{{{0.0, 0.0, 0.0}, {900.0, 40.0, 500.0}}, {{F, b}, {F, b}}};
    const Caustics found = find_caustics(grid, horizon, history, SpeedModel(same));
    QVERIFY(wanted.any() && found.any());
    // The bend is seen over two columns of 10 m: by (k h)^2 / 6 and a sixth of its square wider.
    QVERIFY2(std::abs(found.radius / wanted.radius - 1.0) < 0.004,
             qPrintable(QString::number(found.radius / wanted.radius - 1.0)));
    QVERIFY(std::abs(found.distance / wanted.distance - 1.0) < 1e-12);
    QVERIFY(std::abs(std::remainder(found.at.x - wanted.at.x, wavelength)) < 1.0);
    QVERIFY2(strays(found, wanted, 1) == 0 && strays(wanted, found, 1) == 0,
             qPrintable(QString("%1 %2").arg(strays(found, wanted, 1)).arg(strays(wanted, found, 1))));
    QVERIFY(std::abs(double(found.nodes) / double(wanted.nodes) - 1.0) < 0.05);
    QCOMPARE(found.boundaries.size(), std::size_t{1});
    QCOMPARE(found.boundaries[0].boundary, wanted.boundaries.at(0).boundary);
    QVERIFY(std::abs(found.boundaries[0].share - wanted.boundaries[0].share) < 0.03);
    QVERIFY(!found.torn);
    const double less = 0.95 * radius / F;
    QVERIFY(!find_caustics(grid, horizon, {{{less, -less}}}, SpeedModel(same)).any());
  }

  // F = cosh(s / L) across a flat horizon brings all characteristics together at T = pi L / 2, straight over
  // its axis.
  void a_lens_closes_at_its_focus_data() {
    QTest::addColumn<int>("axis");
    QTest::addColumn<double>("side");
    for (const double side : {1.0, -1.0}) {
      QTest::addRow("along x, %g", side) << 0 << side;
      QTest::addRow("along y, %g", side) << 1 << side;
    }
  }
  void a_lens_closes_at_its_focus() {
    FOLDWAVE_EACH(3);
    QFETCH(int, axis);
    QFETCH(double, side);
    const Grid3 grid = axis == 0 ? box_of({101, 1, 101}, 10.0) : box_of({7, 101, 101}, 10.0);
    constexpr double L = 300.0;
    const double focus = 0.5 * std::numbers::pi * L;
    const Horizon horizon = level(grid, side > 0.0 ? 800.0 : 200.0);
    const SpeedModel lens = on_nodes(
        grid,
        [&](const Vec3& x) {
          return FoldSpeeds{std::cosh((x[axis] - 500.0) / L), {}};
        },
        100.0);
    QVERIFY(!find_caustics(grid, horizon, {{{side * 0.98 * focus}}}, lens).any());
    const Caustics found = find_caustics(grid, horizon, {{{side * 1.2 * focus}}}, lens);
    QVERIFY(found.any());
    QVERIFY2(std::abs(found.radius / focus - 1.0) < 0.004, qPrintable(QString::number(found.radius / focus)));
    QVERIFY2(std::abs(found.distance / (1.2 * focus) - 1.0) < 0.001,
             qPrintable(QString::number(found.distance)));
    QVERIFY(std::abs(found.at[axis] - 500.0) < 1.0);
    // Over the axis from the focus on.
    for (int k = 0; k <= 100; ++k) {
      const double over = side * ((side > 0.0 ? 800.0 : 200.0) - 10.0 * k);
      if (std::abs(over - focus) < 11.0 || std::abs(over - 1.2 * focus) < 11.0) continue;
      QCOMPARE((axis == 0 ? found.crossed(50, 0, k) : found.crossed(3, 50, k)) != 0,
               over > focus && over < 1.2 * focus);
    }
  }

  // In a flow that turns as a whole the front is that of a parallel fold, turned by omega T.
  void a_turning_flow_turns_the_caustic() {
    constexpr double omega = 6e-4;
    const Vec3 centre{500.0, 0.0, 500.0};
    const Horizon horizon = cosine(section);
    const SpeedModel turning = on_nodes(section, [&](const Vec3& x) {
      return FoldSpeeds{1.0, {-omega * (x.z - centre.z), 0.0, omega * (x.x - centre.x)}};
    });
    const double end = -1.4 * radius;
    QVERIFY(!find_caustics(section, horizon, {{{-0.98 * radius}}}, turning).any());
    const Caustics found = find_caustics(section, horizon, {{{end}}}, turning);
    QVERIFY(found.any());
    QVERIFY2(std::abs(found.radius / radius - 1.0) < 0.004,
             qPrintable(QString::number(found.radius / radius)));
    Caustics wanted;
    wanted.crossed = Field<std::uint8_t>(section.n);
    for (int i = 0; i <= 1000; ++i) {
      const HeightJet s = horizon.at(i, 0.0);
      const double bend = s.fxx / std::pow(1.0 + s.fx * s.fx, 1.5);
      for (int q = 0; q <= 400; ++q) {
        const double T = end * q / 400.0;
        if (1.0 + T * bend > 0.0) continue;
        const Vec3 d = Vec3{i * 1.0, 0.0, s.f} + T * Horizon::upward_normal(s) - centre;
        const double c = std::cos(omega * T), sn = std::sin(omega * T);
        const double x = centre.x + c * d.x - sn * d.z, z = centre.z + sn * d.x + c * d.z;
        if (x >= 0.0 && x <= 1000.0 && z >= 0.0 && z <= 1000.0)
          wanted.crossed(static_cast<int>(std::lround(x / 10.0)), 0,
                         static_cast<int>(std::lround(z / 10.0))) = 1;
      }
    }
    QVERIFY2(strays(found, wanted, 1) == 0 && strays(wanted, found, 1) == 0,
             qPrintable(QString("%1 %2").arg(strays(found, wanted, 1)).arg(strays(wanted, found, 1))));
    // It is turned by more than that.
    const Caustics straight = find_caustics(section, horizon, {{{end}}}, 1.0, {});
    QVERIFY(strays(found, straight, 1) > 20);
  }

  // Over a slow lane first arrivals from both sides meet in a crease, where the gradient of T jumps: PMM's
  // arrival has it in the nodes that are marked, and none before.
  void the_arrival_has_its_crease_where_it_is_marked() {
    const Grid3 grid = box_of({201, 1, 201}, 5.0);
    const auto horizon = std::make_shared<const Horizon>(level(grid, 900.0));
    const auto speeds = std::make_shared<const SpeedModel>(on_nodes(grid, [](const Vec3& x) {
      return FoldSpeeds{1.0 - 0.3 * std::exp(-0.5 * std::pow((x.x - 500.0) / 120.0, 2)), {0.0, 0.0, -0.2}};
    }));
    const Caustics found = find_caustics(grid, *horizon, {{{900.0}}}, *speeds);
    QVERIFY(found.any());
    FoldOptions options;
    options.precision = Precision::binary64;
    const FoldSolution solved =
        make_pmm_solver()->solve({grid, 1.0, {}, horizon, {}, {}, speeds}, options, {});
    const Field<double>& T = solved.arrival64;
    int creased = 0, smooth = 0;
    const int first = static_cast<int>(std::lround((900.0 - found.radius) / 5.0));  // about the focus
    for (int k = 2; k < 178; ++k) {
      // Up the lane the last to come goes at 0.7 + 0.2.
      if ((900.0 - 5.0 * k) / 0.9 > 880.0 || std::abs(k - first) < 16) continue;
      const double jump = (T(101, 0, k) - 2.0 * T(100, 0, k) + T(99, 0, k)) / 5.0;
      QVERIFY2((found.crossed(100, 0, k) != 0) == (jump < -0.1),
               qPrintable(QString("%1: %2 %3").arg(k).arg(jump).arg(found.crossed(100, 0, k))));
      ++(jump < -0.1 ? creased : smooth);
    }
    QVERIFY2(creased > 20 && smooth > 20, qPrintable(QString("%1 %2").arg(creased).arg(smooth)));
    // Away from the lane nothing is crossed.
    for (int k = 0; k <= 200; ++k)
      for (const int i : {0, 20, 180, 200})
        QVERIFY(found.crossed(i, 0, k) == 0);
  }

  // What is linear between coarse nodes has kinks; they make no caustics.
  void a_coarse_file_bends_no_more_than_a_fine_one() {
    const auto speeds_at = [](const Vec3& x) {
      return FoldSpeeds{1.0 + 0.5 * std::pow((x.x - 500.0) / 1500.0, 2), {}};
    };
    const Horizon horizon = level(section, 900.0);
    for (const double h : {10.0, 100.0}) {
      const SpeedModel model = on_nodes(section, speeds_at, 300.0, h);
      QVERIFY(!find_caustics(section, horizon, {{{800.0}}}, model).any());
    }
  }

  void what_a_cut_took_away_is_not_counted() {
    const Horizon horizon = cosine(section);
    const SpeedModel same(SpeedStations{{{0.0, 0.0, 0.0}}, {{1.0, {}}}});
    const double end = -1.5 * radius;
    RockHistory history{{{end}}};
    const Caustics whole = find_caustics(section, horizon, history, same);
    history.later.push_back(PastCut{std::make_shared<const Horizon>(level(section, 700.0))});
    const Caustics cut = find_caustics(section, horizon, history, same);
    for (int k = 0; k <= 100; ++k)
      for (int i = 0; i <= 100; ++i)
        if (k != 70) QCOMPARE(int{cut.crossed(i, 0, k)}, k > 70 ? int{whole.crossed(i, 0, k)} : 0);
    QVERIFY(cut.nodes > 0 && cut.nodes < whole.nodes);
  }

  void a_stop_is_heard() {
    std::stop_source stop;
    stop.request_stop();
    const SpeedModel same(SpeedStations{{{0.0, 0.0, 0.0}}, {{1.0, {}}}});
    QVERIFY_THROWS_EXCEPTION(
        Stopped, find_caustics(section, cosine(section), {{{500.0}}}, same, Job{nullptr, stop.get_token()}));
  }
};

}  // namespace test_varying_caustics

FOLDWAVE_TEST(test_varying_caustics, run_guiless<test_varying_caustics::TestVaryingCaustics>)
#include "test_varying_caustics.moc"
