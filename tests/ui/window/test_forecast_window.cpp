// Protects what the window tells of a scenario's cost: it is there soon after a scenario is opened and after
// an edit, and says what cannot run; the dialog shows stages, curves and what a run took beside what was
// foretold; a run's parts mend the calibration's file; and none of it is done on the window's thread.
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>

#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/foretold_stretches.hpp"
#include "core/engine/forecast/stage_work.hpp"
#include "core/forecast/calibration/calibration_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/dialogs/forecast/device/curve_plot.hpp"
#include "ui/dialogs/forecast/device/device_page.hpp"
#include "ui/dialogs/forecast/forecast_dialog.hpp"
#include "ui/dialogs/forecast/forecast_plot.hpp"
#include "ui/widgets/elided_label.hpp"

namespace test_forecast_window {

using namespace foldwave;

namespace {

// The processor in a device's clothes.
class Lookalike final : public Backend {
 public:
  std::string name() const override { return "lookalike"; }
  std::string description() const override { return "Lookalike 1000"; }
  std::int64_t free_memory_bytes() const override { return std::int64_t{1} << 40; }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return cpu_backend()->make_fold_solver(method);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return cpu_backend()->make_wave_propagator();
  }
};

// Keeps a calibration of runs that took `factor` as long as is usual.
void pretend_measured(const Backend& backend, double factor) {
  Calibration made;
  made.stamp = stamp_of_backend(backend);
  made.date = "2026-01-31";
  const MachineRates usual = machine_rates({made, CalibrationState::good, {}}, backend);
  for (const Scenario& s : {shot_on(32, 0.2), shot_on(48, 0.4)})
    for (const StageWork& stage : {fold_work(s, backend, false), wave_work(s, backend, false)})
      for (const StagePart& part : stage.parts)
        for (int i = 0; i < 8; ++i)
          made.calibrated.push_back(
              {part.work, factor * estimate(usual.rates, std::span(&part.work, 1)).seconds});
  replace_calibration(made);
}

}  // namespace

