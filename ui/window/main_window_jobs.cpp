// What runs: the Run menu, the list of jobs, and what becomes of the results of waves that were queued.
#include <QAction>
#include <QIcon>
#include <QMenu>
#include <QMenuBar>

#include "core/engine/pipeline.hpp"
#include "ui/jobs/wave_recorder.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/themed_icon.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {

void MainWindow::make_run_menu() {
  const auto icon = [](const char* name) { return themed_icon(name); };
  QMenu* const run = menuBar()->addMenu(tr("&Run"));
  run->setToolTipsVisible(true);
  fold_ = run->addAction(icon("fold"), tr("&Fold"), QKeySequence("Ctrl+F"), this, &MainWindow::run_fold);
  fold_->setToolTip(tr("Solve the fold (Ctrl+F)"));
  wave_run_ =
      run->addAction(icon("wave"), tr("Run &wave"), QKeySequence("Ctrl+R"), this, &MainWindow::run_wave);
  wave_run_->setToolTip(tr("Send the wave through the folded layers (Ctrl+R)"));
  queue_ = run->addAction(tr("&Queue wave"), QKeySequence("Ctrl+Shift+R"), this, &MainWindow::queue_wave);
  queue_->setToolTip(
      tr("Run the wave of the scenario as it is now after what runs and waits; edit on meanwhile "
         "(Ctrl+Shift+R)"));
  run->addSeparator();
  stop_ = run->addAction(icon("stop"), tr("&Stop"), QKeySequence("Ctrl+."), this, &MainWindow::stop);
  stop_->setToolTip(
      tr("Stop what runs and throw away what it has made; the former result comes back (Ctrl+.)"));
  stop_keep_ =
      run->addAction(tr("Stop and &keep"), QKeySequence("Ctrl+Shift+."), this, &MainWindow::stop_and_keep);
  stop_keep_->setToolTip(
      tr("Stop the wave and keep its gather and snapshots as far as they have come (Ctrl+Shift+.)"));
  stop_all_ = run->addAction(tr("Stop &all"), this, [this] { session_.stop_all(); });
  stop_all_->setToolTip(tr("Stop what runs, and take out all that waits"));
  jobs_panel_->commands()->setTitle(tr("&Chosen job"));
  run->addMenu(jobs_panel_->commands());
  run->addSeparator();
  auto_fold_ = run->addAction(tr("Fold while I &edit"));
  auto_fold_->setToolTip(tr("Follow each edit with a fold, and each drag with a coarse one"));
  auto_fold_->setCheckable(true);
  auto_fold_->setChecked(true);
}

void MainWindow::connect_jobs() {
  connect(&session_, &Session::backend_changed, this, &MainWindow::show_backend);
  connect(&jobs_, &JobList::ended, this, &MainWindow::log_job);
  connect(log_panel_, &LogPanel::message, this, &MainWindow::show_words);
  connect(log_panel_, &LogPanel::level_chosen, this, [this](LogLevel level) {
    Preferences next = preferences_;
    next.log_level = level;
    change_preferences(next);
  });
  jobs_.watch(session_.worker());
  jobs_.watch(variant_folds_.worker());
  jobs_.watch(edits_.worker());
  connect(wave_, &WavePane::recorder_made, this,
          [this](WaveRecorder& recorder) { jobs_.watch(recorder.worker()); });
  jobs_panel_->set_has_result([this](JobId id) { return session_.result(id) != nullptr; });
  connect(jobs_panel_, &JobsPanel::result_wanted, this, &MainWindow::show_result);
  connect(&session_.worker(), &Worker::told, this, [this](const JobRecord& job) {
    if (job.ended()) ended_ = job;
  });
  connect(&session_, &Session::results_changed, this, &MainWindow::note_results);
  connect(&session_, &Session::wave_changed, this, &MainWindow::note_results);
  connect(&session_, &Session::scenario_changed, this, &MainWindow::note_results);
}

// What has become of the waves in the list.
void MainWindow::note_results() {
  for (int row = 0; row < jobs_.rowCount(); ++row) {
    const JobId id = jobs_.record(row)->id;
    const WaveShown* const result = session_.result(id);
    if (result == nullptr) {
      const JobRecord& job = *jobs_.record(row);
      const bool went = job.name == Session::wave_name() && job.stage == JobStage::done;
      jobs_.set_note(id, went ? tr("no longer kept") : QString());
      continue;
    }
    const bool is_stale = !same_wave(result->scenario, session_.scenario());
    const QString place = session_.is_shown(id) ? tr("shown") : tr("kept");
    jobs_.set_note(id, is_stale ? tr("%1, stale: of another scenario than now").arg(place) : place);
  }
  jobs_panel_->refresh_commands();
}

void MainWindow::run_fold() {
  session_.run_fold();
}
void MainWindow::run_wave() {
  session_.run_wave();
}
void MainWindow::queue_wave() {
  session_.queue_wave();
  const auto waiting = session_.worker().unfinished().size() - 1;
  if (waiting > 0) say(tr("Wave queued, %1 before it").arg(waiting));
}
void MainWindow::stop() {
  session_.stop();
}
void MainWindow::stop_and_keep() {
  session_.stop_and_keep();
}

void MainWindow::show_result(JobId id) {
  const WaveShown* const result = session_.result(id);
  if (result == nullptr) return;
  // A copy: an edit may let the result go. What is no part of the wave stays as it is now.
  Scenario scenario = result->scenario;
  scenario.name = session_.scenario().name;
  scenario.description = session_.scenario().description;
  scenario.variants = session_.scenario().variants;
  if (!same_wave(scenario, session_.scenario())) history_.push(scenario, tr("Back to a wave's scenario"));
  session_.show_result(id);
}

// The log has it from the list of jobs.
void MainWindow::say_ended(const QString& name, Outcome outcome, const QString& why) {
  if (outcome == Outcome::failed) return show_words(why, true);
  if (session_.busy()) return;
  const bool is_stopped = outcome == Outcome::stopped, is_kept = session_.result(ended_.id) != nullptr;
  QString end = (is_stopped ? tr("%1 stopped") : tr("%1 done")).arg(name);
  if (is_kept && !session_.is_shown(ended_.id))
    end = tr("%1 and kept: Show result in Jobs brings it into the views").arg(end);
  else if (is_kept && is_stopped)
    end = tr("%1 and kept as far as it has come").arg(end);
  show_words(ended_.facts.warnings.isEmpty() ? end : tr("%1: %2").arg(end, ended_.facts.warnings.join("; ")));
}

void MainWindow::refresh_actions() {
  const bool busy = session_.busy();
  stop_->setEnabled(busy);
  stop_all_->setEnabled(busy);
  stop_keep_->setEnabled(session_.wave_runs());
  keep_->setEnabled(!opened_.isEmpty());
  export_->setEnabled(session_.fold() != nullptr);
  wave_run_->setEnabled(!opened_.isEmpty() || session_.fold() != nullptr);
  queue_->setEnabled(wave_run_->isEnabled());
  fold_->setEnabled(wave_run_->isEnabled());
}

}  // namespace foldwave
