// Protects forecasts for a machine that is not here: its calibration is taken as its own when it is asked for
// and refused otherwise, its memory is not held against this machine's, and nothing runs on it.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/forecast/distant_machine.hpp"
#include "core/wave/padded_grid.hpp"
#include "tests/test_program.hpp"

namespace test_distant_machine {

using namespace foldwave;

namespace {

Calibration of_another(const std::string& backend) {
  Calibration made;
  made.stamp = {"gauss", "a processor", 64, backend, backend == "cpu" ? "a processor" : "NVIDIA H100",
                "0.1.0"};
  made.date = "2026-11-01";
  return made;
}

WaveModel some_wave() {
  WaveModel model;
  model.grid.n = {40, 30, 50};
  model.grid.h = {10.0, 10.0, 10.0};
  return model;
}

}  // namespace

class TestDistantMachine : public QObject {
  Q_OBJECT
 private slots:
  // Of devices that share a wave each has half of its nodes and of its memory.
  void devices_that_share_a_wave_do_so_there() {
    const QTemporaryDir dir;
    const std::filesystem::path file = (dir.path() + "/two.json").toStdString();
    const Scenario s = short_wave({96, 96, 96}, 8, 100);
    const auto seen = [&](int shares) {
      Calibration made = of_another("cuda");
      made.stamp.shares = shares;
      write_calibration(file, made);
      const DistantMachine there = distant_machine(file);
      double nodes = 0.0;
      for (const StagePart& part : wave_work(s, *there.backend, false).parts)
        if (part.work.part.starts_with("wave.steps")) nodes = part.work.terms.front().amount;
      ForecastOptions options{{}, false};
      options.elsewhere = true;
      const double memory = forecast(s, *there.backend, there.machine, options).stages[1].device_memory_bytes;
      const double lone =
          static_cast<double>(there.backend->make_lone_propagator()->memory_bytes(some_wave()));
      return std::tuple{nodes, memory, lone};
    };
    const auto one = seen(1), two = seen(2);
    QCOMPARE(std::get<0>(two), std::get<0>(one) / 2.0);
    QVERIFY(std::abs(std::get<1>(two) / std::get<1>(one) - 0.5) < 0.05);
    QCOMPARE(std::get<2>(two), std::get<2>(one));  // a shot is not shared
    Calibration none = of_another("cuda");
    none.stamp.shares = 0;
    write_calibration(file, none);
    QVERIFY_THROWS_EXCEPTION(InputError, distant_machine(file));
  }

  void its_calibration_is_its_own() {
    const QTemporaryDir dir;
    const std::filesystem::path file = (dir.path() + "/gauss.json").toStdString();
    const Scenario s = short_wave({96, 96, 96}, 8, 100);
    for (const std::string backend : {"cpu", "cuda"}) {
      Calibration made = of_another(backend);
      // Its steps take three times what is usual.
      write_calibration(file, made);
      const DistantMachine usual = distant_machine(file);
      for (const StagePart& part : wave_work(s, *usual.backend, false).parts)
        for (int i = 0; i < 20; ++i)
          made.calibrated.push_back(
              {part.work, 3.0 * estimate(usual.machine.rates, std::span(&part.work, 1)).seconds});
      write_calibration(file, made);
      const DistantMachine there = distant_machine(file);
      QVERIFY(there.machine.state != CalibrationState::foreign);
      QCOMPARE(there.backend->name(), backend);
      QCOMPARE(there.backend->on_host(), backend == "cpu");
      ForecastOptions options{{}, false};
      options.elsewhere = true;
      const Forecast slow = forecast(s, *there.backend, there.machine, options);
      const Forecast plain = forecast(s, *usual.backend, usual.machine, options);
      QVERIFY(std::abs(slow.stages[1].time.seconds / plain.stages[1].time.seconds / 3.0 - 1.0) < 0.1);
      QCOMPARE(slow.stages[1].device_memory_bytes > 0.0, backend == "cuda");
      QVERIFY_THROWS_EXCEPTION(InputError, there.backend->make_fold_solver(FoldMethod::automatic));
      // Unasked it is another machine's.
      const FoundCalibration found = find_calibration(file, stamp_of_backend(*cpu_backend()));
      QCOMPARE(found.state, CalibrationState::foreign);
    }
    QCOMPARE(stamp_text(of_another("cuda").stamp), "NVIDIA H100 of gauss (a processor)");
    QCOMPARE(stamp_text(of_another("cpu").stamp), "gauss (a processor), 64 threads");
  }

  void this_machines_memory_is_not_asked() {
    const QTemporaryDir dir;
    const std::filesystem::path file = (dir.path() + "/gauss.json").toStdString();
    write_calibration(file, of_another("cuda"));
    const DistantMachine there = distant_machine(file);
    const Scenario huge = short_wave({20000, 20000, 5000}, 8, 100);
    ForecastOptions options{{}, false};
    QVERIFY(has_errors(forecast(huge, *there.backend, there.machine, options).findings));
    options.elsewhere = true;
    const Forecast foretold = forecast(huge, *there.backend, there.machine, options);
    QVERIFY(!has_errors(foretold.findings) && foretold.largest_grid[0] == 0);
    // Two levels and v^2 dt^2 of 2e12 nodes and their halo.
    QVERIFY(foretold.total.device_memory_bytes > 24e12 && foretold.total.device_memory_bytes < 24.5e12);
  }

  void what_was_never_measured_is_refused() {
    const QTemporaryDir dir;
    const std::filesystem::path file = (dir.path() + "/gauss.json").toStdString();
    Calibration empty = of_another("cuda");
    empty.date.clear();
    write_calibration(file, empty);
    QVERIFY_THROWS_EXCEPTION(InputError, distant_machine(file));
    QVERIFY_THROWS_EXCEPTION(InputError, distant_machine((dir.path() + "/none.json").toStdString()));
  }
};

}  // namespace test_distant_machine

FOLDWAVE_TEST(test_distant_machine, run_alone<test_distant_machine::TestDistantMachine>)
#include "test_distant_machine.moc"
