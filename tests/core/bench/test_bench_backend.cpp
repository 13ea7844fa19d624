// Protects what a bench says it measured: a device chosen by `auto` that fails in the midst of it gives rows
// that say so, never the CPU's figures under the device's name.
#include <QTest>
#include <algorithm>

#include "core/base/error.hpp"
#include "core/bench/fold.hpp"
#include "core/bench/wave.hpp"
#include "core/engine/fallback_backend.hpp"
#include "tests/test_program.hpp"

namespace test_bench_backend {

using namespace foldwave;

namespace {

// It warms up well, and fails once: at the first problem of any size.
constexpr int small_nodes = 16;

[[noreturn]] void fail() {
  throw DeviceError("fragile", "cannot get device memory: out of memory", "use the CPU back end");
}

class FragileSolver final : public FoldSolver {
 public:
  explicit FragileSolver(FoldMethod method) : method_(method) {}
  std::string name() const override { return "fragile"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    if (problem.grid.n[0] == small_nodes) fail();
    return cpu_backend()->make_fold_solver(method_)->solve(std::move(problem), options, job);
  }

 private:
  FoldMethod method_;
};

class FragilePropagator final : public WavePropagator {
 public:
  std::string name() const override { return "fragile"; }
  std::int64_t memory_bytes(const WaveModel&) const override { return 1; }
  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    if (model.grid.n[0] == small_nodes && model.steps > 2) fail();
    return cpu_backend()->make_wave_propagator()->run(model, watch, job);
  }
};

class FragileDevice final : public Backend {
 public:
  std::string name() const override { return "fragile"; }
  std::string description() const override { return "a device that fails in mid-bench"; }
  std::int64_t free_memory_bytes() const override { return std::int64_t{1} << 40; }
  std::vector<FoldMethod> fold_methods() const override { return {FoldMethod::foot_point, FoldMethod::pmm}; }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return std::make_unique<FragileSolver>(method);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return std::make_unique<FragilePropagator>();
  }
  double triad_bytes_per_second() const override { return 1e12; }
};

std::shared_ptr<const Backend> chosen_by_auto() {
  return with_cpu_to_fall_back_on(std::make_shared<const FragileDevice>());
}

template <class Row>
bool failed_by_itself(const Row& row) {
  return row.failure.find("fragile: cannot get device memory") != std::string::npos;
}

}  // namespace

class TestBenchBackend : public QObject {
  Q_OBJECT

 private slots:
  void what_is_measured_is_the_device_itself() {
    const auto backend = chosen_by_auto();
    QVERIFY(backend->falls_back() && !without_fallback(*backend).falls_back());
    QCOMPARE(&without_fallback(*cpu_backend()), cpu_backend().get());
  }

  void a_wave_that_fails_is_a_row_that_says_so() {
    WaveBenchPlan plan;
    plan.sizes = {small_nodes, 20};
    plan.boundary = BenchBoundary::bare;
    plan.steps = 4;
    plan.repeat = 1;
    const auto rows = bench_wave(*chosen_by_auto(), plan, [](const WaveBenchRow&) {}, {});
    QCOMPARE(rows.size(), std::size_t{4});
    for (const WaveBenchRow& row : rows) {
      const bool fails = row.n[0] == small_nodes;
      QCOMPARE(failed_by_itself(row), fails);
      QCOMPARE(row.points_per_second > 0.0, !fails);
    }
  }

  void a_fold_that_fails_is_a_row_that_says_so() {
    FoldBenchPlan plan;
    plan.cases = {FoldBenchCase::isotropic};
    plan.sizes = {small_nodes, 20};
    plan.precisions = {Precision::binary32};
    plan.repeat = 1;
    const auto rows = bench_fold(*chosen_by_auto(), plan, [](const FoldBenchRow&) {}, {});
    QCOMPARE(rows.size(), std::size_t{4});
    for (const FoldBenchRow& row : rows) {
      const bool fails = row.n == small_nodes;
      QCOMPARE(failed_by_itself(row), fails);
      QCOMPARE(row.seconds > 0.0, !fails);
    }
  }
};

}  // namespace test_bench_backend

FOLDWAVE_TEST(test_bench_backend, run_guiless<test_bench_backend::TestBenchBackend>)
#include "test_bench_backend.moc"
