// Protects the device's kernels of the wave's step: each of them gives the CPU's gather and snapshot to
// single precision's rounding after 1000 steps, in volumes and sections, at odd sizes, behind free faces and
// sponges, for every radius; what one of them cannot do is refused by name. From compute capability 9.0 on
// the fast ones are there wherever they are said to fit, and `auto` takes the fastest of them. Without a
// device they are skipped, and say why.
#include <cuda_runtime.h>

#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_wave_kernels {

using namespace foldwave;

namespace {

// Null where it cannot be had, and why: no device, or one that this build has no code for.
std::shared_ptr<const Backend> device(std::string& why) try {
  return select_backend("cuda");
} catch (const Error& e) {
  why = e.what();
  return nullptr;
}

class LastSnapshot final : public SnapshotSink {
 public:
  void snapshot(int at, double, const Field<float>& pressure) override {
    step = at;
    field = pressure.clone();
  }
  int step = -1;
  Field<float> field;
};

struct Case {
  WaveModel model;
  Field<float> velocity;

  Case(std::array<int, 3> n, int radius, std::array<Boundary, 6> boundaries, int steps) : velocity(n) {
    model.grid = {n, {10.0, 11.0, 9.0}, {}, {}, {}, 0};
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          velocity(i, j, k) = (2 * k > n[2] ? 3000.0F : 2000.0F) + static_cast<float>(3 * i);
    model.stencil = taylor_stencil(2 * radius);
    model.dt = 0.9 * stable_dt(model.grid, model.stencil, 3000.0 + 3.0 * n[0]);
    model.steps = steps;
    model.boundaries = boundaries;
    model.pad_cells = 7;
    const double x = 10.0 * (n[0] / 2) + 3.0, y = n[1] > 1 ? 11.0 * (n[1] / 2) - 4.0 : 0.0,
                 z = 9.0 * (n[2] / 2) + 1.0;
    PointSource source{{x, y, z}, {}};
    for (int s = 0; s < 60; ++s)
      source.series.push_back(static_cast<float>(std::sin(0.2 * s) * std::exp(-0.01 * (s - 30) * (s - 30))));
    model.sources = {source};
    model.receivers = {{10.0, y, 9.0}, {x, y, 20.0}, {10.0 * (n[0] - 2), y, 9.0 * (n[2] - 2)}};
    model.snapshot_steps = {steps - 1};
  }

  WaveRun run(const Backend& backend, WaveKernel kernel, LastSnapshot& sink) {
    model.velocity = borrowed(velocity);
    model.kernel = kernel;
    return backend.make_wave_propagator()->run(model, &sink, {});
  }
};

float peak_of(std::span<const float> values) {
  float peak = 0.0F;
  for (const float v : values)
    peak = worst_of(peak, std::abs(v));
  return peak;
}

float difference(std::span<const float> a, std::span<const float> b) {
  float most = 0.0F;
  for (std::size_t i = 0; i < b.size(); ++i)
    most = std::isfinite(a[i]) ? std::max(most, std::abs(a[i] - b[i])) : INFINITY;
  return most;
}

// Compute capability 9.0: tensor copies came with it.
bool has_tensor_copies() {
  int major = 0;
  return cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess && major >= 9;
}

// Where each kernel must run, said anew and not asked of the code that chooses: tiles in volumes, pairs of
// steps at order 2 and, without free faces, at order 4, one launch in sections, neither of these with CPML.
bool must_run(WaveKernel kernel, const WaveModel& model, bool tensor_copies) {
  const auto has = [&](Boundary boundary) {
    return std::find(model.boundaries.begin(), model.boundaries.end(), boundary) != model.boundaries.end();
  };
  const bool volume = !model.grid.is_section();
  const int radius = model.stencil.radius;
  switch (kernel) {
    case WaveKernel::tiles:
      return volume && tensor_copies;
    case WaveKernel::two_steps:
      return volume && tensor_copies && !has(Boundary::cpml) &&
             (radius == 1 || (radius == 2 && !has(Boundary::free)));
    case WaveKernel::one_launch:
      return !volume && !has(Boundary::cpml);
    case WaveKernel::register_queue:
      return volume;
    default:
      return true;
  }
}

// The fastest that must run; automatic: none of the fast ones.
WaveKernel fastest(const WaveModel& model, bool tensor_copies) {
  for (const WaveKernel kernel : {WaveKernel::two_steps, WaveKernel::tiles, WaveKernel::one_launch})
    if (must_run(kernel, model, tensor_copies)) return kernel;
  return WaveKernel::automatic;
}

constexpr Boundary F = Boundary::free, S = Boundary::sponge, C = Boundary::cpml;

}  // namespace

class TestCudaWaveKernels : public QObject {
  Q_OBJECT
  std::shared_ptr<const Backend> cuda_;
  std::string why_;

