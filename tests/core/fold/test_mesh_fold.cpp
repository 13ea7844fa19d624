// Protects folds on triangulated horizons: exact distances and signs on a recumbent fold in closed form, the
// same T as the height-field search where both can, the check of the normal speed on limbs that are turned
// over, and a result that does not hang on threads.
#include <omp.h>
#include <QTest>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/mesh_fold.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "tests/core/horizon/mesh/mesh_test_help.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/work_clock.hpp"

namespace test_mesh_fold {

using namespace foldwave;
using namespace foldwave::test;

namespace {

Grid3 grid_of(int nx, int ny, int nz) {
  const double h = 10.0 / (nx - 1);
  return {{nx, ny, nz}, {h, h, h}, {}, {}, {}, 0};
}

FoldProblem problem_of(const SurfaceMesh& mesh, const Grid3& grid, double F, Vec3 b) {
  FoldProblem problem;
  problem.grid = grid;
  problem.F = F;
  problem.b = b;
  problem.mesh = make_mesh_horizon(mesh, YoungerSide::above, grid, test_places());
  return problem;
}

// The largest error of T on the recumbent fold over the largest T, and the nodes of wrong sign.
struct Misfit {
  double share = 0.0;
  int wrong_sides = 0;
};
Misfit misfit(const RecumbentFold& fold, const Field<float>& T, const Grid3& grid) {
  Misfit m;
  double largest = 0.0;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 x = grid.local(i, j, k);
        const double exact = fold.younger(x) ? fold.distance(x) : -fold.distance(x);
        const double got = static_cast<double>(T(i, j, k));
        largest = worst_of(largest, std::abs(exact));
        m.share = worst_of(m.share, std::abs(got - exact));
        if (std::abs(exact) > 2e-3 && (got > 0.0) != (exact > 0.0)) ++m.wrong_sides;
      }
  m.share /= largest;
  return m;
}

}  // namespace

class TestMeshFold : public QObject {
  Q_OBJECT
 private slots:
  void a_recumbent_fold_has_its_exact_distance() {
    FOLDWAVE_NUMBERS();
    const RecumbentFold fold;
    const Grid3 grid = grid_of(48, 12, 48);
    double last = 1.0;
    for (const int cells : {40, 80, 160}) {
      const FoldSolution solution =
          solve_mesh_fold(problem_of(fold.mesh(cells, grid.extent().y), grid, 1.0, {}), {}, {});
      const Misfit m = misfit(fold, solution.arrival, grid);
      qInfo("%d cells along the fold: %.1e of the largest T", cells, m.share);
      QCOMPARE(m.wrong_sides, 0);
      QCOMPARE(solution.unreached, 0);
      QVERIFY(m.share < 0.5 * last);
      last = m.share;
      if (cells == 80) QVERIFY(m.share < 1e-3);
    }
    QVERIFY(last < 2e-4);
  }

  void a_height_field_as_a_mesh_gives_the_same_data() {
    QTest::addColumn<double>("amplitude");
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("psi");
    QTest::newRow("plane, 1B") << 0.0 << 1.0 << 0.0;
    QTest::newRow("plane, 1C") << 0.0 << 0.4 << 0.6;
    QTest::newRow("cosine, 1B") << 1.0 << 1.0 << 0.0;
    QTest::newRow("cosine, 1C") << 1.0 << 0.6 << 0.4;
    QTest::newRow("cosine, 1A") << 1.0 << 1.3 << -0.3;
    QTest::newRow("cosine, psi above F") << 1.0 << 0.2 << 0.8;
    QTest::newRow("plane, 2") << 0.0 << 0.0 << 1.0;
    QTest::newRow("plane, 3") << 0.0 << -0.4 << 1.4;
    QTest::newRow("cosine, 2") << 1.0 << 0.0 << 1.0;
    QTest::newRow("cosine, 3") << 1.0 << -0.4 << 1.4;
  }
  void a_height_field_as_a_mesh_gives_the_same() {
    FOLDWAVE_EACH(4);
    QFETCH(double, amplitude);
    QFETCH(double, F);
    QFETCH(double, psi);
    const Grid3 grid = grid_of(25, 25, 25);
    const Vec3 b = psi * unit(Vec3{0.1, 0.2, -1.0});
    HorizonSpec spec = PlaneHorizon{{5.0, 5.0, 5.0}, 25.0, 60.0, {}};
    if (amplitude > 0.0) spec = TrainsHorizon{5.0, {{amplitude, 10.0, 70.0, {2.5, 5.0}, {}}}, {}};
    const Horizon horizon = make_horizon(spec, grid, "", "");
    const SurfaceMesh mesh = sheet({-4.0, 14.0, 80}, {-4.0, 14.0, 80}, [&](double x, double y) {
      return Vec3{x, y, horizon.depth(x, y)};
    });
    const FoldSolution solution = solve_mesh_fold(problem_of(mesh, grid, F, b), {}, {});
    const Field<float> exact = exact_arrival(horizon, grid, F, b, {});
    double largest = 0.0;
    double error = 0.0;
    for (Index m = 0; m < exact.size(); ++m) {
      largest = worst_of(largest, static_cast<double>(std::abs(exact[m])));
      error = worst_of(error, static_cast<double>(std::abs(exact[m] - solution.arrival[m])));
    }
    qInfo("%.1e of the largest T", error / largest);
    QVERIFY(error <= 1e-4 * largest);
  }

