// Protects the measurement of this machine: it ends in time, leaves nothing behind, holds what a forecast
// needs, tells a busy machine, and ends at once when it is stopped.
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <set>

#include "core/engine/forecast/calibrate.hpp"
#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/forecast/expected_rates.hpp"
#include "core/engine/forecast/forecast.hpp"
#include "core/engine/forecast/machine/machine_bounds.hpp"
#include "core/model/scenario_check.hpp"
#include "tests/test_program.hpp"

namespace test_calibrate {

using namespace foldwave;

class TestCalibrate : public QObject {
  Q_OBJECT
 private slots:
  void cases_can_run() {
    for (const auto& cases :
         {fold_cases(*cpu_backend()), wave_cases(*cpu_backend()), survey_cases(*cpu_backend())}) {
      QVERIFY(!cases.empty());
      for (const Scenario& s : cases)
        for (const Finding& f : check_scenario(s))
          QVERIFY2(f.severity != Severity::error, f.line().c_str());
    }
  }

  void measures_in_time_and_leaves_nothing() {
    const QTemporaryDir folder;
    const std::filesystem::path place(folder.path().toStdString());
    QElapsedTimer clock;
    clock.start();
    const Calibration c = calibrate(*cpu_backend(), place, {});
    const double seconds = 1e-3 * static_cast<double>(clock.elapsed());
    qInfo("%g s, %zu parts, repeats scatter by %g %%, %s", seconds, c.calibrated.size(),
          100.0 * c.repeat_scatter, c.busy ? "busy" : "quiet");
    QVERIFY(std::filesystem::is_empty(place));
    QVERIFY(c.measured() && c.stamp == stamp_of_backend(*cpu_backend()));
    // On a machine that is shared the last run may take longer than what was left for it.
    QVERIFY2(seconds < (c.busy ? 25.0 : 15.0), qPrintable(QString::number(seconds)));
    std::set<std::string> parts;
    for (const Observation& o : c.calibrated) {
      parts.insert(o.work.part);
      QVERIFY(o.seconds > 0.0 && std::isfinite(o.seconds));
    }
    for (const char* const part :
         {"fold.rest", "fold.solve", "wave.model", "wave.set_up", "wave.steps.cached", "wave.steps.volume",
          "wave.steps.section", "image.focus", "image.locate"})
      QVERIFY2(parts.contains(part), part);
    QVERIFY(c.bounds.triad > 1e8 && c.bounds.arithmetic > 1e8 && c.bounds.launch > 0.0);
    QVERIFY(c.bounds.disk_write > 1e5 && c.bounds.disk_read > 1e6);
    QVERIFY(c.bounds.disk_way == "direct" || c.bounds.disk_way == "flushed");
    const Rates rates = rates_of(c, true);
    QCOMPARE(static_cast<std::size_t>(rates.observations), c.calibrated.size());
    QVERIFY(rates.scatter.at("wave.steps.volume").log_scatter < 1.5);
  }

  void stops_at_once() {
    const QTemporaryDir folder;
    std::stop_source source;
    source.request_stop();
    QVERIFY_THROWS_EXCEPTION(
        Stopped, calibrate(*cpu_backend(), folder.path().toStdString(), {nullptr, source.get_token()}));
    QVERIFY(std::filesystem::is_empty(folder.path().toStdString()));
  }
};

}  // namespace test_calibrate

FOLDWAVE_TEST(test_calibrate, run_alone<test_calibrate::TestCalibrate>)
#include "test_calibrate.moc"
