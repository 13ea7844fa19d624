// Protects the PMM from what it cannot solve: a clear error in place of a time that is no number, whatever is
// thin, empty, extreme or stopped.
#include <QTest>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/fold/pmm/pmm.hpp"
#include "core/fold/unreached.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/work_clock.hpp"

namespace test_pmm_inputs {

using namespace foldwave;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

// A point source in the middle of the grid.
FoldProblem point_source(const Grid3& grid, double F, Vec3 b) {
  StartValues<float> start{Field<float>(grid.n, inf), Field<std::uint8_t>(grid.n)};
  start.time(grid.n[0] / 2, grid.n[1] / 2, grid.n[2] / 2) = 0.0F;
  start.fixed(grid.n[0] / 2, grid.n[1] / 2, grid.n[2] / 2) = 1;
  return {grid, F, b, nullptr, std::move(start)};
}

Grid3 box(std::array<int, 3> n, std::array<double, 3> h) {
  return {n, h, {}, {}, {}, 0};
}

FoldSolution solve(FoldProblem problem, const FoldOptions& options = {}) {
  return make_pmm_solver()->solve(std::move(problem), options, {});
}

// No time is no number or below 0, and as many are infinite as are said to be.
bool sound(const FoldSolution& s) {
  Index unreached = 0;
  for (const float t : s.arrival.values()) {
    if (std::isnan(t) || t < 0.0F) return false;
    unreached += std::isinf(t) ? 1 : 0;
  }
  return unreached == s.unreached;
}

FoldOptions path(FoldPath p) {
  FoldOptions options;
  options.path = p;
  return options;
}

constexpr FoldPath both[] = {FoldPath::plain, FoldPath::fastest};

// Asks for a stop at the first report of the second sweep.
class StopLater : public Progress {
 public:
  void report(const ProgressReport& r) override {
    if (r.step == "fold: sweep 2") {
      source.request_stop();
      since_asked.start();
    }
  }
  std::stop_source source;
  WorkClock since_asked;
};

}  // namespace

class TestPmmInputs : public QObject {
  Q_OBJECT
 private slots:
  void a_thin_grid_is_solved() {
    for (const FoldPath p : both)
      for (const std::array<int, 3> n :
           {std::array{1, 20, 30}, {20, 1, 30}, {30, 20, 1}, {1, 1, 40}, {40, 1, 1}, {1, 1, 1}}) {
        // The spacing of an axis of one node has no meaning.
        std::array<double, 3> h{1.0, 1.0, 1.0};
        for (std::size_t a = 0; a < 3; ++a)
          if (n[a] == 1) h[a] = 0.0;
        const FoldSolution s = solve(point_source(box(n, h), 1.0, {}), path(p));
        QVERIFY(sound(s) && s.unreached == 0);
        const Grid3 grid = box(n, h);
        const int far = std::max({n[0] - n[0] / 2, n[1] - n[1] / 2, n[2] - n[2] / 2}) - 1;
        // Along an axis through the source the time is the distance.
        const int a = n[0] > 1 ? 0 : n[1] > 1 ? 1 : 2;
        std::array<int, 3> at{n[0] / 2, n[1] / 2, n[2] / 2};
        at[static_cast<std::size_t>(a)] = n[static_cast<std::size_t>(a)] - 1;
        const auto steps =
            static_cast<float>(n[static_cast<std::size_t>(a)] - 1 - n[static_cast<std::size_t>(a)] / 2);
        QVERIFY(std::abs(s.arrival(at[0], at[1], at[2]) - steps) < 1e-4F);
        QVERIFY(far >= 0 && grid.size() == s.arrival.size());
      }
  }

  void a_current_as_fast_as_the_front_is_solved() {
    FOLDWAVE_NUMBERS();
    for (const FoldPath p : both)
      for (const double psi : {0.5, -0.5, 0.7})
        for (const Vec3 a : {Vec3{0.0, 0.0, -1.0}, {0.6, 0.0, -0.8}, {1.0, 0.0, 0.0}}) {
          const FoldSolution s =
              solve(point_source(box({33, 21, 37}, {1.0, 1.3, 0.8}), 0.5, psi * a), path(p));
          QVERIFY(sound(s));
        }
  }

  void all_fixed_and_nothing_fixed_are_answers() {
    const Grid3 grid = box({19, 20, 21}, {1.0, 1.0, 1.0});
    for (const FoldPath p : both) {
      FoldProblem full{grid,
                       1.0,
                       {},
                       nullptr,
                       StartValues<float>{Field<float>(grid.n, 2.0F), Field<std::uint8_t>(grid.n, 1)}};
      const FoldSolution same = solve(std::move(full), path(p));
      QVERIFY(same.unreached == 0);
      for (const float t : same.arrival.values())
        QVERIFY(t == 2.0F);
      FoldProblem empty{grid,
                        1.0,
                        {},
                        nullptr,
                        StartValues<float>{Field<float>(grid.n, -inf), Field<std::uint8_t>(grid.n)}};
      const FoldSolution none = solve(std::move(empty), path(p));
      QVERIFY(none.unreached == grid.size() && none.sweeps == 1 && none.arrival[0] == -inf);
    }
  }

