// Protects the promise about CUDA: without a driver or a device the program starts, says why, and `auto`
// takes the CPU; with one, the fold and the wave agree with the CPU to single precision's rounding.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "core/fold/foot/initial.hpp"
#include "gpu/backend.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_backend {

using namespace foldwave;

namespace {

// By name: what `auto` gives may fall back on the CPU, and would hide a device that fails.
std::shared_ptr<const Backend> device() {
  return select_backend("auto")->name() == "cuda" ? select_backend("cuda") : nullptr;
}

Field<float> fold(const Backend& backend) {
  const Grid3 grid{{40, 36, 44}, {0.25, 0.3, 0.25}, {}, {}, {}, 0};
  const Horizon horizon =
      make_horizon(TrainsHorizon{5.0, {{0.7, 9.0, 60.0, {2.5, 5.0}, {}}}, {}}, grid, "", "");
  const Vec3 b{-0.35, 0.4, -0.7};
  return std::move(backend.make_fold_solver(FoldMethod::pmm)
                       ->solve({grid, 1.1, b, std::make_shared<const Horizon>(horizon), {}}, {}, {})
                       .arrival);
}

std::vector<float> wave(const Backend& backend) {
  WaveModel model;
  model.grid = {{40, 36, 44}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  Field<float> velocity(model.grid.n, 2000.0F);
  for (Index m = velocity.size() / 2; m < velocity.size(); ++m)
    velocity[m] = 3000.0F;
  model.velocity = borrowed(velocity);
  model.dt = 0.001;
  model.steps = 300;
  model.pad_cells = 20;
  model.boundaries.fill(Boundary::sponge);
  model.boundaries[z_min] = Boundary::free;
  PointSource source{{203.0, 177.0, 55.0}, {}};
  for (int n = 0; n < 120; ++n)
    source.series.push_back(std::sin(0.05F * static_cast<float>(n)));
  model.sources = {source};
  model.receivers = {{100.0, 100.0, 20.0}, {305.5, 222.2, 333.3}};
  return backend.make_wave_propagator()->run(model, nullptr, {}).gather.traces;
}

}  // namespace

class TestCudaBackend : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { register_cuda_backend(); }

  void it_says_whether_it_can_be_used() {
    const auto all = list_backends();
    QVERIFY(all.size() == 2 && all[0].name == "cuda" && all[1].name == "cpu" && all[1].available);
    QVERIFY(!all[0].text.empty());
    if (all[0].available) return;
    QVERIFY(select_backend("auto")->name() == "cpu");
    QVERIFY_EXCEPTION_THROWN(select_backend("cuda"), InputError);
  }

  void the_fold_agrees_with_the_cpu() {
    const auto cuda = device();
    if (!cuda) FOLDWAVE_NO_DEVICE("no CUDA device on this machine");
    const Field<float> a = fold(*cuda);
    const Field<float> b = fold(*cpu_backend());
    for (Index m = 0; m < a.size(); ++m)
      QVERIFY(std::abs(a[m] - b[m]) < 1e-5F * 5.0F);
  }

  void the_wave_agrees_with_the_cpu() {
    const auto cuda = device();
    if (!cuda) FOLDWAVE_NO_DEVICE("no CUDA device on this machine");
    const auto a = wave(*cuda);
    const auto b = wave(*cpu_backend());
    float peak = 0.0F;
    for (const float v : b)
      peak = worst_of(peak, std::abs(v));
    QVERIFY(a.size() == b.size() && peak > 0.0F);
    for (std::size_t i = 0; i < a.size(); ++i)
      QVERIFY(std::abs(a[i] - b[i]) < 2e-5F * peak);
  }
};

}  // namespace test_cuda_backend

FOLDWAVE_TEST(test_cuda_backend, run_guiless<test_cuda_backend::TestCudaBackend>)
#include "test_cuda_backend.moc"
