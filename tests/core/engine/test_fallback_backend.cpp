// Protects the fold that a device cannot do from being lost: the CPU solves the same problem, start values of
// the caller's own included (a mesh's, a point source's), although the device's try has consumed them.
#include <QTest>
#include <algorithm>

#include "core/base/error.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/solver.hpp"
#include "core/horizon/horizon.hpp"
#include "tests/test_program.hpp"

namespace test_fallback_backend {

using namespace foldwave;

namespace {

// Takes what it is given and fails.
class FailingSolver final : public FoldSolver {
 public:
  std::string name() const override { return "failing"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions&, const Job& job) const override {
    const StartValues<float> taken = take_start_values<float>(problem, job);
    throw DeviceError("failing", "cannot get memory for " + std::to_string(taken.time.values().size()), {});
  }
};

class FailingDevice final : public Backend {
 public:
  std::string name() const override { return "failing"; }
  std::string description() const override { return "a device that fails"; }
  std::int64_t free_memory_bytes() const override { return std::int64_t{1} << 40; }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod) const override {
    return std::make_unique<FailingSolver>();
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return cpu_backend()->make_wave_propagator();
  }
};

constexpr double F = 1.1;
const Vec3 b{0.1, 0.05, -0.2};
const Grid3 grid{{12, 10, 14}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};

FoldProblem problem(const char* start) {
  const auto horizon = std::make_shared<const Horizon>(
      make_horizon(PlaneHorizon{{55.0, 45.0, 65.0}, 20.0, 30.0, {}}, grid, "", ""));
  FoldProblem p{grid, F, b, horizon, {}};
  if (start == std::string("single")) p.start = make_start_values<float>(*horizon, grid, F, b, {}, {});
  if (start == std::string("double")) p.start = make_start_values<double>(*horizon, grid, F, b, {}, {});
  if (p.start.index() != 0) p.horizon = nullptr;
  return p;
}

}  // namespace

class TestFallbackBackend : public QObject {
  Q_OBJECT

 private slots:
  void the_cpu_folds_from_the_same_start_data() {
    QTest::addColumn<QString>("start");
    for (const char* const start : {"horizon", "single", "double"})
      QTest::newRow(start) << QString(start);
  }
  void the_cpu_folds_from_the_same_start() {
    QFETCH(QString, start);
    const QByteArray name = start.toUtf8();
    const auto backend = with_cpu_to_fall_back_on(std::make_shared<const FailingDevice>());
    const FoldSolution solution = backend->make_fold_solver(FoldMethod::pmm)->solve(problem(name), {}, {});
    const FoldSolution expected =
        cpu_backend()->make_fold_solver(FoldMethod::pmm)->solve(problem(name), {}, {});
    QCOMPARE(solution.unreached, Index{0});
    QVERIFY(std::ranges::equal(solution.arrival.values(), expected.arrival.values()));
    QCOMPARE(*solution.taken_over_by, cpu_backend()->make_fold_solver(FoldMethod::pmm)->name());
    QVERIFY(solution.warnings.back().find("solved on the CPU instead: failing: cannot get memory for 1680") !=
            std::string::npos);
  }
};

}  // namespace test_fallback_backend

FOLDWAVE_TEST(test_fallback_backend, run_guiless<test_fallback_backend::TestFallbackBackend>)
#include "test_fallback_backend.moc"
