#include "ui/geology/geology_marks.hpp"

#include <QActionGroup>
#include <QIcon>
#include <QMenu>
#include <QSignalBlocker>
#include <cmath>

#include "core/geology/attitude.hpp"
#include "core/model/section.hpp"
#include "ui/widgets/menu_heading.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {

GeologyMarks::GeologyMarks(QWidget* parent) : QToolButton(parent) {
  setObjectName("geology marks");
  setText(tr("Geology"));
  setIcon(themed_icon("geology"));
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setToolTip(
      tr("What is measured in the fold and drawn over it: isogons, hinges, thickness, strike and dip"));
  setAccessibleName(tr("Geology drawn over the fold"));
  setPopupMode(QToolButton::InstantPopup);
  make_menu();
  connect(&measure_, &GeologyMeasure::measured, this, &GeologyMarks::take);
  connect(&measure_, &GeologyMeasure::failed, this, [this](const QString& why) {
    section_asked_ = false;
    emit message(why, true);
  });
}

void GeologyMarks::make_menu() {
  auto* const menu = new QMenu(tr("&Geology"), this);
  menu->setToolTipsVisible(true);
  const auto add = [&](const QString& words, const char* name, const QString& tip, bool& part) {
    QAction* const action = menu->addAction(words);
    action->setObjectName(name);
    action->setToolTip(tip);
    action->setCheckable(true);
    connect(action, &QAction::toggled, this, [this, &part](bool on) {
      part = on;
      measure();
    });
    return action;
  };
  add_heading(menu, tr("In the section"));
  section_parts_ = {
      {add(tr("Dip &isogons"), "mark isogons", tr("Places of equal dip on successive boundaries, joined"),
           wish_.section.isogons),
       &SectionWish::isogons},
      {add(tr("&Hinges and axial traces"), "mark hinges",
           tr("Where each boundary bends most, and the trace that joins them"), wish_.section.hinges),
       &SectionWish::hinges},
      {add(tr("&Characteristics"), "mark characteristics",
           tr("The ways that the front went, from the outermost boundaries to the horizon"),
           wish_.section.characteristics),
       &SectionWish::characteristics}};
  to_profile_ = menu->addAction(tr("Section along the &profile plane"), this, [this] {
    section_asked_ = true;
    measure();
  });
  to_profile_->setObjectName("section along the profile");
  to_profile_->setToolTip(
      tr("Turns the section's line square to the fold axis, through the middle of the box"));
  add_heading(menu, tr("In the 3D view"));
  parts_ = {{add(tr("Hinge &lines and axial surfaces"), "mark axial surfaces",
                 tr("Hinges followed along the fold axis, and through successive boundaries"), wish_.hinges),
             &MarksWish::hinges},
            {add(tr("Fold &axis"), "mark axis", tr("Of the horizon's normals, through the middle of the box"),
                 wish_.axis),
             &MarksWish::axis}};
  add_heading(menu, tr("On the map"));
  parts_.emplace_back(
      add(tr("&Strike and dip"), "mark attitudes",
          tr("Of the horizon, or of the top of the layer whose thickness is shown"), wish_.attitudes),
      &MarksWish::attitudes);
  layers_ = menu->addMenu(tr("&Thickness of a layer"));
  layers_->setObjectName("mark thickness");
  setMenu(menu);
}

