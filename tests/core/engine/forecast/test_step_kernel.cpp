// Protects the kernel that a forecast names: on the processor it is the one that runs, with its steps a pass,
// and a device's is the one that its own rule takes (gpu/wave/device_wave.cu).
#include <QTest>

#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/forecast/forecast.hpp"
#include "core/engine/pipeline.hpp"
#include "core/wave/cpu/row_kernels.hpp"
#include "tests/test_program.hpp"

namespace test_step_kernel {

using namespace foldwave;

namespace {

class NamedDevice final : public Backend {
 public:
  explicit NamedDevice(bool copies_tiles) : copies_tiles_(copies_tiles) {}
  std::string name() const override { return "cuda"; }
  std::string description() const override { return "of a test"; }
  std::int64_t free_memory_bytes() const override { return std::int64_t{1} << 36; }
  std::vector<FoldMethod> fold_methods() const override { return {FoldMethod::foot_point}; }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod) const override { return nullptr; }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override { return nullptr; }
  std::vector<WaveKernel> wave_kernels() const override {
    return copies_tiles_ ? device_wave_kernels() : std::vector{WaveKernel::register_queue};
  }

 private:
  bool copies_tiles_;
};

Scenario wave_of(std::array<int, 3> n, int order, Boundary faces, bool in_double = false,
                 bool density = false, int time_order = 2) {
  Scenario s = short_wave(n, order, 6);
  s.propagation.boundaries.fill(faces);
  if (in_double) s.propagation.precision = Precision::binary64;
  if (density) set_densities(s);
  s.propagation.time_order = time_order;
  return s;
}

}  // namespace

class TestStepKernel : public QObject {
  Q_OBJECT
 private slots:
  void the_processor_takes_what_is_named() {
    const std::string rows = std::string(instruction_set_name(best_instruction_set())) + " rows";
    for (const auto& [scenario, shape] :
         {std::pair{wave_of({40, 40, 40}, 8, Boundary::free), "1 step a pass, "},
          {wave_of({132, 132, 132}, 2, Boundary::free), "4 steps a pass, "},
          {wave_of({132, 132, 132}, 2, Boundary::free, false, true), "3 steps a pass, "},
          {wave_of({300, 1, 300}, 2, Boundary::cpml), "1 step a pass, "}}) {
      const StageWork work = wave_work(scenario, *cpu_backend(), false);
      const FoldResult fold = run_fold(scenario, *cpu_backend(), {});
      const WaveResult wave = run_wave(scenario, fold, *cpu_backend(), {}, {});
      QCOMPARE(work.kernel, wave_kernel_name(wave.run.kernel));
      QCOMPARE(work.kernel_shape, shape + rows);
      QCOMPARE(fold_work(scenario, *cpu_backend(), false).kernel, "foot-point");
    }
  }

  void a_device_takes_what_its_rule_says() {
    struct Row {
      Scenario scenario;
      const char *kernel, *shape;
    };
    const std::array<int, 3> box{130, 120, 110}, flat{300, 1, 200};
    for (const Row& row : {Row{wave_of(box, 2, Boundary::free), "two-steps", "tiles of 128 x 16"},
                           {wave_of(box, 4, Boundary::free), "tiles", "tiles of 136 x 16"},
                           {wave_of(box, 16, Boundary::free), "tiles", "tiles of 72 x 8"},
                           {wave_of(box, 2, Boundary::cpml), "tiles", ""},
                           {wave_of(box, 8, Boundary::free, true), "thread-a-node", "blocks of 32 x 4 x 4"},
                           {wave_of(box, 8, Boundary::free, false, false, 4), "thread-a-node", ""},
                           {wave_of(flat, 8, Boundary::free), "one-launch", "blocks of 64 x 4"},
                           {wave_of(flat, 8, Boundary::cpml), "thread-a-node", ""}}) {
      const StageWork work = wave_work(row.scenario, NamedDevice(true), false);
      QCOMPARE(work.kernel, row.kernel);
      if (*row.shape != '\0') QCOMPARE(work.kernel_shape, row.shape);
    }
    Scenario half_open = wave_of(flat, 8, Boundary::cpml);
    half_open.propagation.boundaries[4] = Boundary::free;
    QCOMPARE(wave_work(half_open, NamedDevice(true), false).kernel, "explicit-edges");
    // Before Hopper.
    QCOMPARE(wave_work(wave_of(box, 8, Boundary::free), NamedDevice(false), false).kernel, "register-queue");
  }
};

}  // namespace test_step_kernel

FOLDWAVE_TEST(test_step_kernel, run_alone<test_step_kernel::TestStepKernel>)
#include "test_step_kernel.moc"
