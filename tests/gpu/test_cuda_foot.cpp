// Protects the foot-point method on the device: what each of its threads does, run here one after the other,
// gives the exact arrival for every kind of fold, past caustics, in sections and on thin grids.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/fold/normal_speed.hpp"
#include "core/horizon/foot_search.hpp"
#include "gpu/fold/cuda_foot_setup.hpp"
#include "gpu/fold/cuda_foot_unit.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_foot {

using namespace foldwave;

namespace {

struct Emulated {
  Field<double> T;
  Index hard_cells = 0;
};

// The kernels of cuda_foot.cu as loops.
template <bool Section, class Real>
Emulated emulate(const FootPlan<Real>& plan, std::array<int, 3> n) {
  const FootSetup<Real>& s = plan.setup;
  const FootGrid<Real>& g = plan.grid;
  std::vector<PointFoot<Real>> lattice(static_cast<std::size_t>(g.points()));
#pragma omp parallel for schedule(dynamic, 64)
  for (Index m = 0; m < g.points(); ++m)
    lattice[static_cast<std::size_t>(m)] = find_lattice_foot<Section>(s, g, m);
  std::vector<unsigned char> smooth(static_cast<std::size_t>(g.cell_count()));
  const auto each_cell = [&](const auto& work) {
    for (int c = 0; c < g.cells[2]; ++c)
      for (int b = 0; b < g.cells[1]; ++b)
        for (int a = 0; a < g.cells[0]; ++a)
          work(a, b, c);
  };
  each_cell([&](int a, int b, int c) {
    smooth[static_cast<std::size_t>(g.cell(a, b, c))] =
        is_smooth_cell<Section>(s, g, lattice.data(), a, b, c) ? 1 : 0;
  });
  Emulated e{Field<double>(n, 1e30)};
  each_cell([&](int a, int b, int c) {
    bool easy = is_easy_cell(smooth.data(), g.cells, a, b, c);
    const auto each_column = [&](const auto& work) {
      for (int j = foot_stride * b; j < std::min(foot_stride * (b + 1), n[1]); ++j)
        for (int i = foot_stride * a; i < std::min(foot_stride * (a + 1), n[0]); ++i)
          work(i, j);
    };
    if (easy)
      each_column([&](int i, int j) {
        const bool good = solve_easy_column<Section>(
            s, g, lattice.data(), i, j, c, [&](int k, Real T) { e.T(i, j, k) = static_cast<double>(T); });
        easy = easy && good;
      });
    if (easy) return;
    ++e.hard_cells;
    UnitState<Real> shared;
    for (int unit = 0; unit < units_a_cell; ++unit)
      solve_unit<Section>(SerialTeam{}, shared, s, g, lattice.data(), foot_stride * a,
                          foot_stride * b + unit_y * (unit % 2), foot_stride * c + unit_z * (unit / 2),
                          [&](int i, int j, int k, Real T) { e.T(i, j, k) = static_cast<double>(T); });
  });
  return e;
}

template <class Real>
Emulated emulate(const FoldProblem& problem) {
  const FootPlan<Real> plan = make_foot_plan<Real>(problem);
  return plan.section ? emulate<true>(plan, problem.grid.n) : emulate<false>(plan, problem.grid.n);
}

struct Horizons {
  static HorizonSpec gentle() {
    return TrainsHorizon{5.0, {{0.7, 9.0, 60.0, {2.5, 5.0}, {}}, {0.3, 13.0, 150.0, {5.0, 6.0}, {}}}, {}};
  }
  static HorizonSpec steep() {
    return TrainsHorizon{5.0, {{0.8, 5.0, 70.0, {2.5, 5.0}, {}}, {0.3, 7.0, 170.0, {5.0, 6.0}, {}}}, {}};
  }
  static HorizonSpec fitted() {
    PointsHorizon spec;
    std::mt19937 random(3);
    std::uniform_real_distribution<double> place(0.0, 10.0);
    for (int i = 0; i < 12; ++i)
      spec.points.push_back({place(random), place(random), 5.0 + 0.12 * place(random)});
    return spec;
  }
  static HorizonSpec plane() { return PlaneHorizon{{3.0, 4.0, 5.0}, 25.0, 70.0, {}}; }
};

FoldProblem problem_of(const HorizonSpec& spec, const Grid3& grid, double F, Vec3 b) {
  return {grid, F, b, std::make_shared<const Horizon>(make_horizon(spec, grid, "", "")), {}, {}};
}

// Of the largest T, at nodes drawn at random; every node must hold a number.
double largest_error(const Field<double>& found, const FoldProblem& problem, int samples) {
  const Grid3& grid = problem.grid;
  for (const double t : found.values())
    if (!(std::abs(t) < 1e29)) return 1e30;
  const FootSearch upper(*problem.horizon, grid, problem.F, problem.b, Side::upper);
  const FootSearch lower = upper.other_side();
  std::mt19937 random(17);
  double error = 0.0;
  double largest = 0.0;
  for (int q = 0; q < samples; ++q) {
    const auto draw = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const int i = draw(grid.n[0]);
    const int j = draw(grid.n[1]);
    const int k = draw(grid.n[2]);
    const Vec3 x = grid.local(i, j, k);
    const bool above = x.z < problem.horizon->depth(x.x, x.y);
    const double T = (above ? 1.0 : -1.0) * (above ? upper : lower).find(x, nullptr).time;
    error = worst_of(error, std::abs(found(i, j, k) - T));
    largest = worst_of(largest, std::abs(T));
  }
  return error / largest;
}

Grid3 box(int nx, int ny, int nz) {
  const double h = 10.0 / (nx - 1);
  return {{nx, ny, nz}, {h, h, h}, {}, {}, {}, 0};
}

}  // namespace

