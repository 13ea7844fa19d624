#include "ui/window/pane_feed.hpp"

#include <utility>

#include "ui/canvas/vtk_view.hpp"
#include "ui/geology/geology_marks.hpp"
#include "ui/geology/geology_pane.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/panels/timeline_panel.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/volume/volume_pane.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/spectrum_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

PaneFeed::PaneFeed(const Panes& panes, Editor& editor, Runs& runs, Results& results, GeologyMarks& marks,
                   ResultNotes& notes, StatusLine& status, QObject* parent)
    : QObject(parent),
      panes_(panes),
      editor_(editor),
      runs_(runs),
      results_(results),
      marks_(marks),
      notes_(notes),
      status_(status) {
  connect_editor();
  connect_results();
  watch_first_pictures();
}

void PaneFeed::connect_editor() {
  connect(&editor_, &Editor::changed, this, &PaneFeed::show_scenario);
  connect(&editor_, &Editor::unshown, this, &PaneFeed::show_edited);
  connect(&editor_, &Editor::horizon_came, this, &PaneFeed::show_horizon);
  connect(&editor_, &Editor::fold_right_again, this, &PaneFeed::show_fold);
  connect(&editor_, &Editor::dragged, this, [this](const Edited& would_be) {
    panes_.panel->follow(would_be.scenario);
    panes_.structure->follow(fold_of(would_be.scenario, would_be.event));
    panes_.map->follow(fold_of(would_be.scenario, would_be.event));
    if (!(would_be.scenario.survey == editor_.now().survey))
      for (HandlePane* const pane : panes_.editors())
        pane->follow_survey(would_be.scenario);
    if (editor_.folds_along()) panes_.structure->scene().set_moving(true);
  });
  connect(&editor_, &Editor::previewed, this,
          [this](const std::shared_ptr<const FoldOutcome>& fold, bool after_refusal) {
            panes_.structure->show_fold({fold, &fold->result}, fold->geometry, fold->scenario.stack);
            show_in_editors(fold);
            marks_.set_stale(true);
            panes_.structure->set_note(tr("preview: release to fold it in full"), false);
            if (!after_refusal) return;
            panes_.panel->show_findings(runs_.findings());
            status_.say({});
          });
  connect(&editor_, &Editor::refused, this, &PaneFeed::show_refusal);
  connect(&editor_, &Editor::refusal_ended, this, [this] { panes_.panel->show_findings(runs_.findings()); });
  connect(&editor_, &Editor::drag_ended, this, [this] { panes_.structure->scene().set_moving(false); });
  connect(&editor_, &Editor::given_up, this, [this] {
    status_.say({});
    show_edited();
    if (results_.fold()) show_fold();
  });
}

void PaneFeed::watch_first_pictures() {
  if (panes_.structure->view() == nullptr) return;
  connect(panes_.structure->view(), &VtkView::drawn, this, [this] {
    if (horizon_there_ && !std::exchange(horizon_seen_, true)) emit first_picture();
    if (results_.fold() && panes_.structure->scene().is_complete() && !std::exchange(fold_seen_, true))
      emit fold_picture();
  });
}

void PaneFeed::connect_results() {
  connect(&runs_, &Runs::findings_changed, this, [this] {
    panes_.panel->show_findings(runs_.findings());
    notes_.refresh();
  });
  connect(&runs_, &Runs::horizon_ready, this, [this](const vtkSmartPointer<vtkPolyData>& surface) {
    horizon_there_ = true;
    if (editor_.now().events.size() > 1) return;  // the chosen one's is shown
    panes_.structure->show_horizon(surface);
    if (!results_.fold()) panes_.map->show_unfolded(surface);
  });
  connect(&results_, &Results::fold_changed, this, &PaneFeed::show_fold);
  connect(&results_, &Results::snapshots_changed, this, [this] {
    panes_.wave->set_made_of(results_.snapshots_scenario(), results_.snapshots_fold());
    panes_.wave->show_snapshots(results_.snapshots());
    show_timeline();
    notes_.refresh();
  });
  connect(panes_.wave, &WavePane::time_shown, this, &PaneFeed::offer_snapshot);
  connect(&results_, &Results::wave_changed, this, &PaneFeed::show_wave);
  LiveWave& live = results_.live();
  connect(&live, &LiveWave::changed, this, &PaneFeed::show_live);
  connect(&runs_, &Runs::started, this, &PaneFeed::look_at_wave);
  connect(&runs_, &Runs::progressed, this, &PaneFeed::look_at_wave);
  connect(panes_.wave, &WavePane::wish_changed, this, &PaneFeed::look_at_wave);
  // Queued: only then is the picture on the screen.
  if (panes_.wave->view() != nullptr)
    connect(
        panes_.wave->view(), &VtkView::drawn, &live,
        [&live, view = panes_.wave->view()] { live.drawn(view->drawn_alone()); }, Qt::QueuedConnection);
}

void PaneFeed::show_edited() {
  panes_.panel->show_edited(editor_.edited());
  for (HandlePane* const pane : panes_.editors())
    pane->show_edited(editor_.edited());
}

void PaneFeed::show_scenario() {
  show_edited();
  panes_.wave->show_scenario(editor_.now());
  panes_.volume->show_markers(editor_.now().markers);
  panes_.geology->show_markers(editor_.now().markers);
  panes_.compare->show_scenario(editor_.now(), results_.fold());
  marks_.show_scenario(editor_.now());
  marks_.set_stale(results_.fold_is_stale());
  notes_.refresh();
}

