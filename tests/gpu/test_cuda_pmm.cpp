// Protects 3D PMM on a device: the CPU's plain arrival to rounding on odd, thin and flat grids in both
// precisions, the same bits whether settled tiles are left out or not and on every run, clocks told apart, a
// stop that is heard, and a refusal of what does not fit. Without a device, what is refused beforehand.
#include <cuda_runtime.h>

#include <QTest>
#include <cmath>
#include <cstring>

#include "core/base/error.hpp"
#include "core/engine/backend.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "gpu/backend.hpp"
#include "gpu/fold/cuda_pmm.hpp"
#include "gpu/fold/split_pmm.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_pmm {

using namespace foldwave;

namespace {

constexpr double F = 1.1;
constexpr Vec3 b{-0.35, 0.4, -0.7};

FoldProblem problem_on(const Grid3& grid) {
  const Horizon horizon = make_horizon(
      TrainsHorizon{0.5 * grid.extent().z, {{0.4, 9.0, 60.0, {2.5, 5.0}, {}}}, {}}, grid, "", "");
  return {grid, F, b, std::make_shared<const Horizon>(horizon), {}};
}

FoldOptions options_of(Precision precision, bool skip) {
  FoldOptions options;
  options.precision = precision;
  options.skip_settled = skip;
  options.path = FoldPath::plain;
  return options;
}

// Sets the stop token at the first report.
class StopAtOnce final : public Progress {
 public:
  void report(const ProgressReport&) override { source.request_stop(); }
  std::stop_source source;
};

}  // namespace

