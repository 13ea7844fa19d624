// Protects what the window's list of jobs tells of an import, a fit and a recording, that each is stopped
// there and can be begun anew, and that a wave that is not shown when it ends is said and found there.
#include <QComboBox>
#include <QFile>
#include <QIODevice>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTreeView>

#include "core/engine/horizon_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/rings.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/dialogs/fit/fit_dialog.hpp"
#include "ui/dialogs/fit/misfit_plots.hpp"
#include "ui/dialogs/import_dialog.hpp"
#include "ui/dialogs/picks_map.hpp"
#include "ui/dialogs/record_dialog.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_jobs_window {

using namespace foldwave;

class TestJobsWindow : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QStandardPaths::setTestModeEnabled(true);  // not in the user's own folders
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(24)));
    write_picks();
  }
  void cleanup() { window_.reset(); }

  void an_import_is_listed_and_stopped() {
    stop_next("Read a horizon: top.xyz");
    window()->files().import_horizon(window_->path("top.xyz"));
    auto* const dialog = window()->findChild<ImportDialog*>();
    const auto* const map = dialog->findChild<PicksMap*>();
    auto* const accept = dialog->findChild<QPushButton*>("import");
    QTRY_VERIFY2_WITH_TIMEOUT(map->words().startsWith("Stopped"), qPrintable(map->words()), patience);
    QCOMPARE(words("Read a horizon: top.xyz", JobList::outcome), QString("stopped"));
    QVERIFY(!accept->isEnabled());

    stop_next("Place a horizon: top.xyz");
    choose(dialog, "z_unit", 1);  // reads it again
    QTRY_COMPARE_WITH_TIMEOUT(words("Place a horizon: top.xyz", JobList::outcome), QString("stopped"),
                              patience);
    QCOMPARE(words("Read a horizon: top.xyz", JobList::outcome), QString("done"));
    QVERIFY(!words("Read a horizon: top.xyz", JobList::took).isEmpty());
    QVERIFY(map->words().startsWith("Stopped") && !accept->isEnabled());
    QCOMPARE(dialog->findChild<QComboBox*>("z_unit")->currentIndex(), 1);  // chosen: not the guess
    // Not chosen: the guess, which is not what the list begins with.
    QCOMPARE(dialog->findChild<QComboBox*>("sense")->currentIndex(), static_cast<int>(VerticalSense::depth));

    choose(dialog, "z_unit", 0);
    QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled() && !dialog->import().busy(), patience);
    QCOMPARE(words("Place a horizon: top.xyz", JobList::outcome), QString("done"));

    // The dialog stands before the list: it has a Stop of its own.
    auto* const stop = dialog->findChild<QPushButton*>("stop import");
    QVERIFY(stop->isHidden());
    choose(dialog, "z_unit", 1);
    QVERIFY(!stop->isHidden());
    stop->click();
    QTRY_COMPARE_WITH_TIMEOUT(words("Place a horizon: top.xyz", JobList::outcome), QString("stopped"),
                              patience);
    // Of choices in quick turn none is told to have been stopped.
    const QSignalSpy stopped(&dialog->import(), &PicksImport::stopped);
    for (const int unit : {0, 1, 0})
      choose(dialog, "z_unit", unit);
    QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled() && !dialog->import().busy(), patience);
    QCOMPARE(stopped.count(), 0);

    // A copy that is stopped leaves all choices as they are; whole, it ends before its dialog goes.
    choose(dialog, "xy_unit", 1);
    QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled() && !dialog->import().busy(), patience);
    dialog->findChild<QAbstractButton*>("as_file")->click();
    stop_next("Copy a horizon: top.xyz");
    accept->click();
    QTRY_COMPARE_WITH_TIMEOUT(words("Copy a horizon: top.xyz", JobList::outcome), QString("stopped"),
                              patience);
    QVERIFY(accept->isEnabled());
    accept->click();
    QTRY_VERIFY_WITH_TIMEOUT(window()->findChild<ImportDialog*>() == nullptr, patience);
    QCOMPARE(words("Copy a horizon: top.xyz", JobList::outcome), QString("done"));
  }

  void a_fit_is_listed_and_stopped() {
    stop_next("Fit to a horizon: top.xyz");
    window()->files().fit_to_horizon(window_->path("top.xyz"));
    auto* const dialog = window()->findChild<FitDialog*>();
    const auto* const map = dialog->findChild<MisfitMap*>();
    QTRY_VERIFY2_WITH_TIMEOUT(map->words().startsWith("Stopped"), qPrintable(map->words()), patience);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->busy(), patience);
    QCOMPARE(words("Fit to a horizon: top.xyz", JobList::outcome), QString("stopped"));
    QVERIFY(!dialog->fit());
    dialog->findChild<QAbstractButton*>("free lambda")->click();
    QTRY_VERIFY_WITH_TIMEOUT(words("Fit to a horizon: top.xyz", JobList::stage).startsWith("fit: "),
                             patience);
    QTRY_VERIFY_WITH_TIMEOUT(dialog->fit() && !dialog->busy(), patience);
    QCOMPARE(words("Fit to a horizon: top.xyz", JobList::outcome), QString("done"));
    dialog->reject();

    // Where the read was stopped, a choice begins with it.
    QTRY_VERIFY(window()->findChild<FitDialog*>() == nullptr);
    stop_next("Read a horizon: top.xyz");
    window()->files().fit_to_horizon(window_->path("top.xyz"));
    auto* const second = window()->findChild<FitDialog*>();
    const auto* const second_map = second->findChild<MisfitMap*>();
    QTRY_VERIFY_WITH_TIMEOUT(second_map->words().startsWith("Stopped"), patience);
    choose(second, "fit unit", 1);
    QTRY_VERIFY_WITH_TIMEOUT(second->import().placed() && !second->busy(), patience);
    QCOMPARE(second->findChild<QComboBox*>("fit unit")->currentIndex(), 1);
    QCOMPARE(second->findChild<QComboBox*>("fit sense")->currentIndex(),
             static_cast<int>(VerticalSense::depth));
    choose(second, "fit unit", 0);
    QTRY_VERIFY_WITH_TIMEOUT(second->fit() && !second->busy(), patience);
    second->reject();
  }

  void a_recording_is_listed_and_stopped() {
    window_->raise("wave");
    window()->panes().wave->show_snapshots(rings(window()->editor().now().grid, 600));
    find_command(*window()->menuBar(), "Record")->trigger();
    auto* const dialog = window()->findChild<RecordDialog*>();
    dialog->findChild<QLineEdit*>("record folder")->setText(window_->path("film"));
    dialog->findChild<QPushButton*>("record")->click();
    const QString name = "Record the wave: " + QString::fromStdString(window()->editor().now().name);
    QTRY_VERIFY_WITH_TIMEOUT(words(name, JobList::rate).endsWith(" frames/s"), patience);
    QCOMPARE(words(name, JobList::stage), QString("drawing frames"));
    QTRY_VERIFY_WITH_TIMEOUT(words(name, JobList::progress).endsWith(" %"), patience);
    QVERIFY(words(name, JobList::left).endsWith(" left"));
    JobsPanel& panel = *window()->panes().jobs;
    panel.choose(id_of(name));
    panel.commands()->actions().front()->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(words(name, JobList::outcome), QString("stopped"), patience);
    QVERIFY(dialog->findChild<QLabel*>("record words")->text().startsWith("Stopped: frames written: "));
    QVERIFY(dialog->findChild<QPushButton*>("record")->isEnabled());
  }

  // The user has gone back to the first: the second is kept, said, and shown on a wish.
  void a_wave_that_is_not_shown_is_said_and_found() {
    Scenario s = example_on(24);
    s.propagation.enabled = true;
    s.propagation.duration = 0.05;
    QVERIFY(window_->open(s, "wave.json"));
    window()->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(!runs().busy() && results().wave(), patience);
    const JobId first = results().kept().front();
    window()->run_menu().queue_wave();
    window()->run_menu().show_result(first);
    QTRY_VERIFY_WITH_TIMEOUT(!runs().busy(), patience);
    QVERIFY(results().is_shown(first));
    const QString said = window_->child<QLabel>("status")->text();
    QVERIFY2(said.startsWith("Wave done and kept: Show result"), qPrintable(said));
    JobList& jobs = window()->jobs();
    QCOMPARE(jobs.index(0, JobList::outcome).data().toString(), QString("done, kept"));
    window()->panes().jobs->choose(jobs.record(0)->id);
    find_command(*window()->menuBar(), "Show result")->trigger();
    QVERIFY(results().is_shown(results().kept().back()));
    QCOMPARE(jobs.index(0, JobList::outcome).data().toString(), QString("done, shown"));

    // Likewise of one that is stopped and kept, in sight or not.
    s.propagation.duration = 20.0;
    QVERIFY(window_->open(s, "long.json"));
    const auto stopped_and_kept = [this](const std::function<void()>& before) {
      window()->run_menu().queue_wave();
      QTRY_VERIFY_WITH_TIMEOUT(results().live().running(), patience);
      before();
      window()->runs().stop_and_keep();
      QTRY_VERIFY_WITH_TIMEOUT(!runs().busy(), patience);
    };
    stopped_and_kept([] {});
    QCOMPARE(window_->child<QLabel>("status")->text(),
             QString("Wave stopped and kept as far as it has come"));
    const JobId shown = results().kept().back();
    stopped_and_kept([&] { window()->run_menu().show_result(shown); });
    QCOMPARE(window_->child<QLabel>("status")->text(),
             QString("Wave stopped and kept: Show result in Jobs brings it into the views"));
  }

 private:
  MainWindow* window() const { return &**window_; }
  Runs& runs() const { return window()->runs(); }
  Results& results() const { return window()->results(); }
  // The newest of that name; empty: there is none.
  QString words(const QString& name, JobList::Column column) const {
    const JobList& jobs = window()->jobs();
    for (int row = 0; row < jobs.rowCount(); ++row)
      if (jobs.index(row, JobList::name).data() == name) return jobs.index(row, column).data().toString();
    return {};
  }
  JobId id_of(const QString& name) const {
    const JobList& jobs = window()->jobs();
    for (int row = 0; row < jobs.rowCount(); ++row)
      if (jobs.index(row, JobList::name).data() == name) return jobs.record(row)->id;
    return 0;
  }
  // As soon as it has come into the list, as a quick person would.
  void stop_next(const QString& name) {
    const auto watch = std::make_shared<QMetaObject::Connection>();
    JobList& jobs = window()->jobs();
    const auto stop = [this, &jobs, watch, name] {
      const JobId id = id_of(name);
      if (!jobs.can_stop(id)) return;
      disconnect(*watch);
      jobs.stop(id);
    };
    *watch = connect(&jobs, &JobList::rowsInserted, this, stop, Qt::QueuedConnection);
  }
  static void choose(QWidget* dialog, const char* field, int index) {
    auto* const box = dialog->findChild<QComboBox*>(field);
    box->setCurrentIndex(index);
    emit box->activated(index);
  }
  // A surface parallel to the scenario's horizon, in depths (lists begin with elevation), enough of it that
  // no job is done before it is looked at.
  void write_picks() const {
    const Scenario& s = window()->editor().now();
    const auto horizon = build_horizon(s);
    const Vec3 size = s.grid.extent();
    QByteArray text;
    for (double v = 0.0; v <= size.y; v += 1.5)
      for (double u = 0.0; u <= size.x; u += 1.5) {
        const Vec3 p = s.grid.origin + Vec3{u, v, horizon->at(u, v).f + 200.0};
        for (const double value : {p.x, p.y, p.z})
          text += QByteArray::number(value, 'f', 2) + ' ';
        text += '\n';
      }
    QFile file(window_->path("top.xyz"));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot set up the test");
  }

  std::unique_ptr<ShownWindow> window_;
};

}  // namespace test_jobs_window

FOLDWAVE_TEST(test_jobs_window, run_in_windows<test_jobs_window::TestJobsWindow>)
#include "test_jobs_window.moc"