void PaneFeed::show_horizon(const HorizonPreview& shown, bool is_of_now) {
  panes_.structure->show_horizon(shown.surface);
  panes_.map->show_horizon(shown);
  panes_.section->show_horizon(shown);
  if (is_of_now) return notes_.refresh();
  panes_.structure->set_note(
      editor_.folds_along() ? tr("release to fold it in full") : tr("Stale: not folded while it is dragged"),
      true);
  panes_.section->set_note(tr("stale"), true);
  panes_.map->set_note({}, false);
}

// The horizon alone, painted where the fold cannot propagate on it, and the reason beside the field.
void PaneFeed::show_refusal(const PreviewRefusal& refusal) {
  Findings findings = runs_.findings();
  findings.push_back(refusal.finding);
  panes_.panel->show_findings(findings);
  status_.say(said(refusal.finding.problem), true);
  panes_.structure->show_unfolded(refusal.horizon);
  panes_.map->show_unfolded(refusal.horizon);
  panes_.structure->set_note(tr("cannot be folded like this"), true);
}

void PaneFeed::show_fold() {
  if (const auto fold = results_.fold()) {
    // The views share the outcome: it lives as long as one of them shows it.
    const std::shared_ptr<const FoldResult> result(fold, &fold->result);
    panes_.structure->show_fold(result, fold->geometry, fold->scenario.stack);
    panes_.wave->show_fold(result, fold->scenario.stack);
    show_in_editors(fold);
    marks_.show_fold(fold);
    marks_.set_stale(results_.fold_is_stale());
    for (HandlePane* const pane : panes_.editors())
      pane->show_edited(editor_.edited());  // the panel keeps what is being typed there
    panes_.compare->show_scenario(editor_.now(), fold);
    // Without OpenGL nothing is drawn that could say so.
    if (panes_.structure->view() == nullptr && !std::exchange(fold_seen_, true)) {
      emit first_picture();
      emit fold_picture();
    }
  } else {
    panes_.structure->show_unfolded(nullptr);
    panes_.map->show_unfolded(nullptr);
    panes_.section->clear_fold();
    panes_.geology->show_fold(nullptr);
    for (HandlePane* const pane : panes_.editors())
      pane->show_rock(nullptr);
    marks_.show_fold(nullptr);
    panes_.wave->show_fold(nullptr, {});
  }
  offer_volumes();
  notes_.refresh();
}

// Of the full fold, or of its preview with fewer nodes.
void PaneFeed::show_in_editors(const std::shared_ptr<const FoldOutcome>& fold) {
  panes_.map->show_fold(fold->scenario, fold->result, fold->geometry.horizon);
  panes_.section->show_fold(fold->scenario, {fold, &fold->result},
                            {fold->geometry.lowest, fold->geometry.highest});
  panes_.geology->show_fold(fold);
  for (HandlePane* const pane : panes_.editors())
    pane->show_rock(fold);
}

void PaneFeed::show_wave() {
  const auto wave = results_.wave();
  if (!wave || wave->result.run.gather.samples < 2) {
    panes_.gather->show_gather(nullptr, {});
    panes_.spectrum->show_wave(nullptr);
  } else {
    const auto& sources = wave->scenario.survey.sources;
    const Vec3 source = sources.empty() ? Vec3{} : sources.front().position - wave->scenario.grid.origin;
    panes_.gather->show_gather({wave, &wave->result.run.gather}, source);
    panes_.spectrum->show_wave(wave);
  }
  show_timeline();
  notes_.refresh();
}

void PaneFeed::show_timeline() {
  const WaveShown& shown = results_.shown();
  if (!shown.stages) return panes_.timeline->show_spans({}, 0.0);
  const double seconds = shown.seconds > 0.0 ? shown.seconds : shown.stages->now();
  panes_.timeline->show_spans(with_solver(shown.stages->spans(), 0.0, seconds, shown.beside), seconds);
}

void PaneFeed::show_live() {
  LiveWave& live = results_.live();
  notes_.refresh();
  if (!live.running()) return panes_.wave->show_live(nullptr);
  const auto frame = live.frame();
  if (!frame) return;
  panes_.wave->show_live(frame);
  if (!results_.shown().backward) panes_.gather->show_live(live.gather(), live.source(), live.samples());
  if (!panes_.wave->is_in_front()) live.drawn(true);
}

void PaneFeed::look_at_wave() {
  results_.live().set_wish(
      {panes_.wave->wished_planes(), panes_.wave->is_watched() && panes_.gather->is_in_front()});
}

void PaneFeed::offer_volumes() {
  const auto fold = results_.fold();
  const auto offer = [&](const QString& name, const Field<float>* field, const char* array) {
    const bool there = fold && field != nullptr && !field->empty();
    panes_.volume->offer(name, there ? volume_of({fold, field}, fold->result.grid, array) : nullptr);
  };
  offer(tr("Velocity"), fold ? &fold->result.velocity : nullptr, "velocity (m/s)");
  offer(tr("Stratigraphic distance"), fold && fold->result.folded ? &fold->result.arrival : nullptr,
        "strat. T (m)");
}

// The one that the wave view shows.
void PaneFeed::offer_snapshot() {
  if (panes_.wave->scene().live() != nullptr) return;  // the one before it stays
  const auto& snapshot = panes_.wave->scene().kept_snapshot();
  Volume volume;
  if (snapshot && snapshot->stored)
    volume = snapshot->stored;
  else if (snapshot && snapshot->packed)
    volume = volume_of(snapshot->packed);
  else if (snapshot && snapshot->shape() == results_.snapshots_scenario().grid.n)
    volume = volume_of({snapshot, &snapshot->pressure}, results_.snapshots_scenario().grid, "pressure");
  panes_.volume->offer(tr("Snapshot in view"), volume);
}

}  // namespace foldwave