// The outermost layers have no other boundary, and no thickness.
void GeologyMarks::fill_layers() {
  layers_->clear();
  delete layer_group_;
  layer_group_ = new QActionGroup(layers_);
  const auto& list = scenario_.stack.layers;
  const int last = static_cast<int>(list.size()) - 1;
  if (wish_.layer >= last) wish_.layer = -1;
  const auto add = [&](const QString& words, int layer) {
    QAction* const action = layers_->addAction(words);
    action->setCheckable(true);
    action->setChecked(layer == wish_.layer);
    action->setData(layer);
    layer_group_->addAction(action);
    connect(action, &QAction::triggered, this, [this, layer] {
      wish_.layer = layer;
      measure();
    });
  };
  add(tr("None: depth of the horizon"), -1);
  for (int m = 1; m < last; ++m)
    add(QString::fromStdString(list[static_cast<std::size_t>(m)].name), m);
  layers_->addSeparator();
  auto* const kinds = new QActionGroup(layer_group_);
  for (const Thickness kind : {Thickness::orthogonal, Thickness::vertical}) {
    QAction* const action =
        layers_->addAction(kind == Thickness::vertical ? tr("Vertical") : tr("Across the layer"));
    action->setObjectName(kind == Thickness::vertical ? "thickness vertical" : "thickness across");
    action->setCheckable(true);
    action->setChecked(wish_.thickness == kind);
    kinds->addAction(action);
    connect(action, &QAction::triggered, this, [this, kind] {
      wish_.thickness = kind;
      measure();
    });
  }
}

void GeologyMarks::set_wish(const MarksWish& wish) {
  wish_ = wish;
  for (const auto& [action, part] : parts_) {
    const QSignalBlocker quiet(action);
    action->setChecked(wish.*part);
  }
  for (const auto& [action, part] : section_parts_) {
    const QSignalBlocker quiet(action);
    action->setChecked(wish.section.*part);
  }
  fill_layers();
  measure();
}

void GeologyMarks::show_scenario(const Scenario& scenario) {
  const auto names = [](const Scenario& s) {
    std::vector<std::string> all;
    for (const Layer& layer : s.stack.layers)
      all.push_back(layer.name);
    return all;
  };
  const bool layers = layer_group_ == nullptr || names(scenario) != names(scenario_);
  const bool line = !(section_line(scenario) == section_line(scenario_));
  const int before = wish_.layer;
  if (layers && layer_group_ != nullptr && before >= 0) {
    const std::vector<std::string> former = names(scenario_), now = names(scenario);
    const auto old = static_cast<std::size_t>(before);
    const auto at = std::ranges::find(now, former[old]);
    // As many layers as before: it was given another name, if any.
    if (now.size() != former.size()) wish_.layer = at == now.end() ? -1 : static_cast<int>(at - now.begin());
  }
  scenario_ = scenario;
  to_profile_->setEnabled(!scenario.grid.is_section() && has_fold(scenario));
  if (layers) fill_layers();
  if ((line && wish_.section.any()) || wish_.layer != before) measure();
}

void GeologyMarks::show_fold(const std::shared_ptr<const FoldOutcome>& fold) {
  fold_ = fold && has_fold(fold->scenario) ? fold : nullptr;
  measure();
}

void GeologyMarks::set_stale(bool is_stale) {
  if (is_stale == stale_) return;
  stale_ = is_stale;
  emit stale(stale_);
}

void GeologyMarks::measure() {
  if (!fold_ || (!wish_.any() && !section_asked_)) {
    measure_.forget();
    section_asked_ = false;
    if (std::exchange(shown_, nullptr)) emit measured(nullptr);
    return;
  }
  const Vec3& origin = fold_->result.grid.origin;
  const GeologyWish wish{false, wish_, section_line(scenario_).shifted(-origin.x, -origin.y)};
  if (shown_ && shown_->fold == fold_ && shown_->wish == wish) {
    measure_.forget();
    return take(shown_);
  }
  if (shown_) emit stale(true);  // of another fold or line, until the new ones are there
  measure_.measure(fold_, wish);
}

void GeologyMarks::take(const std::shared_ptr<const MeasuredFold>& found) {
  if (found->fold != fold_ || !(found->wish.marks == wish_)) return;  // another one is on its way
  shown_ = found;
  if (wish_.any()) emit measured(found);
  emit stale(stale_);
  if (!std::exchange(section_asked_, false)) return;
  const double across = trend_plunge_of(found->marks.chosen.profile.axis).trend + 90.0;
  emit section_wished(line_along(scenario_.grid, std::fmod(across, 180.0)));
}

}  // namespace foldwave
