// Protects the foot-point solver on a device (skipped without one): T is the exact arrival for every kind of
// fold in both precisions, the same in every run; it stops when asked, and gives all memory back when there
// is too little.
#include <cuda_runtime.h>

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "core/fold/foot/initial.hpp"
#include "gpu/backend.hpp"
#include "gpu/fold/cuda_foot.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_foot_solver {

using namespace foldwave;

namespace {

using Shape = std::array<int, 3>;

FoldProblem problem_of(int nx, int ny, int nz, double F, Vec3 b) {
  const double h = 10.0 / (nx - 1);
  const Grid3 grid{{nx, ny, nz}, {h, h, h}, {}, {}, {}, 0};
  const TrainsHorizon spec{5.0, {{0.7, 9.0, 60.0, {2.5, 5.0}, {}}, {0.3, 13.0, 150.0, {5.0, 6.0}, {}}}, {}};
  return {grid, F, b, std::make_shared<const Horizon>(make_horizon(spec, grid, "", "")), {}, {}};
}

template <class Real>
double error_of(const Field<Real>& found, const Field<float>& exact) {
  double error = 0.0;
  double largest = 0.0;
  for (Index m = 0; m < exact.size(); ++m) {
    const auto wanted = static_cast<double>(exact[m]);
    const double off = std::abs(static_cast<double>(found[m]) - wanted);
    if (!(off <= error)) error = off;  // NaN too
    largest = worst_of(largest, std::abs(wanted));
  }
  return error / largest;
}

std::size_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  cudaMemGetInfo(&free, &total);
  return free;
}

// Asks to stop at the n-th report.
struct StopAt final : Progress {
  explicit StopAt(int n) : reports(n) {}
  void report(const ProgressReport&) override {
    if (--reports == 0) source.request_stop();
  }
  int reports;
  std::stop_source source;
};

}  // namespace

class TestCudaFootSolver : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    register_cuda_backend();
    if (select_backend("auto")->name() != "cuda") FOLDWAVE_NO_DEVICE("no CUDA device on this machine");
    // By name: what `auto` gives may fall back on the CPU, and would hide a device that fails.
    backend_ = select_backend("cuda");
    QVERIFY(backend_->fold_methods().front() == FoldMethod::foot_point);
    solver_ = backend_->make_fold_solver(FoldMethod::automatic);
  }

  void it_gives_the_exact_arrival_data() {
    QTest::addColumn<Shape>("n");
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("psi");
    QTest::newRow("class 1A") << Shape{40, 37, 43} << 1.5 << -0.5;
    QTest::newRow("class 1B") << Shape{40, 37, 43} << 1.0 << 0.0;
    QTest::newRow("class 1C") << Shape{40, 37, 43} << 0.6 << 0.4;
    QTest::newRow("class 2") << Shape{40, 37, 43} << 0.0 << 1.0;
    QTest::newRow("class 3") << Shape{40, 37, 43} << -0.2 << 1.2;
    QTest::newRow("several slabs") << Shape{401, 321, 50} << 0.6 << 0.4;
    QTest::newRow("section") << Shape{200, 1, 150} << 0.6 << 0.4;
    QTest::newRow("one layer") << Shape{40, 37, 1} << 0.6 << 0.4;
  }
  // Shares on one device stand for those of several.
  void shares_are_one_answer_to_the_bit() {
    for (const Shape& n : {Shape{40, 37, 43}, Shape{401, 321, 50}, Shape{200, 1, 150}, Shape{40, 37, 1}})
      for (const Precision precision : {Precision::binary32, Precision::binary64}) {
        FoldOptions options;
        options.precision = precision;
        const Vec3 b{0.0, 0.0, -0.6};
        const FoldSolution one = solver_->solve(problem_of(n[0], n[1], n[2], -0.2, b), options, {});
        for (const int devices : {2, 3, 50}) {
          const FoldSolution shared =
              make_cuda_foot_solver({devices})->solve(problem_of(n[0], n[1], n[2], -0.2, b), options, {});
          QVERIFY(std::ranges::equal(shared.arrival.values(), one.arrival.values()));
          QVERIFY(std::ranges::equal(shared.arrival64.values(), one.arrival64.values()));
          QCOMPARE(shared.unreached, one.unreached);
        }
      }
  }

  void it_gives_the_exact_arrival() {
    QFETCH(Shape, n);
    QFETCH(double, F);
    QFETCH(double, psi);
    const auto make = [&] { return problem_of(n[0], n[1], n[2], F, psi * AxialLine{40.0, 78.0}.upward()); };
    const FoldProblem problem = make();
    FoldOptions wide;
    wide.precision = Precision::binary64;
    const FoldSolution single = solver_->solve(make(), {}, {});
    const FoldSolution again = solver_->solve(make(), {}, {});
    const FoldSolution twofold = solver_->solve(make(), wide, {});
    QVERIFY(single.unreached == 0 && single.device_seconds && single.transfer_seconds);
    QVERIFY(std::memcmp(single.arrival.data(), again.arrival.data(),
                        static_cast<std::size_t>(single.arrival.size()) * sizeof(float)) == 0);
    QVERIFY(error_of(single.arrival, twofold.arrival) < 3e-6);
    QVERIFY(error_of(twofold.arrival64, twofold.arrival) < 1e-7);
    if (problem.grid.size() > 100000) return;
    const Field<float> exact = exact_arrival(*problem.horizon, problem.grid, F, problem.b, {});
    QVERIFY(error_of(single.arrival, exact) < 3e-6);
    QVERIFY(error_of(twofold.arrival64, exact) < 1e-7);
  }

  void it_stops_when_asked() {
    for (const int when : {1, 2, 4}) {
      StopAt progress(when);
      const Job job{&progress, progress.source.get_token()};
      QVERIFY_EXCEPTION_THROWN(solver_->solve(problem_of(400, 400, 200, 1.0, {}), {}, job), Stopped);
    }
  }

  void too_little_memory_is_said_and_given_back() {
    solver_->solve(problem_of(64, 64, 64, 1.0, {}), {}, {});
    const std::size_t before = free_bytes();
    std::vector<void*> taken;
    for (std::size_t bytes = std::size_t{1} << 36; bytes >= std::size_t{1} << 21;) {
      void* data = nullptr;
      if (cudaMalloc(&data, bytes) == cudaSuccess)
        taken.push_back(data);
      else
        bytes /= 2;
    }
    cudaGetLastError();
    QVERIFY_EXCEPTION_THROWN(solver_->solve(problem_of(400, 400, 400, 1.0, {}), {}, {}), ResourceError);
    for (void* const data : taken)
      cudaFree(data);
    QVERIFY(free_bytes() >= before);
    QVERIFY(solver_->solve(problem_of(64, 64, 64, 1.0, {}), {}, {}).unreached == 0);
  }

 private:
  std::shared_ptr<const Backend> backend_;
  std::unique_ptr<FoldSolver> solver_;
};

}  // namespace test_cuda_foot_solver

FOLDWAVE_TEST(test_cuda_foot_solver, run_guiless<test_cuda_foot_solver::TestCudaFootSolver>)
#include "test_cuda_foot_solver.moc"