  // The CPU's answer once, then each kernel against it.
  static void compare(const Backend& cuda, Case& c, const std::vector<WaveKernel>& kernels) {
    LastSnapshot expected;
    const WaveRun cpu = c.run(*cpu_backend(), WaveKernel::automatic, expected);
    const float peak = peak_of(cpu.gather.traces);
    QVERIFY(peak > 0.0F);
    for (const WaveKernel kernel : kernels) {
      const std::string name =
          std::string(wave_kernel_name(kernel)) + ", " + std::to_string(c.model.grid.n[0]) + " nodes of x: ";
      LastSnapshot found;
      WaveRun gpu;
      try {
        gpu = c.run(cuda, kernel, found);
      } catch (const InputError& e) {
        QVERIFY2(!must_run(kernel, c.model, has_tensor_copies()), e.what());
        QVERIFY2(std::string(e.what()).find(wave_kernel_name(kernel)) != std::string::npos, e.what());
        continue;
      }
      const WaveKernel wanted =
          kernel == WaveKernel::automatic ? fastest(c.model, has_tensor_copies()) : kernel;
      QVERIFY2(wanted == WaveKernel::automatic || gpu.kernel == wanted,
               (name + wave_kernel_name(gpu.kernel) + " ran").c_str());
      QCOMPARE(gpu.gather.traces.size(), cpu.gather.traces.size());
      const float of_gather = difference(gpu.gather.traces, cpu.gather.traces) / peak;
      QVERIFY2(of_gather < 2e-5F,
               (name + "gather differs by " + std::to_string(1e6 * of_gather) + "e-6").c_str());
      QCOMPARE(found.step, expected.step);
      const float of_field = difference(found.field.values(), expected.field.values()) /
                             std::max(peak, peak_of(expected.field.values()));
      QVERIFY2(of_field < 2e-5F,
               (name + "field differs by " + std::to_string(1e6 * of_field) + "e-6").c_str());
    }
  }

 private slots:
  void initTestCase() {
    register_cuda_backend();
    cuda_ = device(why_);
  }

  void everyKernelGivesTheCpusWave_data() {
    QTest::addColumn<int>("radius");
    for (int radius = 1; radius <= 8; ++radius)
      QTest::addRow("radius %d", radius) << radius;
  }
  void everyKernelGivesTheCpusWave() {
    if (!cuda_) FOLDWAVE_NO_DEVICE(why_.c_str());
    QFETCH(int, radius);
    std::vector<WaveKernel> kernels = cuda_->wave_kernels();
    kernels.push_back(WaveKernel::automatic);
    const std::vector<std::pair<std::array<int, 3>, std::array<Boundary, 6>>> cases{
        {{67, 35, 43}, {F, F, F, F, F, F}}, {{43, 29, 31}, {S, S, S, S, F, S}},
        {{50, 21, 38}, {S, F, F, S, S, F}}, {{131, 1, 67}, {F, F, F, F, F, F}},
        {{121, 1, 59}, {S, S, S, S, F, S}}, {{41, 33, 37}, {C, C, C, C, F, C}}};
    // 1000 steps of one volume and one section; a few hundred of the others.
    for (std::size_t i = 0; i < cases.size(); ++i) {
      Case c(cases[i].first, radius, cases[i].second, i == 1 || i == 4 ? 1000 : 200);
      compare(*cuda_, c, kernels);
      if (QTest::currentTestFailed()) return;
    }
  }

  void whatIsCopiedEveryStepIsTheSame() {
    if (!cuda_) FOLDWAVE_NO_DEVICE(why_.c_str());
    Case c({43, 29, 31}, 4, {S, S, S, S, F, S}, 100);
    LastSnapshot a, b;
    const WaveRun resident = c.run(*cuda_, WaveKernel::thread_a_node, a);
    c.model.copy_every_step = true;
    const WaveRun copied = c.run(*cuda_, WaveKernel::thread_a_node, b);
    QCOMPARE(copied.gather.traces, resident.gather.traces);
    QVERIFY(copied.seconds > 0.0);
  }

  void twoGridsTakeTurnsAtConstantMemory() {
    if (!cuda_) FOLDWAVE_NO_DEVICE(why_.c_str());
    for (const int radius : {2, 5, 2}) {
      Case c({43, 29, 31}, radius, {S, S, S, S, F, S}, 50);
      compare(*cuda_, c, {WaveKernel::constant_memory});
      if (QTest::currentTestFailed()) return;
    }
  }

  void theCpuRefusesAKernelByName() {
    Case c({20, 1, 20}, 2, {S, S, S, S, F, S}, 2);
    LastSnapshot sink;
    QVERIFY_EXCEPTION_THROWN(c.run(*cpu_backend(), WaveKernel::register_queue, sink), InputError);
  }
};

}  // namespace test_cuda_wave_kernels

FOLDWAVE_TEST(test_cuda_wave_kernels, run_guiless<test_cuda_wave_kernels::TestCudaWaveKernels>)
#include "test_cuda_wave_kernels.moc"