  void a_time_that_is_no_number_counts_as_unreached() {
    Field<double> T({4, 5, 6}, -2.0);
    QCOMPARE(unreached_nodes(T), Index{0});
    T(1, 2, 3) = std::numeric_limits<double>::quiet_NaN();
    T(0, 0, 0) = std::numeric_limits<double>::infinity();
    T(3, 4, 5) = -std::numeric_limits<double>::infinity();
    QCOMPARE(unreached_nodes(T), Index{3});
  }

  void extreme_but_usable_spacings_give_numbers() {
    for (const FoldPath p : both)
      for (const std::array<double, 3> h :
           {std::array{1e4, 1.0, 1.0}, {1.0, 1.0, 1e-4}, {1e-6, 1e-6, 1e-6}, {1e6, 1e6, 1e6}}) {
        const FoldSolution s = solve(point_source(box({18, 19, 20}, h), 1.0, {0.2, 0.1, -0.3}), path(p));
        QVERIFY(sound(s) && s.unreached == 0);
      }
  }

  void what_cannot_be_solved_is_named() {
    const Grid3 good = box({9, 9, 9}, {1.0, 1.0, 1.0});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto refused = [](FoldProblem problem, const FoldOptions& options = {}) {
      try {
        solve(std::move(problem), options);
      } catch (const InputError&) {
        return true;
      }
      return false;
    };
    QVERIFY(!refused(point_source(good, 1.0, {})));
    for (const double h : {0.0, -1.0, nan, 1e-310, 1e300})
      QVERIFY(refused(point_source(box({9, 9, 9}, {1.0, h, 1.0}), 1.0, {})));
    QVERIFY(refused(point_source(box({9, 9, 9}, {1.0, 1e6, 1.0}), 1.0, {})));
    for (const double F : {0.0, -0.5, nan, 1e-40, 1e300})
      QVERIFY(refused(point_source(good, F, {})));
    for (const double b : {nan, 1e30, -std::numeric_limits<double>::infinity()})
      QVERIFY(refused(point_source(good, 1.0, {0.0, b, 0.0})));
    for (const int sweeps : {-1, 0})
      QVERIFY(refused(point_source(good, 1.0, {}),
                      {Precision::binary32, sweeps, false, true, FoldPath::fastest}));

    FoldProblem other_shape = point_source(good, 1.0, {});
    other_shape.grid.n = {9, 9, 10};
    QVERIFY(refused(std::move(other_shape)));
    for (const FoldPath p : both) {
      FoldProblem no_number = point_source(good, 1.0, {});
      std::get<StartValues<float>>(no_number.start).time(3, 3, 3) = std::numeric_limits<float>::quiet_NaN();
      QVERIFY(refused(std::move(no_number), path(p)));
    }
    QVERIFY(refused({good, 1.0, {}, nullptr, {}}));
  }

  void a_stop_in_mid_solve_is_heard_at_once() {
    FOLDWAVE_NUMBERS();
    const Grid3 grid = box({120, 110, 100}, {1.0, 1.0, 1.0});
    for (const FoldPath p : both) {
      StopLater progress;
      FoldOptions options = path(p);
      options.max_sweeps = 1000;
      options.to_convergence = false;
      options.skip_settled = false;
      QVERIFY_EXCEPTION_THROWN(make_pmm_solver()->solve(point_source(grid, 1.0, {}), options,
                                                        {&progress, progress.source.get_token()}),
                               Stopped);
      const double late = progress.since_asked.milliseconds();
      QVERIFY2(late < 100.0 * machine_pace(), qPrintable(QString::number(late)));
    }
  }

  void a_stop_from_another_thread_ends_a_sub_sweep() {
    const Grid3 grid = box({120, 110, 100}, {1.0, 1.0, 1.0});
    for (int trial = 0; trial < 4; ++trial) {
      std::stop_source source;
      WorkClock since_asked;
      const std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(15 + 9 * trial));
        since_asked.start();
        source.request_stop();
      });
      FoldOptions options;
      options.max_sweeps = 1000000;
      options.to_convergence = false;
      options.skip_settled = false;
      QVERIFY_EXCEPTION_THROWN(
          make_pmm_solver()->solve(point_source(grid, 1.0, {}), options, {nullptr, source.get_token()}),
          Stopped);
      const double late = since_asked.milliseconds();
      QVERIFY2(late < 100.0 * machine_pace(), qPrintable(QString::number(late)));
    }
  }
};

}  // namespace test_pmm_inputs

FOLDWAVE_TEST(test_pmm_inputs, run_guiless<test_pmm_inputs::TestPmmInputs>)
#include "test_pmm_inputs.moc"
