#include "ui/window/linked_colors.hpp"

#include <QAction>
#include <QMenu>

#include "ui/settings/kept_switches.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/rock_color_choice.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace foldwave {

LinkedColors::LinkedColors(QMenu* view, const Panes& panes, const Results& results) : QObject(view) {
  link_ = view->addAction(tr("Lin&k colours"));
  link_->setCheckable(true);
  link_->setChecked(true);
  link_->setToolTip(
      tr("One choice of colours for velocity and stratigraphic distance in all views; else a choice stays in "
         "its view"));
  keep_switch(link_, "colours/linked");
  for (std::size_t v = 0; v < choices_.size(); ++v) {
    choices_[v] = new RockColorChoice(view->parentWidget()->window());
    connect(choices_[v], &RockColorChoice::changed, this, [this, v] { follow(v); });
  }
  panes.structure->follow_colors(*choices_[0]);
  panes.section->follow_colors(*choices_[1]);
  panes.wave->follow_colors(*choices_[2]);
  panes.compare->follow_colors(*choices_[3]);
  connect(link_, &QAction::toggled, this, [this, compare = panes.compare](bool on) {
    follow(0);
    compare->share_ranges(on);
  });
  connect(&results, &Results::fold_changed, this, [this, &results] {
    const auto fold = results.fold();
    if (!fold) return;
    for (RockColorChoice* const choice : choices_)
      choice->set_own_ranges(velocity_range(fold->result, fold->scenario.stack),
                             {fold->geometry.lowest, fold->geometry.highest});
  });
}

void LinkedColors::follow(std::size_t chosen) {
  if (!link_->isChecked()) return;
  for (RockColorChoice* const other : choices_)
    other->set_colors(choices_[chosen]->colors());
}

std::array<RockColors, color_views> LinkedColors::colors() const {
  std::array<RockColors, color_views> all{};
  for (std::size_t v = 0; v < choices_.size(); ++v)
    all[v] = choices_[v]->colors();
  return all;
}

void LinkedColors::set_colors(const std::array<RockColors, color_views>& colors) {
  // Linked, one choice is that of all.
  for (std::size_t v = 0; v < (link_->isChecked() ? 1 : choices_.size()); ++v)
    choices_[v]->set_colors(colors[v]);
}

}  // namespace foldwave