  void the_result_does_not_hang_on_threads() {
    const RecumbentFold fold;
    const Grid3 grid = grid_of(24, 8, 24);
    const FoldProblem problem = problem_of(fold.mesh(60, grid.extent().y), grid, 0.9, {0.05, 0.0, -0.1});
    const int threads = omp_get_max_threads();
    FoldOptions options;
    options.precision = Precision::binary64;
    omp_set_num_threads(1);
    const FoldSolution one = solve_mesh_fold(problem, options, {});
    omp_set_num_threads(4);
    const FoldSolution four = solve_mesh_fold(problem, options, {});
    omp_set_num_threads(threads);
    for (Index m = 0; m < one.arrival64.size(); ++m) {
      QCOMPARE(one.arrival64[m], four.arrival64[m]);
      QCOMPARE(static_cast<float>(one.arrival64[m]), one.arrival[m]);
    }
  }

  // Where a limb is turned over, the upward current runs against its normal.
  void the_normal_speed_fails_on_an_overturned_limb() {
    const RecumbentFold fold;
    const Grid3 grid = grid_of(25, 8, 25);
    const auto horizon =
        make_mesh_horizon(fold.mesh(80, grid.extent().y), YoungerSide::above, grid, test_places());
    const NormalSpeedCheck slow = check_normal_speed(*horizon, grid, 0.6, {0.0, 0.0, -0.4});
    QVERIFY(std::abs(slow.least - 0.2) < 1e-7);
    QCOMPARE(slow.share_bad, 0.0);
    const NormalSpeedCheck bad = check_normal_speed(*horizon, grid, 0.4, {0.0, 0.0, -0.6});
    QVERIFY(std::abs(bad.least + 0.2) < 1e-7);
    // Of the profile's length inside the box: the middle limb, and the lower thirds or so of the arcs.
    QVERIFY(bad.share_bad > 0.2 && bad.share_bad < 0.5);
    QVERIFY(std::abs(bad.at.z - 5.0) < 1e-7);
  }

  // With F < 0 too it is the sizes of both speeds that say what is slow: here V is 4e-4
  // of their sum at most.
  void a_crawling_front_of_class_3_counts_as_bad() {
    const RecumbentFold fold;
    const Grid3 grid = grid_of(25, 8, 25);
    const auto horizon =
        make_mesh_horizon(fold.mesh(20, grid.extent().y), YoungerSide::above, grid, test_places());
    const NormalSpeedCheck crawling = check_normal_speed(*horizon, grid, -0.5, {0.0, 0.0, -0.5004});
    QCOMPARE(crawling.share_bad, 1.0);
  }

  // PMM from exact values next to the mesh and on the faces: of first order, so a few parts in a thousand.
  void pmm_starts_from_a_mesh() {
    const RecumbentFold fold;
    const Grid3 grid = grid_of(48, 12, 48);
    FoldProblem problem = problem_of(fold.mesh(80, grid.extent().y), grid, 1.0, {});
    problem.start = mesh_start_values(problem, {});
    const FoldSolution solution = make_pmm_solver()->solve(std::move(problem), {}, {});
    const Misfit m = misfit(fold, solution.arrival, grid);
    qInfo("%.1e of the largest T", m.share);
    QCOMPARE(m.wrong_sides, 0);
    QVERIFY(m.share < 2e-2);
  }

  // A mesh far smaller than the box is continued, but the continuation ends somewhere too.
  void nodes_reached_from_the_last_rim_are_counted() {
    const Grid3 grid = grid_of(12, 12, 12);
    const SurfaceMesh cap = sheet({4.9, 5.1, 4}, {4.9, 5.1, 4}, [](double x, double y) {
      return Vec3{x, y, 5.0 + 6.0 * (std::pow(x - 5.0, 2) + std::pow(y - 5.0, 2))};
    });
    Index rim = -1;
    solve_mesh_fold(problem_of(cap, grid, 1.0, {}), {}, {}, &rim);
    QCOMPARE(rim, 0);
    FoldProblem far = problem_of(cap, grid, 1.0, {});
    far.grid.n = {120, 4, 4};
    far.grid.h = {10.0, 1.0, 1.0};
    solve_mesh_fold(far, {}, {}, &rim);
    QVERIFY(rim > 0);
  }

  void it_stops_when_asked() {
    const RecumbentFold fold;
    FoldProblem problem = problem_of(fold.mesh(60, 10.0), grid_of(48, 48, 48), 1.0, {});
    problem.grid.n = {400, 400, 400};
    std::stop_source source;
    source.request_stop();
    const WorkClock timer;
    QVERIFY_EXCEPTION_THROWN(solve_mesh_fold(problem, {}, {nullptr, source.get_token()}), Stopped);
    QVERIFY(timer.milliseconds() < 3000.0 * machine_pace());
  }

  void what_it_cannot_solve_is_refused() {
    const RecumbentFold fold;
    FoldProblem problem = problem_of(fold.mesh(40, 10.0), grid_of(12, 12, 12), 1.0, {});
    problem.grid.n[1] = 1;
    QVERIFY_EXCEPTION_THROWN(solve_mesh_fold(problem, {}, {}), InputError);
    problem.grid.n[1] = 12;
    problem.F = -1.6;
    problem.b = {0.0, 0.0, -1.5};
    QVERIFY_EXCEPTION_THROWN(solve_mesh_fold(problem, {}, {}), InputError);
  }
};

}  // namespace test_mesh_fold

FOLDWAVE_TEST(test_mesh_fold, run_guiless<test_mesh_fold::TestMeshFold>)
#include "test_mesh_fold.moc"
