// Protects PMM where F, psi and a vary in space: the local stencil is the constant one when they do not, the
// enlarged box leaves no shadow, no schedule or thread count changes a bit, and what cannot be solved is
// refused. Its order is among the program's own checks (verify).
#include <omp.h>

#include <QTest>
#include <cmath>
#include <cstring>

#include "core/base/worst.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "core/fold/pmm/varying_start.hpp"
#include "core/fold/speed_model.hpp"
#include "tests/test_program.hpp"

namespace test_varying {

using namespace foldwave;

namespace {

Grid3 cube(int n, double length) {
  const double h = length / (n - 1);
  return {{n, n, n}, {h, h, h}, {}, {}, {}, 0};
}

Horizon cosine(const Grid3& grid) {
  return make_horizon(TrainsHorizon{5.0, {{0.7, 9.0, 60.0, {2.5, 5.0}, {}}}, {}}, grid, "", "");
}

// Speeds on the nodes of a grid from a formula.
template <class Speeds>
std::shared_ptr<const SpeedModel> on_nodes(const Grid3& grid, const Speeds& at) {
  SpeedVolume volume{
      grid, Field<float>(grid.n), {Field<float>(grid.n), Field<float>(grid.n), Field<float>(grid.n)}};
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const FoldSpeeds s = at(grid.local(i, j, k));
        volume.F(i, j, k) = static_cast<float>(s.F);
        for (int a = 0; a < 3; ++a)
          volume.b[static_cast<std::size_t>(a)](i, j, k) = static_cast<float>(s.b[a]);
      }
  return std::make_shared<const SpeedModel>(std::move(volume));
}

std::shared_ptr<const SpeedModel> two_stations() {
  return std::make_shared<const SpeedModel>(SpeedStations{
      {{1.0, 2.0, 3.0}, {9.0, 8.0, 6.0}}, {{1.0, {0.1, -0.1, -0.2}}, {0.7, {-0.2, 0.1, -0.5}}}});
}

Field<float> solved(const Grid3& grid, const FoldOptions& options) {
  FoldProblem problem{grid, 1.0, {}, std::make_shared<const Horizon>(cosine(grid)), {}};
  problem.speeds = two_stations();
  return std::move(make_pmm_solver()->solve(std::move(problem), options, {}).arrival);
}

bool same_bits(const Field<float>& a, const Field<float>& b) {
  return a.shape() == b.shape() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)) == 0;
}

}  // namespace

class TestVarying : public QObject {
  Q_OBJECT
 private slots:
  void the_local_stencil_is_the_constant_one() {
    const Grid3 grid{{25, 21, 28}, {0.4, 0.5, 0.35}, {}, {}, {}, 0};
    const double F = 1.0625;
    const Vec3 b{-0.375, 0.25, -0.6875};  // without rounding in single precision
    const Horizon horizon = cosine(grid);
    FoldOptions options;
    options.precision = Precision::binary64;
    options.path = FoldPath::plain;
    const auto solve = [&](bool varying) {
      FoldProblem problem{grid, F, b, nullptr, make_start_values<double>(horizon, grid, F, b, {}, {})};
      if (varying) problem.speeds = on_nodes(grid, [&](Vec3) { return FoldSpeeds{F, b}; });
      return std::move(make_pmm_solver()->solve(std::move(problem), options, {}).arrival64);
    };
    const Field<double> wanted = solve(false);
    const Field<double> found = solve(true);
    for (Index m = 0; m < wanted.size(); ++m)
      QVERIFY(std::abs(found[m] - wanted[m]) <= 1e-12 * std::abs(wanted[m]));
  }

