#include "ui/window/result_notes.hpp"

#include <QFileInfo>

#include "core/base/text.hpp"
#include "core/engine/backend.hpp"
#include "core/model/same_results.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/window/status_line.hpp"

namespace foldwave {

ResultNotes::ResultNotes(const Panes& panes, const Editor& editor, const Runs& runs, const Results& results,
                         JobList& jobs)
    : panes_(panes), editor_(editor), runs_(runs), results_(results), jobs_(jobs) {
  connect(&results_, &Results::kept_changed, this, &ResultNotes::refresh_jobs);
  connect(&results_, &Results::wave_changed, this, &ResultNotes::refresh_jobs);
  connect(&editor_, &Editor::changed, this, &ResultNotes::refresh_jobs);
}

void ResultNotes::set_backend(const Backend& backend) {
  chosen_place_ = made_by(backend);
  refresh();
}

// The number of threads changes nothing of a result.
QString ResultNotes::elsewhere_words(const MadeBy& made) const {
  if (made.backend.empty() || (made.backend == chosen_place_.backend && made.device == chosen_place_.device))
    return {};
  // Beside a device this machine's processor needs no name.
  const MadeBy here = made_by(*cpu_backend());
  if (made.backend == here.backend && made.device == here.device) return tr("on the CPU");
  return tr("made by %1").arg(QString::fromStdString(made_by_text(made)));
}

QString ResultNotes::live_words() const {
  const LiveWave& live = results_.live();
  const QString step =
      (results_.shown().backward ? tr("going back: step %1 of %2") : tr("live: step %1 of %2"))
          .arg(live.frame() ? live.frame()->step : 0)
          .arg(live.steps());
  // Two short lines: beside them stands the colours' scale.
  return step + '\n' + rate_words(progress_).join(", ");
}

void ResultNotes::refresh() {
  const QString changed = has_errors(runs_.findings()) ? tr("Stale: changed since, cannot be run")
                                                       : tr("Stale: changed since, run again");
  refresh_fold(changed);
  refresh_wave(changed);
}

void ResultNotes::refresh_fold(const QString& changed) {
  const auto fold = results_.fold();
  const bool stale = results_.fold_is_stale();
  if (fold) {
    const FoldResult& r = fold->result;
    QStringList what;
    if (r.folded)
      what << tr("folded in %1 by %2")
                  .arg(QString::fromStdString(seconds_text(r.seconds)), QString::fromStdString(r.method));
    if (const QString place = elsewhere_words(r.made_by); !place.isEmpty()) what << place;
    if (!r.velocity_file.empty())
      what << tr("velocity from %1").arg(QFileInfo(QString::fromStdString(r.velocity_file)).fileName());
    QString words = what.join(", ");
    if (r.sweeps > 1) words += tr(", %1 sweeps").arg(r.sweeps);
    if (r.unreached > 0) words += tr(", %1 nodes not reached").arg(count_words(r.unreached));
    panes_.structure->set_note(stale ? changed : words, stale);
  } else {
    panes_.structure->set_note(tr("not folded yet"), false);
  }
  panes_.map->set_note(stale && editor_.horizon_is_old() ? tr("stale") : QString(), stale);
  panes_.section->set_note(stale ? tr("stale") : QString(), stale);
}

void ResultNotes::refresh_wave(const QString& changed) {
  const int every = results_.snapshots_kept_every();
  QStringList words;
  const auto wave = results_.wave();
  const bool any = wave || !results_.snapshots().empty();
  // The layers that are drawn with the wave are the last fold's.
  const bool stale = results_.wave_is_stale() || results_.fold_is_stale();
  const LiveWave& live = results_.live();
  if (live.running()) {
    if (stale) words << tr("stale");
    words << live_words();
  } else if (stale && any && !(results_.snapshots_scenario().grid == editor_.now().grid)) {
    words << tr("Stale: of another box, run again");
  } else if (stale) {
    words << changed;
  } else if (wave) {
    const WaveRun& run = wave->result.run;
    if (wave->result.backward) words << tr("sent back");
    words << (run.stopped ? tr("stopped after %1 steps") : tr("%1 steps")).arg(count_words(run.steps_done))
          << tr("dt %1 ms").arg(wave->result.dt * 1e3, 0, 'g', 3)
          << QString::fromStdString(seconds_text(wave->result.seconds));
    if (const QString place = elsewhere_words(wave->result.made_by); !place.isEmpty()) words << place;
  } else if (const std::string& from = results_.shown().from; !from.empty()) {
    words << tr("from %1").arg(QString::fromStdString(from));
  } else if (!any) {
    words << tr("no wave yet: Run wave");
  }
  if (every > 1) words << tr("memory bound: every %1. snapshot kept").arg(every);
  QString note = words.join(", ");
  // On a line of its own: beside the rest it runs into the colour bar.
  const double error = results_.snapshots_scenario().outputs.snapshot_error;
  if (!live.running() && !stale && error > 0.0 && results_.snapshots_are_packed())
    note += "\n" + tr("within %1 % of the largest").arg(100.0 * error);
  panes_.wave->set_note(note, stale);
  panes_.gather->set_note(results_.wave_is_stale() ? changed
                          : live.running() && !results_.shown().backward
                              ? tr("%1 receivers, filling").arg(live.gather()->receivers.size())
                          : wave ? tr("%1 receivers").arg(wave->result.run.gather.receivers.size())
                                 : tr("comes when the wave has run"),
                          results_.wave_is_stale());
}

void ResultNotes::refresh_jobs() {
  for (int row = 0; row < jobs_.rowCount(); ++row) {
    const JobId id = jobs_.record(row)->id;
    const WaveShown* const result = results_.kept(id);
    if (result == nullptr) {
      const JobRecord& job = *jobs_.record(row);
      const bool went =
          (job.name == Runs::wave_name() || job.name == Runs::reversed_name()) && job.stage == JobStage::done;
      jobs_.set_note(id, went ? tr("no longer kept") : QString());
      continue;
    }
    const bool is_stale = !(result->backward ? same_image : same_wave)(result->scenario, editor_.now());
    const QString place = results_.is_shown(id) ? tr("shown") : tr("kept");
    jobs_.set_note(id, is_stale ? tr("%1, stale: of another scenario than now").arg(place) : place);
  }
  panes_.jobs->refresh_commands();
}

}  // namespace foldwave
