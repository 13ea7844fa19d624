#include "ui/views/compare_pane.hpp"

#include <vtkCamera.h>
#include <vtkRenderer.h>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "core/model/layer_sequence.hpp"
#include "core/model/same_results.hpp"
#include "core/model/variants.hpp"
#include "ui/canvas/rock_view.hpp"
#include "ui/views/rock_color_choice.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/widgets/number_words.hpp"

namespace foldwave {
namespace {

enum Mode { side_by_side, difference_of_times };

std::array<double, 10> pose_of(vtkCamera* camera) {
  std::array<double, 10> pose{};
  camera->GetPosition(pose.data());
  camera->GetFocalPoint(pose.data() + 3);
  camera->GetViewUp(pose.data() + 6);
  pose[9] = camera->GetParallelScale();
  return pose;
}

FoldedVolume volume_of(const FoldOutcome& fold) {
  return {fold.result.grid, fold.result.arrival, fold.result.layer_index};
}

}  // namespace

int ComparePane::variant(int side) const {
  return choice(side)->currentIndex() - 1;
}

bool ComparePane::has_problem(int side) const {
  return variant(side) >= 0 && !folds_.problem(chosen(side)).isEmpty();
}

void ComparePane::fold_again() {
  for (int side = 0; side < 2; ++side)
    if (has_problem(side)) folds_.fold_again(chosen(side));
}

Scenario ComparePane::chosen(int side) const {
  const int index = variant(side);
  return index < 0 ? scenario_ : variant_to_run(scenario_, static_cast<std::size_t>(index));
}

// The choices stand where they stood, by name; a variant that was just kept is taken at the right.
void ComparePane::fill_choices() {
  for (int side = 0; side < 2; ++side) {
    QComboBox* const box = choice(side);
    const QSignalBlocker quiet(box);
    const QString before = box->currentIndex() > 0 ? box->currentText() : QString();
    const int count = box->count();
    box->clear();
    box->addItem(tr("as edited"));
    for (const Scenario& v : scenario_.variants)
      box->addItem(QString::fromStdString(v.name));
    const int found = before.isEmpty() ? -1 : box->findText(before);
    const bool newest = side == 1 && (found < 0 || box->count() > count);
    box->setCurrentIndex(newest ? box->count() - 1 : std::max(0, found));
  }
}

void ComparePane::show_scenario(const Scenario& scenario, std::shared_ptr<const FoldOutcome> fold) {
  const bool others = scenario.variants != scenario_.variants;
  scenario_ = scenario;
  now_ = std::move(fold);
  if (others) fill_choices();
  std::vector<Scenario> needed;
  for (std::size_t i = 0; i < scenario_.variants.size(); ++i)
    needed.push_back(variant_to_run(scenario_, i));
  folds_.keep_only(needed);
  refresh();
}

std::shared_ptr<const FoldOutcome> ComparePane::fold_of(int side) {
  if (variant(side) >= 0) return folds_.get(chosen(side));
  return now_ && same_fold(now_->scenario, scenario_) ? now_ : nullptr;
}

void ComparePane::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

// Nothing is folded or drawn for a pane that nobody sees.
void ComparePane::refresh() {
  const bool any = !scenario_.variants.empty();
  pages_->setCurrentIndex(any && views_[0] != nullptr ? 1 : 0);
  for (QComboBox* const box : choices_)
    box->setEnabled(any);
  mode_->setEnabled(any);
  switch_->setEnabled(any && variant(1) >= 0);
  remove_->setEnabled(switch_->isEnabled());
  slices_->setEnabled(any);
  again_->setVisible(any && (has_problem(0) || has_problem(1)));
  if (!any) shown_ = {};
  if (!isVisible() || !any) return;
  refresh_side(0);
  refresh_side(1);
  show_colors();
  refresh_difference();
  emit changed();
}

void ComparePane::follow_colors(RockColorChoice& choice) {
  choice.add_to(color_menu_);
  connect(&choice, &RockColorChoice::changed, this, [this](const RockColors& colors) {
    colors_ = colors;
    show_colors();
  });
}

void ComparePane::share_ranges(bool on) {
  share_ranges_ = on;
  show_colors();
}

void ComparePane::show_colors() {
  RockColors colors = colors_;
  if (share_ranges_ && shown_[0] && shown_[1]) {
    const auto both = [this](auto&& range_of) {
      const ValueRange a = range_of(*shown_[0]), b = range_of(*shown_[1]);
      return ValueRange{std::min(a.low, b.low), std::max(a.high, b.high)};
    };
    colors.velocity.shared =
        both([](const FoldOutcome& fold) { return velocity_range(fold.result, fold.scenario.stack); });
    colors.arrival.shared = both([](const FoldOutcome& fold) {
      return ValueRange{fold.geometry.lowest, fold.geometry.highest};
    });
  }
  for (std::size_t s = 0; s < scenes_.size(); ++s) {
    StructureOptions options = scenes_[s].options();
    options.colors = colors;
    scenes_[s].set_options(options);
    if (views_[s] != nullptr) views_[s]->update();
  }
}

void ComparePane::refresh_side(int side) {
  const auto s = static_cast<std::size_t>(side);
  const bool difference = side == 1 && mode_->currentIndex() == difference_of_times;
  const int from = difference ? 0 : side;  // the difference is shown on the left one's nodes
  Scenario scenario = chosen(from);
  auto fold = fold_of(from);
  const bool stale = !fold && variant(from) < 0 && now_;
  if (stale) fold = now_;
  if (variant(from) < 0) scenario.name += tr(" (as edited)").toStdString();
  if (difference)
    scenario.name =
        (choice(0)->currentText() + QStringLiteral(" \u2212 ") + choice(1)->currentText()).toStdString();
  StructureScene& scene = scenes_[s];
  StructureOptions options = scene.options();
  options.slice_color = difference ? SliceColor::difference : slice_color_;
  options.layers = !difference;
  scene.set_options(options);
  scene.show_scenario(scenario);
  if (fold && fold != shown_[s]) {
    scene.show_fold({fold, &fold->result}, fold->geometry, fold->scenario.stack);
    shown_[s] = fold;
  } else if (!fold) {
    scene.clear_fold();
    scene.show_horizon(nullptr);
    shown_[s].reset();
  }
  const QString problem = folds_.problem(chosen(from));
  if (!difference)
    scene.set_note((!problem.isEmpty() ? problem
                    : stale            ? tr("Stale: the scenario has changed since")
                    : fold             ? QString()
                                       : tr("folding ..."))
                       .toStdString(),
                   problem.isEmpty() && !stale ? theme::quiet_text : theme::stale);
  if (side == 0 && shown_[0])
    slices_->show_grid(shown_[0]->scenario.grid, {scene.slice(0), scene.slice(1), scene.slice(2)});
  if (views_[s] != nullptr) views_[s]->update();
}

void ComparePane::refresh_difference() {
  if (mode_->currentIndex() != difference_of_times) return words_->clear();
  const auto a = fold_of(0), b = fold_of(1);
  StructureScene& scene = scenes_[1];
  if (compared_ != std::array{a, b}) {
    compared_ = {a, b};
    difference_.reset();
    worker_.stop();
    if (a && b)
      worker_.start(tr("Difference"),
                    [this, a, b, layers = matched_layers(chosen(0), chosen(1))](const Job& job) {
                      auto found = std::make_shared<const FoldDifference>(
                          compare_folds(volume_of(*a), volume_of(*b), layers, Job{nullptr, job.stop}));
                      worker_.hand_over([this, a, b, found] {
                        if (compared_ != std::array{a, b}) return;
                        difference_ = found;
                        refresh();
                      });
                    });
  }
  scene.set_difference(difference_);
  QString words = tr("folding ...");
  if (difference_ && difference_->compared == 0) {
    words = tr("the two boxes have no place in common");
  } else if (difference_) {
    words = tr("The stratigraphic distance differs by %1 m (root mean square), %2 m at most; %3 % of the "
               "rock is of another layer")
                .arg(short_words(difference_->rms), short_words(difference_->largest))
                .arg(100.0 * difference_->other_layer_share, 0, 'f', 1);
  }
  for (int side = 0; side < 2; ++side)
    if (const QString problem = folds_.problem(chosen(side)); !problem.isEmpty()) words = problem;
  words_->setText(words);
  scene.set_note({}, theme::quiet_text);
}

VtkView* ComparePane::view(int side) const {
  return views_[static_cast<std::size_t>(side)];
}

int ComparePane::side_of(const QObject* view) const {
  const auto at = std::ranges::find(views_, view);
  return view == nullptr || at == views_.end() ? -1 : static_cast<int>(at - views_.begin());
}

const FoldOutcome* ComparePane::shown(int side) const {
  // Behind another tab nothing is refreshed, but the edited scenario goes on.
  return variant(side) < 0 && now_ ? now_.get() : shown_[static_cast<std::size_t>(side)].get();
}

void ComparePane::show_cursor(const std::optional<Vec3>& map, const QObject* pointed) {
  for (std::size_t s = 0; s < 2; ++s) {
    std::optional<Vec3> local;
    if (map && views_[s] != pointed && shown_[s]) local = *map - scenes_[s].box().origin;
    if (scenes_[s].set_cursor(local) && views_[s] != nullptr && !views_[s]->visibleRegion().isEmpty())
      views_[s]->update_marks();
  }
}

void ComparePane::follow_camera(int side) {
  const auto pose = pose_of(scenes_[0].renderer()->GetActiveCamera());
  if (pose == pose_) return;
  pose_ = pose;
  views_[side == 0 ? 1 : 0]->update();
}

}  // namespace foldwave