  // A level horizon whose front leans and speeds up with depth: T = ln(V(z0) / V(z)) / g everywhere, also at
  // the sides that the front comes in by.
  void no_node_is_in_a_shadow() {
    const Grid3 grid = cube(41, 10.0);
    const double g = 0.05;
    const auto V = [&](double z) { return 0.8 + g * z; };
    FoldProblem problem{grid, 1.0, {}, nullptr, {}};
    problem.horizon = std::make_shared<const Horizon>(
        make_horizon(PlaneHorizon{{0.0, 0.0, 5.13}, 0.0, 0.0, {}}, grid, "", ""));
    problem.speeds = on_nodes(grid, [&](Vec3 x) {
      return FoldSpeeds{0.5 * V(x.z), {0.2 + 0.03 * x.z, -0.35, -0.5 * V(x.z)}};
    });
    const FoldSolution solution = make_pmm_solver()->solve(std::move(problem), {}, {});
    QVERIFY(solution.warnings.empty());
    QCOMPARE(solution.unreached, Index{0});
    double worst = 0.0;
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i) {
          const double exact = std::log(V(5.13) / V(grid.local(i, j, k).z)) / g;
          worst = worst_of(worst, std::abs(static_cast<double>(solution.arrival(i, j, k)) - exact));
        }
    qInfo("largest error %.3g of 5", worst);
    QVERIFY(worst < 2e-4);
  }

  // Under a plane that dips, with an advection that leans along and across it, T is linear whatever the box:
  // feet lie far beyond the sides, at other depths.
  void a_dipping_plane_is_exact_to_its_sides() {
    FOLDWAVE_NUMBERS();
    const Grid3 grid{{41, 21, 41}, {25.0, 25.0, 25.0}, {3000.0, 2000.0, 100.0}, {}, {}, 0};
    for (const double towards : {90.0, 270.0})
      for (const Vec3 b : {Vec3{0.45, 0.1, -0.3}, Vec3{-0.4, -0.2, -0.4}}) {
        const Horizon horizon =
            make_horizon(PlaneHorizon{{3500.0, 2250.0, 600.0}, 30.0, towards, {}}, grid, "", "");
        const HeightJet s = horizon.at(0.0, 0.0);
        const Vec3 n = Horizon::upward_normal(s);
        const double V = 0.6 + dot(b, n);
        QVERIFY(V > 0.3);
        FoldProblem problem{grid, 1.0, {}, std::make_shared<const Horizon>(horizon), {}};
        problem.speeds = std::make_shared<const SpeedModel>(SpeedStations{{{}}, {{0.6, b}}}, grid.origin);
        const FoldSolution solution = make_pmm_solver()->solve(std::move(problem), {}, {});
        QCOMPARE(solution.unreached, Index{0});
        double worst = 0.0;
        for (int k = 0; k < grid.n[2]; ++k)
          for (int j = 0; j < grid.n[1]; ++j)
            for (int i = 0; i < grid.n[0]; ++i) {
              const double exact = dot(grid.local(i, j, k) - Vec3{0.0, 0.0, s.f}, n) / V;
              worst = worst_of(worst, std::abs(static_cast<double>(solution.arrival(i, j, k)) - exact));
            }
        QVERIFY2(worst < 0.002, qPrintable(QString::number(worst)));  // metres
      }
  }

  // F grows to the east, so fronts that come from outside the box overtake: T = asinh(z / X) / g from a level
  // horizon, X the distance at which F would be 0.
  void fronts_that_bend_into_the_box_are_seen() {
    const double g = 0.05;
    double worst[2] = {0.0, 0.0};
    for (int fine = 0; fine < 2; ++fine) {
      const int n = fine == 0 ? 41 : 81;
      const double h = 10.0 / (n - 1);
      const Grid3 grid{{n, 1, n}, {h, h, h}, {}, {}, {}, 0};
      const Grid3 wide{{121, 1, 41}, {0.25, 0.25, 0.25}, {-10.0, 0.0, 0.0}, {}, {}, 0};
      FoldProblem problem{grid, 1.0, {}, nullptr, {}};
      problem.horizon = std::make_shared<const Horizon>(
          make_horizon(PlaneHorizon{{0.0, 0.0, 10.0 - 1e-3}, 0.0, 0.0, {}}, grid, "", ""));
      problem.speeds = on_nodes(wide, [&](Vec3 x) { return FoldSpeeds{1.0 + g * (x.x - 10.0), {}}; });
      const FoldSolution solution = make_pmm_solver()->solve(std::move(problem), {}, {});
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i) {
          const Vec3 x = grid.local(i, 0, k);
          const double exact = std::asinh((10.0 - 1e-3 - x.z) / (1.0 / g + x.x)) / g;
          worst[fine] =
              std::max(worst[fine], std::abs(static_cast<double>(solution.arrival(i, 0, k)) - exact));
        }
    }
    qInfo("largest error %.3g, %.3g on half the spacing", worst[0], worst[1]);
    QVERIFY(worst[1] < 0.7 * worst[0]);
    QVERIFY(worst[1] < 0.02);
  }

  // On horizons that bend within the band the first of several feet counts, and none across the horizon.
  void start_values_on_steep_horizons_are_exact() {
    FOLDWAVE_NUMBERS();
    const Grid3 grid{{121, 1, 121}, {1.0, 1.0, 1.0}, {}, {}, {}, 0};
    struct Case {
      double amplitude, wavelength;
      Vec3 b;
    };
    for (const Case& c : {Case{20.0, 20.0, {}}, Case{10.0, 20.0, {}}, Case{15.0, 30.0, {0.0, 0.0, -0.3}},
                          Case{40.0, 50.0, {}}, Case{3.0, 16.0, {0.5, 0.0, -0.5}}}) {
      const Horizon horizon =
          make_horizon(TrainsHorizon{60.0, {{c.amplitude, c.wavelength, 90.0, {0.0, 0.0}}}}, grid, "", "");
      const SpeedModel speeds(SpeedStations{{{}}, {{1.0, c.b}}});
      const StartValues<double> start =
          make_varying_start<double>(horizon, EnlargedBox{grid, {}, false}, speeds, {});
      Index held = 0;
      for (int k = 0; k < grid.n[2]; ++k)
        for (int i = 0; i < grid.n[0]; ++i) {
          if (start.fixed(i, 0, k) == 0) continue;
          ++held;
          const double found = std::abs(start.time(i, 0, k));
          const double sign = std::signbit(start.time(i, 0, k)) ? -1.0 : 1.0;
          double least = HUGE_VAL;
          for (double u = i - 10.0; u <= i + 10.0; u += 0.005)
            least = std::min(
                least, travel_time<double>(Vec3{i - u, 0.0, k - horizon.depth(u, 0.0)}, 1.0, sign * c.b));
          QVERIFY2(found <= least + 1e-9 && least * least < found * found + 0.04 * 0.04,
                   qPrintable(QString("%1, not %2, at %3, %4").arg(found).arg(least).arg(i).arg(k)));
        }
      QVERIFY(held > 500);
    }
  }

  void the_box_grows_to_a_bound_and_says_so() {
    const Grid3 grid = cube(33, 32.0);
    const Horizon horizon =
        make_horizon(TrainsHorizon{16.0, {{30.0, 20.0, 90.0, {}}, {30.0, 20.0, 0.0, {}}}}, grid, "", "");
    const SpeedModel speeds(SpeedStations{{{}}, {{1.0, {}}}});
    const EnlargedBox box = enlarged_box(horizon, grid, speeds);
    QVERIFY(box.cut_short);
    QVERIFY(box.grid.size() <= 8 * grid.size());
    QVERIFY(box.grid.size() > 6 * grid.size());
    const EnlargedBox level =
        enlarged_box(make_horizon(PlaneHorizon{{0.0, 0.0, 16.0}, 0.0, 0.0, {}}, grid, "", ""), grid, speeds);
    QVERIFY(!level.cut_short);
    QCOMPARE(level.grid.size(), grid.size());
  }

  void schedules_and_threads_change_nothing() {
    FOLDWAVE_NUMBERS();
    const Grid3 grid{{37, 33, 35}, {0.3, 0.3, 0.3}, {}, {}, {}, 0};
    const Field<float> wanted = solved(grid, {});
    FoldOptions every;
    every.skip_settled = false;
    QVERIFY(same_bits(solved(grid, every), wanted));
    const int threads = omp_get_max_threads();
    for (const int t : {1, 3}) {
      omp_set_num_threads(t);
      QVERIFY(same_bits(solved(grid, {}), wanted));
    }
    omp_set_num_threads(threads);
  }

  void a_section_is_a_cylinder() {
    const Grid3 flat{{41, 1, 41}, {0.25, 0.25, 0.25}, {}, {}, {}, 0};
    const Grid3 thick{{41, 9, 41}, {0.25, 0.25, 0.25}, {}, {}, {}, 0};
    const TrainsHorizon train{5.0, {{0.6, 8.0, 90.0, {2.5, 0.0}, {}}}, {}};
    const auto solve = [&](const Grid3& grid) {
      FoldProblem problem{grid, 1.0, {}, nullptr, {}};
      problem.horizon = std::make_shared<const Horizon>(make_horizon(train, grid, "", ""));
      problem.speeds = on_nodes(grid, [](Vec3 x) {
        return FoldSpeeds{0.8 + 0.02 * x.x, {0.1, 0.0, -0.2 - 0.02 * x.z}};
      });
      return std::move(make_pmm_solver()->solve(std::move(problem), {}, {}).arrival);
    };
    const Field<float> section = solve(flat);
    const Field<float> volume = solve(thick);
    for (int k = 0; k < 41; ++k)
      for (int i = 0; i < 41; ++i) {
        const auto t = static_cast<double>(section(i, 0, k));
        QVERIFY(std::abs(static_cast<double>(volume(i, 4, k)) - t) < 1e-7);
      }
  }

  void stations_have_their_own_values() {
    const auto model = two_stations();
    QCOMPARE(model->at({1.0, 2.0, 3.0}).F, 1.0);
    QCOMPARE(model->at({9.0, 8.0, 6.0}).b.z, -0.5);
    QVERIFY(std::abs(model->at({5.0, 5.0, 4.5}).F - 0.85) < 1e-12);  // halfway
    const FoldSpeeds near = model->at({1.0, 2.0, 4.0});
    QVERIFY(near.F < 1.0 && near.F > 0.99);
    QCOMPARE(model->range().least_F, 0.7);
  }

  void what_cannot_be_marched_is_refused() {
    const Grid3 grid = cube(9, 1.0);
    FoldProblem problem{grid, 1.0, {}, nullptr, {}};
    problem.horizon = std::make_shared<const Horizon>(
        make_horizon(PlaneHorizon{{0.0, 0.0, 0.5}, 0.0, 0.0, {}}, grid, "", ""));
    problem.speeds = on_nodes(grid, [](Vec3 x) { return FoldSpeeds{x.x - 0.5, {0.0, 0.0, -1.0}}; });
    QVERIFY_THROWS_EXCEPTION(InputError, make_pmm_solver()->solve(std::move(problem), {}, {}));
  }

  void a_stop_is_heard() {
    std::stop_source source;
    source.request_stop();
    FoldProblem problem{cube(41, 10.0), 1.0, {}, std::make_shared<const Horizon>(cosine(cube(41, 10.0))), {}};
    problem.speeds = two_stations();
    QVERIFY_THROWS_EXCEPTION(Stopped,
                             make_pmm_solver()->solve(std::move(problem), {}, {nullptr, source.get_token()}));
  }
};

}  // namespace test_varying

FOLDWAVE_TEST(test_varying, run_guiless<test_varying::TestVarying>)
#include "test_varying.moc"