class TestForecastWindow : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    // Of this test alone, and empty: the graphics driver keeps its own things there, too.
    qputenv("XDG_CACHE_HOME", cache_.path().toUtf8());
    QDir(cache_.filePath("foldwave")).removeRecursively();
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(shot_on(32, 0.2)));
  }
  void cleanup() { window_.reset(); }

  void words_follow_the_edits() {
    // Which stage takes longest hangs on what the machine does meanwhile.
    QTRY_VERIFY_WITH_TIMEOUT(label()->text().contains(": about "), patience);
    const QString before = label()->text(), tip = label()->toolTip();
    const double wave_before = seconds("wave");
    const char* const longest = wave_before > seconds("fold") ? "wave: about " : "fold: about ";
    QVERIFY2(before.startsWith(longest) && before.contains("bound by"), qPrintable(before));
    QVERIFY2(tip.contains("fold: about ") && tip.contains("wave: about "), qPrintable(tip));
    Scenario longer = (*window_)->editor().now();
    longer.propagation.duration *= 50.0;
    (*window_)->editor().edit(longer);
    QTRY_VERIFY_WITH_TIMEOUT(seconds("wave") > 10.0 * wave_before, patience);
    QVERIFY2(label()->text() != before, qPrintable(before));
    keep_picture(**window_, "forecast-label");
    Scenario odd = longer;
    odd.propagation.order = 7;
    (*window_)->editor().edit(odd);
    QTRY_COMPARE_WITH_TIMEOUT(label()->text(), QString("cannot run"), patience);
  }

  void runs_are_shown_beside_their_forecast() {
    QTRY_VERIFY_WITH_TIMEOUT(foresight().now() && seconds("wave") > 0.0, patience);
    ForecastDialog* const dialog = opened();
    auto* const table = dialog->findChild<QTableWidget*>("forecast stages");
    QCOMPARE(table->rowCount(), 3);
    QCOMPARE(dialog->findChild<ForecastPlot*>()->curve_count(), std::size_t{4});
    const QString room = dialog->findChild<QLabel*>("largest grid")->text();
    QVERIFY2(room.contains(" x ") && room.contains("Free on the disk: "), qPrintable(room));
    QVERIFY(table->isColumnHidden(4));  // on the device: there is none
    QVERIFY(table->item(1, 5)->text().contains("B") && table->item(2, 5)->text().contains("B"));
    QCOMPARE(table->item(0, 7)->text(), "foot-point");
    QCOMPARE(table->item(1, 7)->text(), "one-step");
    QVERIFY(table->item(1, 7)->toolTip().contains("a pass"));
    QVERIFY(dialog->findChild<QLabel*>("calibration")->text().contains("not measured"));
    (*window_)->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(table->item(1, 2)->text().contains("foretold"), patience);
    keep_picture(*dialog, "forecast-dialog");
    const auto& took = foresight().took();
    QVERIFY(took.at("wave").seconds > 0.0 && took.at("wave").foretold.seconds > 0.0);
    const auto file = calibration_path(stamp_of_backend(*(*window_)->runs().shared_backend()));
    QTRY_VERIFY_WITH_TIMEOUT(std::filesystem::exists(file), patience);
    // rest and solve of the fold; model, set-up, steps, samples of the wave.
    const auto parts = [&] {
      return find_calibration(file, stamp_of_backend(*(*window_)->runs().shared_backend()))
          .calibration.from_runs.size();
    };
    QTRY_VERIFY_WITH_TIMEOUT(parts() >= 5, patience);
  }

  void an_image_is_shown_beside_its_forecast() {
    Scenario imaged = (*window_)->editor().now();
    imaged.imaging.emplace().survey.emplace().shots = 4;
    imaged.imaging->purpose = ImagingPurpose::image;
    imaged.imaging->survey->iterations = 2;
    (*window_)->editor().edit(imaged);
    QTRY_VERIFY_WITH_TIMEOUT(foresight().now() && seconds("survey") > 0.0, patience);
    (*window_)->runs().run_survey();
    QTRY_VERIFY_WITH_TIMEOUT(foresight().took().contains("survey"), patience);
    QCOMPARE((*window_)->results().survey()->result.residuals.size(), std::size_t{3});
    const StageTook& took = foresight().took().at("survey");
    QVERIFY(took.seconds > 0.0 && took.foretold.seconds > 0.0);
    const auto stamp = stamp_of_backend(*(*window_)->runs().shared_backend());
    const auto taught = [&] {
      const auto all = find_calibration(calibration_path(stamp), stamp).calibration.from_runs;
      return std::ranges::any_of(all, [](const Observation& one) { return one.work.part == "survey.shots"; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(taught(), patience);
  }

  void what_is_left_is_known_from_the_first_second() {
    Scenario longer = (*window_)->editor().now();
    longer.propagation.duration *= 20.0;
    (*window_)->editor().edit(longer);
    // Before it is foretold beside the window: the job knows by itself.
    std::vector<JobState> told;
    double foretold = 0.0;
    connect(&(*window_)->runs(), &Runs::progressed, this,
            [&](const JobState& state) { told.push_back(state); });
    connect(&(*window_)->runs().worker(), &Worker::told, this, [&](const JobRecord& record) {
      if (record.foretold > 0.0) foretold = record.foretold;
    });
    (*window_)->runs().run_wave();
    const auto steps_are_told = [&] {
      return std::ranges::any_of(told, [](const JobState& state) { return state.step == "wave: step"; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(steps_are_told(), patience);
    (*window_)->runs().stop_all();
    // All of it at once; at the first step no more, and what the steps take.
    QVERIFY(foretold > 0.0 && !told.empty());
    QVERIFY2(told.front().seconds_left > 0.9 * foretold && told.front().seconds_left <= 1.001 * foretold,
             qPrintable(QString("%1 of %2").arg(told.front().seconds_left).arg(foretold)));
    const auto first = std::ranges::find(told, "wave: step", &JobState::step);
    QVERIFY2(first->seconds_left > 0.0 && first->seconds_left < foretold,
             qPrintable(QString("%1 of %2").arg(first->seconds_left).arg(foretold)));
    // Runs since then have mended the rates somewhat.
    const double now = foretold_seconds(foretold_stretches(longer, *cpu_backend(), {"fold", "wave"}));
    QVERIFY2(foretold > now / 3.0 && foretold < 3.0 * now,
             qPrintable(QString("%1, now %2").arg(foretold).arg(now)));
  }

  // What was foretold of a whole job stands beside what it took.
  void whole_jobs_end_beside_their_forecast() {
    (*window_)->runs().run_fold();
    QTRY_VERIFY_WITH_TIMEOUT((*window_)->results().fold() && !(*window_)->runs().busy(), patience);
    const auto* const words = window_->child<QLabel>("status");
    QTRY_VERIFY_WITH_TIMEOUT(words->text().contains(", foretold "), patience);
  }

  void jobs_run_where_they_are_foretold_to_end_first() {
    const auto device = std::make_shared<const Lookalike>();
    for (const bool device_is_faster : {false, true}) {
      pretend_measured(*cpu_backend(), 1.0);
      pretend_measured(*device, device_is_faster ? 1e-4 : 1e4);
      (*window_)->runs().set_backend(with_cpu_to_fall_back_on(device));
      const QString taken = device_is_faster ? "lookalike" : "cpu";
      QTRY_VERIFY_WITH_TIMEOUT(label()->toolTip().contains(taken + ": foretold "), patience);
      (*window_)->runs().run_wave();
      const auto maker_of_wave = [&] {
        const auto wave = (*window_)->results().wave();
        return wave ? QString::fromStdString(wave->result.made_by.backend) : QString();
      };
      QTRY_COMPARE_WITH_TIMEOUT(maker_of_wave(), taken, patience);
      ForecastDialog* const dialog = opened();
      QVERIFY(dialog->findChild<QLabel*>("forecast findings")->text().contains(taken + ": foretold "));
      keep_picture(*dialog, "forecast-choice-" + taken);
      keep_picture(**window_, "forecast-window-" + taken);
      dialog->close();
      // The run teaches the back end that made it.
      const Backend& maker = device_is_faster ? static_cast<const Backend&>(*device) : *cpu_backend();
      const auto stamp = stamp_of_backend(maker);
      QTRY_VERIFY_WITH_TIMEOUT(
          find_calibration(calibration_path(stamp), stamp).calibration.from_runs.size() >= 4, patience);
      (*window_)->runs().set_backend(cpu_backend());
    }
  }

  void measuring_is_a_job() {
    QTRY_VERIFY_WITH_TIMEOUT(foresight().now(), patience);
    ForecastDialog* const dialog = opened();
    auto* const calibrate = dialog->findChild<QPushButton*>("calibrate");
    calibrate->click();
    QVERIFY(!calibrate->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(foresight().now()->machine->calibration.measured(), patience);
    QVERIFY(calibrate->isEnabled());
    QVERIFY(dialog->findChild<QLabel*>("calibration")->text().startsWith("Measured "));
    storage_is_planned(*dialog);
    devices_have_a_page(*dialog);
  }

 private:
  void devices_have_a_page(ForecastDialog& dialog) {
    auto* const page = dialog.findChild<DevicePage*>();
    auto* const pages = dialog.findChild<QTabWidget*>("forecast pages");
    pages->setCurrentWidget(page);
    QVERIFY(page != nullptr && page->isVisible());
    page->open(QString(FOLDWAVE_SOURCE_DIR "/docs/bench/h200-kernel-models.json").toStdString());
    QVERIFY(page->findChild<CurvePlot*>()->isVisible());
    keep_picture(dialog, "forecast-device");
  }

  // With the machine's own disk first; on another disk times are others, and bytes the same.
  void storage_is_planned(ForecastDialog& dialog) {
    if (!has_volume_store()) return;
    dialog.findChild<QTabWidget*>("forecast pages")->setCurrentIndex(1);
    auto* const disk = dialog.findChild<QComboBox*>("storage disk");
    auto* const table = dialog.findChild<QTableWidget*>("storage codecs");
    const ScenarioStorage& plan = foresight().now()->storage;
    QCOMPARE(disk->count(), 4);
    // On a busy machine there may have been no time for the codecs: that is said.
    if (plan.choices.empty()) {
      QVERIFY(dialog.findChild<QLabel*>("storage findings")->text().contains("codecs were not measured"));
      return;
    }
    QVERIFY(disk->itemText(0).startsWith("this machine"));
    QCOMPARE(static_cast<std::size_t>(table->rowCount()), plan.choices.size() / plan.disks.size());
    const auto cell = [&](int column) { return table->item(0, column)->text(); };
    const QString bytes = cell(1), write = cell(2);
    disk->setCurrentIndex(1);
    QCOMPARE(cell(0).toStdString(), plan.choices[static_cast<std::size_t>(table->rowCount())].codec);
    QVERIFY(cell(1) == bytes && cell(2) != write);
    keep_picture(dialog, "forecast-storage");
    QVERIFY(dialog.findChild<QLabel*>("storage advice")->text().contains("written as they are in"));
  }

  ElidedLabel* label() { return window_->child<ElidedLabel>("forecast"); }
  Foresight& foresight() { return (*window_)->foresight(); }
  double seconds(const char* stage) {
    for (const StageForecast& one : foresight().now()->forecast.stages)
      if (one.name == stage) return one.time.seconds;
    return 0.0;
  }
  ForecastDialog* opened() {
    for (QAction* const action : (*window_)->run_menu().menu()->actions())
      if (action->text() == "Fo&recast...") action->trigger();
    return window_->child<ForecastDialog>("forecast dialog");
  }

  QTemporaryDir cache_;
  std::unique_ptr<ShownWindow> window_;
};

}  // namespace test_forecast_window

FOLDWAVE_TEST(test_forecast_window, run_in_windows<test_forecast_window::TestForecastWindow>)
#include "test_forecast_window.moc"
