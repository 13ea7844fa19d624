// Protects the isotropic yardsticks: four schedules of one Godunov stencil that end at the same values in
// both precisions, exact for planes, first order, near PMM, the same for any number of threads, and clear
// about what they cannot solve.
#include <QTest>
#include <cmath>
#include <cstring>

#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "core/fold/reference/reference_solver.hpp"
#include "tests/test_program.hpp"

namespace test_reference {

using namespace foldwave;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr std::array<FoldMethod, 4> methods{FoldMethod::fmm, FoldMethod::fsm, FoldMethod::parallel_fsm,
                                            FoldMethod::fim};

Grid3 cube(int n, double length) {
  const double h = length / (n - 1);
  return {{n, n, n}, {h, h, h}, {}, {}, {}, 0};
}

FoldProblem cosine(const Grid3& grid) {
  const TrainsHorizon spec{5.0, {{0.7, 9.0, 60.0, {2.5, 5.0}, {}}, {0.3, 13.0, 150.0, {5.0, 6.0}, {}}}, {}};
  return {grid, 1.0, {}, std::make_shared<const Horizon>(make_horizon(spec, grid, "", "")), {}};
}

FoldSolution solve(FoldMethod method, FoldProblem problem, const FoldOptions& options = {}) {
  return make_reference_solver(method)->solve(std::move(problem), options, {});
}

FoldOptions of(Precision precision) {
  FoldOptions options;
  options.precision = precision;
  return options;
}

// The largest difference over the largest |T|.
template <class Real>
double difference(const Field<Real>& a, const Field<Real>& b) {
  double largest = 0.0, scale = 0.0;
  for (Index m = 0; m < a.size(); ++m) {
    const double d = std::abs(static_cast<double>(a[m]) - static_cast<double>(b[m]));
    if (!(d <= largest)) largest = d;
    scale = worst_of(scale, std::abs(static_cast<double>(b[m])));
  }
  return largest / scale;
}

double mean_difference(const Field<float>& a, const Field<float>& b, const Field<std::uint8_t>& fixed) {
  double sum = 0.0;
  Index count = 0;
  for (Index m = 0; m < a.size(); ++m) {
    if (fixed[m] != 0) continue;
    sum += std::abs(static_cast<double>(a[m]) - static_cast<double>(b[m]));
    ++count;
  }
  return sum / static_cast<double>(count);
}

// Free nodes everywhere but at one.
StartValues<float> from_one_node(const Grid3& grid, int i, int j, int k) {
  StartValues<float> start{Field<float>(grid.n, inf), Field<std::uint8_t>(grid.n)};
  start.time(i, j, k) = 0.0F;
  start.fixed(i, j, k) = 1;
  return start;
}

std::string refusal(FoldMethod method, FoldProblem problem) {
  try {
    solve(method, std::move(problem));
  } catch (const InputError& e) {
    return e.what();
  }
  return "solved";
}

// Asks for a stop as soon as the solver itself is at work.
class StopInside final : public Progress {
 public:
  void report(const ProgressReport& report) override {
    if (report.step != "fold: start values") stop.request_stop();
  }
  std::stop_source stop;
};

}  // namespace

class TestReference : public QObject {
  Q_OBJECT
 private slots:
  void schedules_agree_data() {
    QTest::addColumn<Grid3>("grid");
    QTest::newRow("cube") << cube(33, 10.0);
    QTest::newRow("unequal spacings") << Grid3{{30, 21, 43}, {0.35, 0.5, 0.24}, {}, {}, {}, 0};
    QTest::newRow("section") << Grid3{{61, 1, 50}, {0.17, 0.2, 0.21}, {}, {}, {}, 0};
  }
  void schedules_agree() {
    QFETCH(Grid3, grid);
    for (const Precision precision : {Precision::binary32, Precision::binary64}) {
      const FoldSolution wanted = solve(FoldMethod::fmm, cosine(grid), of(precision));
      QCOMPARE(wanted.unreached, Index{0});
      for (const FoldMethod method : methods) {
        const FoldSolution found = solve(method, cosine(grid), of(precision));
        QVERIFY(found.sweeps >= 1 && found.start_seconds > 0.0 && found.seconds > found.start_seconds);
        QCOMPARE(found.unreached, Index{0});
        const bool twofold = precision == Precision::binary64;
        const double largest = twofold ? difference(found.arrival64, wanted.arrival64)
                                       : difference(found.arrival, wanted.arrival);
        QVERIFY2(largest < (twofold ? 1e-13 : 1e-6),
                 qPrintable(QString("%1: %2").arg(fold_method_name(method)).arg(largest)));
      }
    }
  }