class TestCudaPmm : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    register_cuda_backend();
    has_device_ = select_backend("auto")->name() == "cuda";
  }

  void it_agrees_with_the_plain_solver_data() {
    QTest::addColumn<int>("nx");
    QTest::addColumn<int>("ny");
    QTest::addColumn<int>("nz");
    QTest::newRow("odd") << 75 << 61 << 83;
    QTest::newRow("section") << 91 << 1 << 70;
    QTest::newRow("thin") << 3 << 50 << 47;
    QTest::newRow("whole bricks") << 64 << 48 << 56;
  }

  void it_agrees_with_the_plain_solver() {
    if (!has_device_) FOLDWAVE_NO_DEVICE("no CUDA device on this machine");
    QFETCH(int, nx);
    QFETCH(int, ny);
    QFETCH(int, nz);
    // The spacing of an axis of one node has no meaning.
    const Grid3 grid{{nx, ny, nz}, {0.11, ny > 1 ? 0.12 : 0.0, 0.1}, {}, {}, {}, 0};
    for (const Precision precision : {Precision::binary32, Precision::binary64}) {
      const FoldSolution expected =
          make_pmm_solver()->solve(problem_on(grid), options_of(precision, false), {});
      const FoldSolution all =
          make_cuda_pmm_solver()->solve(problem_on(grid), options_of(precision, false), {});
      const FoldSolution some =
          make_cuda_pmm_solver()->solve(problem_on(grid), options_of(precision, true), {});
      QVERIFY(all.unreached == expected.unreached);
      QVERIFY(all.device_seconds > 0.0 && all.transfer_seconds > 0.0);
      QVERIFY(std::memcmp(all.arrival.data(), some.arrival.data(),
                          static_cast<std::size_t>(grid.size()) * sizeof(float)) == 0);
      for (Index m = 0; m < grid.size(); ++m)
        QVERIFY(std::abs(all.arrival[m] - expected.arrival[m]) < 1e-5F);
      if (precision == Precision::binary64)
        for (Index m = 0; m < grid.size(); ++m)
          QVERIFY(std::abs(all.arrival64[m] - expected.arrival64[m]) < 1e-12);
    }
  }

  // Twice the one device, and both where there are two.
  void shared_planes_give_the_bits_of_one_device() {
    if (!has_device_) FOLDWAVE_NO_DEVICE("no CUDA device on this machine");
    int devices = 0;
    QCOMPARE(cudaGetDeviceCount(&devices), cudaSuccess);
    if (qEnvironmentVariableIntValue("FOLDWAVE_DEVICE") > 1) QVERIFY(devices > 1);
    std::vector<std::vector<int>> teams{{0, 0}, {0, 0, 0}};
    if (devices > 1) teams.insert(teams.end(), {{0, 1}, {1, 0}, {0, 1, 0}});
    for (const std::array<int, 3> n : {std::array{75, 61, 83}, {64, 48, 56}, {40, 130, 90}}) {
      const Grid3 grid{n, {0.11, 0.12, 0.1}, {}, {}, {}, 0};
      for (const Precision precision : {Precision::binary32, Precision::binary64})
        for (const bool skip : {false, true}) {
          const FoldOptions options = options_of(precision, skip);
          const FoldSolution alone = make_cuda_pmm_solver()->solve(problem_on(grid), options, {});
          for (const std::vector<int>& team : teams) {
            const FoldSolution shared = make_split_pmm_solver(team, 1)->solve(problem_on(grid), options, {});
            QCOMPARE(shared.warnings.size(), alone.warnings.size());
            QCOMPARE(shared.sweeps, alone.sweeps);
            QVERIFY(shared.device_seconds > 0.0);
            QVERIFY(std::memcmp(alone.arrival.data(), shared.arrival.data(),
                                static_cast<std::size_t>(grid.size()) * sizeof(float)) == 0);
            if (precision == Precision::binary64)
              QVERIFY(std::memcmp(alone.arrival64.data(), shared.arrival64.data(),
                                  static_cast<std::size_t>(grid.size()) * sizeof(double)) == 0);
          }
        }
    }
  }

  void what_is_not_worth_sharing_is_solved_by_one() {
    if (!has_device_) FOLDWAVE_NO_DEVICE("no CUDA device on this machine");
    const auto warning = [](const Grid3& grid, Index plane_share) {
      const FoldSolution solution =
          make_split_pmm_solver({0, 0}, plane_share)->solve(problem_on(grid), {}, {});
      return solution.warnings.empty() ? QByteArray() : QByteArray(solution.warnings.back().c_str());
    };
    QVERIFY(warning({{400, 400, 400}, {0.1, 0.1, 0.1}, {}, {}, {}, 0}, least_plane_share)
                .contains("one device solved it alone: planes of 160000 nodes"));
    QVERIFY(warning({{90, 1, 70}, {0.1, 0.0, 0.1}, {}, {}, {}, 0}, 1).contains("section"));
    QVERIFY(warning({{90, 90, 15}, {0.1, 0.1, 0.1}, {}, {}, {}, 0}, 1).contains("too small"));
    QVERIFY(warning({{90, 90, 16}, {0.1, 0.1, 0.1}, {}, {}, {}, 0}, 1).isEmpty());
  }

  void a_stop_is_heard() {
    if (!has_device_) FOLDWAVE_NO_DEVICE("no CUDA device on this machine");
    const Grid3 grid{{200, 200, 200}, {0.1, 0.1, 0.1}, {}, {}, {}, 0};
    StopAtOnce progress;
    QVERIFY_EXCEPTION_THROWN(
        make_cuda_pmm_solver()->solve(problem_on(grid), {}, {&progress, progress.source.get_token()}),
        Stopped);
  }

  void too_large_a_grid_is_refused() {
    if (!has_device_) FOLDWAVE_NO_DEVICE("no CUDA device on this machine");
    const Grid3 grid{{20000, 20000, 20000}, {0.1, 0.1, 0.1}, {}, {}, {}, 0};
    QVERIFY_EXCEPTION_THROWN(make_cuda_pmm_solver()->solve({grid, F, b, nullptr, {}}, {}, {}), ResourceError);
  }

  void bad_numbers_are_refused_before_the_device_is_asked() {
    Grid3 grid{{10, 10, 10}, {0.1, 0.1, 0.1}, {}, {}, {}, 0};
    grid.h[1] = std::nan("");
    QVERIFY_EXCEPTION_THROWN(make_cuda_pmm_solver()->solve({grid, F, b, nullptr, {}}, {}, {}), InputError);
  }

 private:
  bool has_device_ = false;
};

}  // namespace test_cuda_pmm

FOLDWAVE_TEST(test_cuda_pmm, run_guiless<test_cuda_pmm::TestCudaPmm>)
#include "test_cuda_pmm.moc"
