#include "ui/window/run_menu.hpp"

#include <QAction>
#include <QMenu>

#include "core/base/text.hpp"
#include "core/model/same_results.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {

RunMenu::RunMenu(QMenu* menu, JobsPanel& jobs, Editor& editor, Runs& runs, Results& results,
                 StatusLine& status)
    : QObject(menu), menu_(menu), editor_(editor), runs_(runs), results_(results), status_(status) {
  menu->setToolTipsVisible(true);
  fold_ = menu->addAction(themed_icon("fold"), tr("&Fold"), QKeySequence("Ctrl+F"), &runs_, &Runs::run_fold);
  fold_->setToolTip(tr("Solve the fold (Ctrl+F)"));
  wave_ =
      menu->addAction(themed_icon("wave"), tr("Run &wave"), QKeySequence("Ctrl+R"), &runs_, &Runs::run_wave);
  wave_->setToolTip(tr("Send the wave through the folded layers (Ctrl+R)"));
  queue_ = menu->addAction(tr("&Queue wave"), QKeySequence("Ctrl+Shift+R"), this, &RunMenu::queue_wave);
  queue_->setToolTip(
      tr("Run the wave of the scenario as it is now after what runs and waits; edit on meanwhile "
         "(Ctrl+Shift+R)"));
  events_ = menu->addAction(themed_icon("locate"), tr("Find &events"), QKeySequence("Ctrl+Shift+F"), this,
                            &RunMenu::find_events);
  events_->setToolTip(tr(
      "Send the wave's gather, or recorded traces, back in time to where they began: places, times and how "
      "sure they are (Ctrl+Shift+F)"));
  back_ = menu->addAction(themed_icon("backwards"), tr("Watch traces go &back"), this, &RunMenu::send_back);
  back_->setToolTip(tr(
      "The wave's gather, or recorded traces, sent back in time and seen as a wave: it runs together where "
      "it came from"));
  survey_ = menu->addAction(themed_icon("survey"), tr("Seismic &image"), QKeySequence("Ctrl+Shift+M"), &runs_,
                            &Runs::run_survey);
  survey_->setToolTip(tr(
      "Shoot a survey over the fold and migrate it: the section as seismic data would show it, shot by shot "
      "(Ctrl+Shift+M)"));
  variant_images_ = menu->addAction(tr("Images of all &variants"), this, &RunMenu::variant_images_wanted);
  variant_images_->setToolTip(
      tr("The seismic images of the scenario and of each of its variants, one after the other, for the dock "
         "Images"));
  shared_image_ = menu->addAction(tr("Image by &workers..."), this, &RunMenu::shared_image_wanted);
  shared_image_->setToolTip(
      tr("The seismic image made by several processes that share a folder, on this computer and others"));
  compare_ = menu->addAction(tr("Compare with recorded &traces..."), this, &RunMenu::comparison_wanted);
  compare_->setToolTip(
      tr("A recorded SEG-Y gather against the wave that this scenario sends to its receivers: what is left, "
         "and first breaks against travel times"));
  menu->addSeparator();
  stop_ = menu->addAction(themed_icon("stop"), tr("&Stop"), QKeySequence("Ctrl+."), &runs_, &Runs::stop);
  stop_->setToolTip(
      tr("Stop what runs and throw away what it has made; the former result comes back (Ctrl+.)"));
  stop_keep_ =
      menu->addAction(tr("Stop and &keep"), QKeySequence("Ctrl+Shift+."), &runs_, &Runs::stop_and_keep);
  stop_keep_->setToolTip(
      tr("Stop the wave and keep its gather and snapshots as far as they have come (Ctrl+Shift+.)"));
  stop_all_ = menu->addAction(tr("Stop &all"), &runs_, &Runs::stop_all);
  stop_all_->setToolTip(tr("Stop what runs, and take out all that waits"));
  jobs.commands()->setTitle(tr("&Chosen job"));
  menu->addMenu(jobs.commands());
  menu->addSeparator();
  folds_along_ = menu->addAction(tr("Fold while I &edit"));
  folds_along_->setToolTip(tr("Follow each edit with a fold, and each drag with a coarse one"));
  folds_along_->setCheckable(true);
  folds_along_->setChecked(editor_.folds_along());
  connect(folds_along_, &QAction::toggled, &editor_, &Editor::set_folds_along);

  jobs.set_has_result([this](JobId id) { return results_.kept(id) != nullptr; });
  connect(&jobs, &JobsPanel::result_wanted, this, &RunMenu::show_result);
  connect(&runs_.worker(), &Worker::told, this, [this](const JobRecord& job) {
    if (job.ended()) ended_ = job;
  });
  connect(&runs_, &Runs::started, this, &RunMenu::refresh);
  connect(&editor_, &Editor::changed, this, &RunMenu::refresh);
  connect(&runs_, &Runs::finished, this, [this](const QString& name, Outcome outcome, const QString& why) {
    if (!runs_.busy()) status_.end_job();
    say_ended(name, outcome, why);
    refresh();
  });
}