  // Upwind differences of a linear T are exact.
  void a_plane_is_exact_on_unequal_spacings() {
    const Grid3 grid{{21, 17, 26}, {12.0, 15.0, 9.0}, {1e5, 2e5, 3e3}, {}, {}, 0};
    const PlaneHorizon spec{grid.origin + Vec3{110.0, 120.0, 115.0}, 50.0, 250.0, {}};
    const auto horizon = std::make_shared<const Horizon>(make_horizon(spec, grid, "", ""));
    const HeightJet s = horizon->at(0.0, 0.0);
    const Vec3 n = Horizon::upward_normal(s);
    const double F = 1.7;
    for (const FoldMethod method : methods) {
      const FoldSolution solution = solve(method, {grid, F, {}, horizon, {}});
      for (int k = 0; k < grid.n[2]; ++k)
        for (int j = 0; j < grid.n[1]; ++j)
          for (int i = 0; i < grid.n[0]; ++i) {
            const double exact = dot(grid.local(i, j, k) - Vec3{0.0, 0.0, s.f}, n) / F;
            QVERIFY(std::abs(static_cast<double>(solution.arrival(i, j, k)) - exact) < 8e-7 * 180.0);
          }
    }
  }

  // Exact in a band of the same width on either grid, half the spacing is half the mean error; and PMM,
  // another first-order scheme of the same equation, comes nearer.
  void the_order_is_the_first() {
    double error[2], apart[2];
    for (const int which : {0, 1}) {
      const Grid3 grid = cube(which == 0 ? 17 : 33, 10.0);
      const auto horizon = cosine(grid).horizon;
      const auto problem = [&] {
        return FoldProblem{
            grid, 1.0, {}, nullptr, make_start_values<float>(*horizon, grid, 1.0, {}, {2, 1.6}, {})};
      };
      const FoldProblem first = problem();
      const Field<std::uint8_t>& fixed = std::get<StartValues<float>>(first.start).fixed;
      const Field<float> found = solve(FoldMethod::fmm, problem()).arrival;
      error[which] = mean_difference(found, exact_arrival(*horizon, grid, 1.0, {}, {}), fixed);
      apart[which] = mean_difference(found, make_pmm_solver()->solve(problem(), {}, {}).arrival, fixed);
    }
    const double ratio = error[0] / error[1];
    QVERIFY2(ratio > 1.8 && ratio < 2.3, qPrintable(QString::number(ratio)));
    QVERIFY2(apart[0] < error[0] && apart[0] > 1.8 * apart[1],
             qPrintable(QString("%1: %2 and %3").arg(error[0]).arg(apart[0]).arg(apart[1])));
  }

  void threads_do_not_change_a_bit() {
    const int threads = thread_count();
    for (const FoldMethod method : methods) {
      set_thread_count(1);
      const Field<float> one = solve(method, cosine(cube(27, 10.0))).arrival;
      set_thread_count(3);
      const Field<float> three = solve(method, cosine(cube(27, 10.0))).arrival;
      set_thread_count(threads);
      QVERIFY(std::memcmp(one.data(), three.data(), sizeof(float) * static_cast<std::size_t>(one.size())) ==
              0);
    }
  }

  void a_fixed_number_of_sweeps_is_done() {
    FoldOptions options;
    options.to_convergence = false;
    options.max_sweeps = 5;
    for (const FoldMethod method : {FoldMethod::fsm, FoldMethod::parallel_fsm})
      QCOMPARE(solve(method, cosine(cube(13, 10.0)), options).sweeps, 5);
    QVERIFY(solve(FoldMethod::fsm, cosine(cube(13, 10.0))).sweeps < 5);
  }

