// Protects what `auto` takes: the back end that is foretold to end first, by calibrations that were made up;
// the device where one of both was not measured; the processor where the device does not hold the scenario;
// and that the choice is said.
#include <QTest>

#include "core/base/error.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/forecast/choose_backend.hpp"
#include "tests/test_program.hpp"

namespace test_choose_backend {

using namespace foldwave;

namespace {

class SomeDevice final : public Backend {
 public:
  explicit SomeDevice(std::int64_t memory) : memory_(memory) {}  // 0: it is lost
  std::string name() const override { return "some"; }
  std::string description() const override { return "some device"; }
  std::int64_t free_memory_bytes() const override {
    if (memory_ == 0) throw DeviceError("some", "does not answer", "restart it");
    return memory_;
  }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return cpu_backend()->make_fold_solver(method);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return cpu_backend()->make_wave_propagator();
  }

 private:
  std::int64_t memory_;
};

// Of a machine whose runs took `factor` as long as is expected of one that was never measured.
MachineRates made_up(const Backend& backend, double factor) {
  FoundCalibration found;
  found.state = CalibrationState::good;
  found.calibration.stamp = {"host", "a processor", 2, backend.name(), "a device", "1.0"};
  found.calibration.date = "2026-01-31";
  const MachineRates usual = machine_rates(found, backend);
  for (const Scenario& s : {short_wave({96, 96, 96}, 8, 400), short_wave({40, 40, 40}, 8, 100)})
    for (const StageWork& stage : {fold_work(s, backend, false), wave_work(s, backend, false)})
      for (const StagePart& part : stage.parts)
        for (int i = 0; i < 8; ++i)
          found.calibration.calibrated.push_back(
              {part.work, factor * estimate(usual.rates, std::span(&part.work, 1)).seconds});
  return machine_rates(found, backend);
}

double foretold(const Scenario& s, const Backend& backend, const MachineRates& machine) {
  return forecast(s, backend, machine, {{}, false}).total.time.seconds;
}

}  // namespace

class TestChooseBackend : public QObject {
  Q_OBJECT

  std::shared_ptr<const Backend> device_ = std::make_shared<const SomeDevice>(std::int64_t{1} << 40);
  std::shared_ptr<const Backend> found_ = with_cpu_to_fall_back_on(device_);

 private slots:
  void the_faster_is_taken() {
    const Scenario s = short_wave({96, 96, 96}, 8, 400);
    const MachineRates host = made_up(*cpu_backend(), 1.0);
    const double here = foretold(s, *cpu_backend(), host);
    for (const double factor : {0.01, 0.1, 1.0, 10.0, 100.0, 1000.0}) {
      const MachineRates device = made_up(*device_, factor);
      const double there = foretold(s, *device_, device);
      const BackendChoice choice = choose_backend(s, found_, device, host);
      QCOMPARE(choice.backend->name(), std::string(here < there ? "cpu" : "some"));
      QVERIFY2(choice.reason.find("foretold") != std::string::npos, choice.reason.c_str());
      QVERIFY(choice.reason.starts_with(here < there ? "cpu: " : "some: "));
    }
    QCOMPARE(choose_backend(s, found_, made_up(*device_, 1e-3), host).backend->name(), "some");
    QCOMPARE(choose_backend(s, found_, made_up(*device_, 1e3), host).backend->name(), "cpu");
  }

  void what_was_not_measured_is_not_believed() {
    const Scenario s = short_wave({96, 96, 96}, 8, 400);
    const MachineRates host = made_up(*cpu_backend(), 1e-3), device = made_up(*device_, 1.0);
    QCOMPARE(choose_backend(s, found_, device, host).backend->name(), "cpu");
    for (const bool is_host : {true, false})
      for (const CalibrationState state : {CalibrationState::foreign, CalibrationState::damaged}) {
        MachineRates unsure = is_host ? made_up(*cpu_backend(), 1e-3) : made_up(*device_, 1.0);
        unsure.state = state;
        const BackendChoice choice =
            is_host ? choose_backend(s, found_, device, unsure) : choose_backend(s, found_, unsure, host);
        QCOMPARE(choice.backend->name(), "some");
        QVERIFY(choice.unmeasured);
        QVERIFY2(choice.reason.find(is_host ? "cpu was not measured" : "some was not measured") !=
                     std::string::npos,
                 choice.reason.c_str());
      }
    MachineRates never = made_up(*cpu_backend(), 1e-3);
    never.calibration.date.clear();
    QCOMPARE(choose_backend(s, found_, device, never).backend->name(), "some");
  }

  void a_device_too_small_is_not_taken() {
    const Scenario s = short_wave({96, 96, 96}, 8, 400);
    const auto small = with_cpu_to_fall_back_on(std::make_shared<const SomeDevice>(std::int64_t{1} << 20));
    const BackendChoice choice =
        choose_backend(s, small, made_up(*device_, 1e-3), made_up(*cpu_backend(), 1.0));
    QCOMPARE(choice.backend->name(), "cpu");
    QVERIFY(choice.reason.find("does not hold it") != std::string::npos);
  }

  // Who runs on it finds out, and falls back.
  void a_lost_device_is_left_to_its_fallback() {
    const auto lost = with_cpu_to_fall_back_on(std::make_shared<const SomeDevice>(0));
    const BackendChoice choice = choose_backend(short_wave({96, 96, 96}, 8, 400), lost,
                                                made_up(*device_, 1e-3), made_up(*cpu_backend(), 1.0));
    QVERIFY(choice.backend == lost && choice.reason.empty());
  }

  void there_may_be_nothing_to_choose() {
    const Scenario s = short_wave({40, 40, 40}, 4, 10);
    const MachineRates host = made_up(*cpu_backend(), 1.0);
    for (const auto& only : {cpu_backend(), device_}) {
      const BackendChoice choice = choose_backend(s, only, host, host);
      QVERIFY(choice.backend == only && choice.reason.empty());
    }
  }
};

}  // namespace test_choose_backend

FOLDWAVE_TEST(test_choose_backend, run_guiless<test_choose_backend::TestChooseBackend>)
#include "test_choose_backend.moc"
