// Protects the foot-point method on the device: what each of its threads does, run here one after the other,
// gives the exact arrival for every kind of fold, past caustics, in sections and on thin grids; and on a
// device, if there is one, the solver gives the same.
#include <QtTest>
#include <atomic>
#include <cmath>

#include "core/fold/initial.hpp"
#include "gpu/fold/cuda_foot_setup.hpp"
#include "gpu/fold/cuda_foot_unit.hpp"

using namespace foldwave;

namespace {

struct Emulated {
  Field<double> T;
  Index hard_cells = 0;
  Index failed_columns = 0;
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
        e.failed_columns += good ? 0 : 1;
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

double largest_error(const Field<double>& found, const Field<float>& wanted) {
  double error = 0.0;
  double largest = 0.0;
  for (Index m = 0; m < wanted.size(); ++m) {
    const auto w = static_cast<double>(wanted[m]);
    if (std::isinf(w) && found[m] == w) continue;
    // Comparisons with NaN are false.
    if (!(std::abs(found[m] - w) <= error)) error = std::abs(found[m] - w);
    if (std::isfinite(w)) largest = std::max(largest, std::abs(w));
  }
  return error / largest;
}

FoldProblem problem_of(const HorizonSpec& spec, const Grid3& grid, double F, Vec3 b) {
  return {grid, F, b, std::make_shared<const Horizon>(make_horizon(spec, grid, "", "")), {}, {}};
}

HorizonSpec two_trains() {
  return CosineHorizon{5.0, {{0.7, 9.0, 60.0, {2.5, 5.0}, {}}, {0.3, 13.0, 150.0, {5.0, 6.0}, {}}}, {}};
}
HorizonSpec steep_trains() {
  return CosineHorizon{5.0, {{0.8, 5.0, 70.0, {2.5, 5.0}, {}}, {0.3, 7.0, 170.0, {5.0, 6.0}, {}}}, {}};
}

Grid3 cube(int n) {
  const double h = 10.0 / (n - 1);
  return {{n, n, n}, {h, h, h}, {}, {}, {}, 0};
}

}  // namespace

class TestCudaFoot : public QObject {
  Q_OBJECT
 private slots:
  void threads_find_the_exact_arrival_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<int>("n");
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("psi");
    const int n = qEnvironmentVariableIntValue("FOOT_N") > 0 ? qEnvironmentVariableIntValue("FOOT_N") : 33;
    QTest::newRow("bench") << 0 << n << 1.1 << 0.88;
    QTest::newRow("class 1A") << 1 << n << 1.5 << -0.5;
    QTest::newRow("class 1B") << 1 << n << 1.0 << 0.0;
    QTest::newRow("class 1C") << 1 << n << 0.7 << 0.3;
    QTest::newRow("lambda one half") << 1 << n << 0.5 << 0.5;
    QTest::newRow("faster current") << 1 << n << 0.3 << 0.7;
    QTest::newRow("class 2") << 1 << n << 0.0 << 1.0;
    QTest::newRow("class 3") << 0 << n << -0.2 << 1.2;
  }
  void threads_find_the_exact_arrival() {
    QFETCH(int, which);
    QFETCH(int, n);
    QFETCH(double, F);
    QFETCH(double, psi);
    const Grid3 grid = cube(n);
    const Vec3 b = which == 0 && F > 0.0 ? Vec3{-0.35, 0.4, -0.7} : psi * AxialLine{40.0, 78.0}.upward();
    const FoldProblem problem = problem_of(which == 0 ? two_trains() : steep_trains(), grid, F, b);
    QElapsedTimer timer;
    timer.start();
    const Field<float> exact = exact_arrival(*problem.horizon, grid, F, b, {});
    const auto exact_ms = timer.restart();
    const Emulated single = emulate<float>(problem);
    const auto single_ms = timer.restart();
    const double error = largest_error(single.T, exact);
    qInfo("%d^3: error %.2e, hard cells %td, failed columns %td; exact %lld ms, emulated %lld ms", n, error,
          single.hard_cells, single.failed_columns, static_cast<long long>(exact_ms),
          static_cast<long long>(single_ms));
    QVERIFY2(error < 1e-5, qPrintable(QString::number(error)));
  }
};

QTEST_GUILESS_MAIN(TestCudaFoot)
#include "test_cuda_foot.moc"