class TestCudaFoot : public QObject {
  Q_OBJECT
 private slots:
  void threads_find_the_exact_arrival_data() {
    QTest::addColumn<HorizonSpec>("horizon");
    QTest::addColumn<Grid3>("grid");
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("psi");
    const Grid3 cube = box(33, 33, 33);
    QTest::newRow("class 1A") << Horizons::steep() << cube << 1.5 << -0.5;
    QTest::newRow("class 1B") << Horizons::steep() << cube << 1.0 << 0.0;
    QTest::newRow("class 1C") << Horizons::steep() << cube << 0.7 << 0.3;
    QTest::newRow("lambda one half") << Horizons::steep() << cube << 0.5 << 0.5;
    QTest::newRow("faster current") << Horizons::steep() << cube << 0.3 << 0.7;
    QTest::newRow("class 2") << Horizons::steep() << cube << 0.0 << 1.0;
    QTest::newRow("class 3") << Horizons::gentle() << cube << -0.2 << 1.2;
    QTest::newRow("fine, with shocks") << Horizons::gentle() << box(81, 73, 85) << 1.1 << 0.88;
    QTest::newRow("fitted") << Horizons::fitted() << cube << 0.7 << 0.3;
    QTest::newRow("plane") << Horizons::plane() << cube << 0.7 << 0.3;
    QTest::newRow("section") << Horizons::steep() << box(161, 1, 150) << 0.7 << 0.3;
    QTest::newRow("section, class 2") << Horizons::steep() << box(161, 1, 150) << 0.0 << 1.0;
    QTest::newRow("two nodes thick") << Horizons::steep() << box(33, 2, 33) << 0.7 << 0.3;
    QTest::newRow("one layer") << Horizons::steep() << box(33, 33, 1) << 0.7 << 0.3;
    QTest::newRow("one row") << Horizons::steep() << box(65, 1, 1) << 0.7 << 0.3;
  }
  void threads_find_the_exact_arrival() {
    QFETCH(HorizonSpec, horizon);
    QFETCH(Grid3, grid);
    QFETCH(double, F);
    QFETCH(double, psi);
    const Vec3 b = psi * AxialLine{40.0, 78.0}.upward();
    const FoldProblem problem = problem_of(horizon, grid, F, b);
    const Emulated found = emulate<float>(problem);
    const double error = largest_error(found.T, problem, 600);
    QVERIFY2(error < 3e-6, qPrintable(QString::number(error)));
    // Where a shock has come, some cells go the long way; a horizon without bend has none.
    const Index cells = make_foot_plan<float>(problem).grid.cell_count();
    const QByteArray row = QTest::currentDataTag();
    if (row == "fine, with shocks") QVERIFY(found.hard_cells > cells / 50 && found.hard_cells < cells / 2);
    if (row == "plane") QVERIFY(found.hard_cells == 0);
  }

  void double_precision_is_kept() {
    const FoldProblem problem = problem_of(Horizons::gentle(), box(33, 33, 33), 1.1, Vec3{-0.35, 0.4, -0.7});
    const double error = largest_error(emulate<double>(problem).T, problem, 300);
    QVERIFY2(error < 1e-9, qPrintable(QString::number(error)));
  }

  // At the box's edge V is just above what counts as none, beyond it below: as on the CPU, it is solved.
  void a_slow_limb_outside_the_box_is_no_matter() {
    const Grid3 grid = box(9, 9, 9);
    // Of these some leaf has its centre beyond the edge.
    for (const double wavelength : {28.0, 29.0, 30.0, 31.0, 32.0, 33.0, -29.0}) {
      const HorizonSpec spec = TrainsHorizon{5.0, {{0.8, std::abs(wavelength), 90.0, {5.0, 5.0}, {}}}, {}};
      const Horizon horizon = make_horizon(spec, grid, "", "");
      const Vec3 b{wavelength > 0.0 ? -0.9 : 0.9, 0.0, 0.0};
      const NormalSpeedCheck still = check_normal_speed(horizon, grid, 0.0, b);
      QVERIFY(still.at.x == 0.0 || still.at.x == 10.0);
      const auto F = [&](double share) { return (share * 0.9 - still.least) / (1.0 - share); };
      const FoldProblem slow = problem_of(spec, grid, F(1.0001e-3), b);
      QCOMPARE(check_normal_speed(horizon, grid, slow.F, b).share_bad, 0.0);
      make_foot_plan<float>(slow);
      QVERIFY_EXCEPTION_THROWN(make_foot_plan<float>(problem_of(spec, grid, F(0.9999e-3), b)), InputError);
    }
  }

  void what_it_cannot_solve_is_said() {
    const Grid3 grid = box(9, 9, 9);
    QVERIFY_EXCEPTION_THROWN(make_foot_plan<float>(FoldProblem{grid, 1.0, {}, nullptr, {}, {}}), InputError);
    // Dips of 50 degrees on which a slow front is left behind.
    const FoldProblem behind = problem_of(Horizons::steep(), grid, 0.1, Vec3{-0.9, 0.0, -0.1});
    QVERIFY_EXCEPTION_THROWN(make_foot_plan<float>(behind), InputError);
    FoldProblem tiny = problem_of(Horizons::plane(), grid, 1.0, {});
    tiny.grid.h = {1e-310, 1e-310, 1e-310};
    QVERIFY_EXCEPTION_THROWN(make_foot_plan<float>(tiny), InputError);
  }
};

}  // namespace test_cuda_foot

FOLDWAVE_TEST(test_cuda_foot, run_guiless<test_cuda_foot::TestCudaFoot>)
#include "test_cuda_foot.moc"