  void both_precisions_are_told() {
    const FoldSolution solution = solve(FoldMethod::fsm, cosine(cube(13, 10.0)), of(Precision::binary64));
    QCOMPARE(solution.arrival64.size(), solution.arrival.size());
    for (Index m = 0; m < solution.arrival.size(); ++m)
      QVERIFY(solution.arrival[m] == static_cast<float>(solution.arrival64[m]));
    QVERIFY(solve(FoldMethod::fsm, cosine(cube(13, 10.0))).arrival64.empty());
  }

  // Nodes of the side without a front keep their sign and are counted; those of the other side do not see
  // them, even as neighbours.
  void the_other_side_is_not_seen() {
    const Grid3 grid = cube(12, 11.0);
    for (const FoldMethod method : methods) {
      StartValues<float> start = from_one_node(grid, 3, 4, 5);
      for (int k = 8; k < 12; ++k)
        for (int j = 0; j < 12; ++j)
          for (int i = 0; i < 12; ++i)
            start.time(i, j, k) = -inf;
      start.time(0, 0, 8) = -1e-3F;  // early, just below: it would overtake
      start.fixed(0, 0, 8) = 1;
      start.time(0, 0, 9) = -1e-3F;
      start.fixed(0, 0, 9) = 1;
      const Field<float> found = solve(method, {grid, 1.0, {}, nullptr, std::move(start)}).arrival;
      QVERIFY(found(0, 0, 7) > 5.0F);
      QVERIFY(found(11, 11, 11) < -10.0F);

      StartValues<float> alone = from_one_node(grid, 3, 4, 5);
      for (int i = 0; i < 12; ++i)
        alone.time(i, 0, 0) = -inf;
      const FoldSolution solution = solve(method, {grid, 1.0, {}, nullptr, std::move(alone)});
      QCOMPARE(solution.unreached, Index{12});
      QVERIFY(solution.arrival(7, 0, 0) == -inf);
    }
  }

  void a_grid_one_node_thin_is_solved() {
    for (const FoldMethod method : methods)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        Grid3 line{{1, 1, 1}, {0.5, 0.25, 0.125}, {}, {}, {}, 0};
        line.n[axis] = 9;
        const FoldSolution solution = solve(method, {line, 2.0, {}, nullptr, from_one_node(line, 0, 0, 0)});
        QCOMPARE(solution.arrival[8], static_cast<float>(8.0 * line.h[axis] / 2.0));
      }
  }

  void what_cannot_be_solved_is_said() {
    const Grid3 grid = cube(9, 10.0);
    for (const FoldMethod method : methods) {
      FoldProblem carried = cosine(grid);
      carried.b = {0.0, 0.1, -0.3};
      const std::string why = refusal(method, std::move(carried));
      QVERIFY2(why.find("psi") != std::string::npos && why.find("isotropic") != std::string::npos,
               why.c_str());
      for (const double F : {0.0, -1.0, std::nan("")}) {
        FoldProblem slow = cosine(grid);
        slow.F = F;
        QVERIFY(refusal(method, std::move(slow)).rfind("F", 0) == 0);
      }
      for (const double h : {1e-310, 1e-30, 0.0}) {
        Grid3 tiny{{5, 5, 5}, {1.0, h, 1.0}, {}, {}, {}, 0};
        QVERIFY(refusal(method, {tiny, 1.0, {}, nullptr, from_one_node(tiny, 0, 0, 0)}).rfind("grid", 0) ==
                0);
      }
      QVERIFY(refusal(method, {grid, 1.0, {}, nullptr, {}}).find("neither") != std::string::npos);
    }
    // What lies across a section is not looked at.
    FoldProblem section = cosine({{9, 1, 9}, {1.25, 1.0, 1.25}, {}, {}, {}, 0});
    section.b = {0.0, 0.3, 0.0};
    QVERIFY(refusal(FoldMethod::fmm, std::move(section)) == "solved");
  }

  void a_stop_is_heard_in_mid_solve() {
    for (const FoldMethod method : methods) {
      StopInside progress;
      QVERIFY_EXCEPTION_THROWN(make_reference_solver(method)->solve(cosine(cube(65, 10.0)), {},
                                                                    {&progress, progress.stop.get_token()}),
                               Stopped);
    }
  }
};

}  // namespace test_reference

FOLDWAVE_TEST(test_reference, run_guiless<test_reference::TestReference>)
#include "test_reference.moc"