void RunMenu::refresh() {
  const bool busy = runs_.busy(), there = !editor_.opened_name().isEmpty() || results_.fold() != nullptr;
  stop_->setEnabled(busy);
  stop_all_->setEnabled(busy);
  stop_keep_->setEnabled(runs_.wave_runs());
  for (QAction* const action : {fold_, wave_, queue_, events_, back_, survey_, shared_image_, compare_})
    action->setEnabled(there);
  variant_images_->setEnabled(there && !editor_.now().variants.empty());
}

void RunMenu::queue_wave() {
  runs_.queue_wave();
  const auto waiting = runs_.worker().unfinished().size() - 1;
  if (waiting > 0) status_.say(tr("Wave queued, %1 before it").arg(waiting));
}

void RunMenu::want_traces() {
  Scenario next = editor_.now();
  if (!next.imaging) next.imaging.emplace();
  ImagingPurpose& purpose = next.imaging->purpose;
  if (std::holds_alternative<ExplodingReflectors>(next.survey.start))
    purpose = ImagingPurpose::zero_offset;
  else if (purpose == ImagingPurpose::image || purpose == ImagingPurpose::zero_offset)
    purpose = ImagingPurpose::locate;
  if (!(next == editor_.now())) editor_.edit(next);
}

void RunMenu::find_events() {
  want_traces();
  runs_.run_image();
}

void RunMenu::send_back() {
  want_traces();
  runs_.run_reversed();
}

void RunMenu::show_result(JobId id) {
  const WaveShown* const result = results_.kept(id);
  if (result == nullptr) return;
  // A copy: an edit may let the result go. What is no part of the wave stays as it is now.
  Scenario scenario = result->scenario;
  scenario.name = editor_.now().name;
  scenario.description = editor_.now().description;
  scenario.variants = editor_.now().variants;
  if (!same_wave(scenario, editor_.now())) editor_.edit(scenario, tr("Back to a wave's scenario"));
  results_.show_kept(id);
}

// The log has it from the list of jobs.
void RunMenu::say_ended(const QString& name, Outcome outcome, const QString& why) {
  if (outcome == Outcome::failed) return status_.pass(why, true);
  if (runs_.busy()) return;
  const bool is_stopped = outcome == Outcome::stopped, is_kept = results_.kept(ended_.id) != nullptr;
  QString end = (is_stopped ? tr("%1 stopped") : tr("%1 done")).arg(name);
  if (is_kept && !results_.is_shown(ended_.id))
    end = tr("%1 and kept: Show result in Jobs brings it into the views").arg(end);
  else if (is_kept && is_stopped)
    end = tr("%1 and kept as far as it has come").arg(end);
  else if (!is_stopped && ended_.foretold > 0.0)
    end = tr("%1 in %2, foretold %3")
              .arg(end, QString::fromStdString(seconds_text(ended_.seconds)),
                   QString::fromStdString(seconds_text(ended_.foretold)));
  status_.pass(ended_.facts.warnings.isEmpty() ? end
                                               : tr("%1: %2").arg(end, ended_.facts.warnings.join("; ")));
}

}  // namespace foldwave
