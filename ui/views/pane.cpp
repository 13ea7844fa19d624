#include "ui/views/pane.hpp"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/commands/kept_switches.hpp"
#include "ui/icons/themed_icon.hpp"
#include "ui/scene/scene.hpp"
#include "ui/views/vtk_view.hpp"

namespace foldwave {

Pane::Pane(QWidget* parent) : QWidget(parent), commands_(new QMenu(this)) {
  commands_->setToolTipsVisible(true);
}

void Pane::build(Scene& scene, VtkView* view, const QString& why_no_view) {
  scene_of_view_ = &scene;
  layout_ = new QVBoxLayout(this);
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(0);
  view_ = view;
  if (view_ != nullptr) {
    layout_->addWidget(view_, 1);
  } else {
    auto* const words =
        new QLabel(tr("This view needs OpenGL.\n%1\nEverything else works.").arg(why_no_view), this);
    words->setProperty("role", "placeholder");
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    layout_->addWidget(words, 1);
  }
  auto* const strip = new QWidget(this);
  strip->setProperty("role", "strip");
  strip->setAttribute(Qt::WA_StyledBackground);
  controls_ = new QVBoxLayout(strip);
  controls_->setContentsMargins(10, 5, 10, 5);
  controls_->setSpacing(4);
  layout_->addWidget(strip);
}

QHBoxLayout* Pane::add_controls() {
  auto* const line = new QHBoxLayout;
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  controls_->addLayout(line);
  return line;
}

QAction* Pane::add_command(const QString& text, const char* icon, const QString& tip) {
  QAction* const command = commands_->addAction(text);
  if (icon != nullptr) command->setIcon(themed_icon(icon));
  command->setToolTip(tip);
  return command;
}

QToolButton* Pane::add_button(QHBoxLayout* line, QAction* command, const QString& name) {
  auto* const button = new QToolButton(this);
  button->setObjectName(name);
  button->setDefaultAction(command);
  if (command->menu() != nullptr) button->setPopupMode(QToolButton::InstantPopup);
  button->setAutoRaise(true);
  line->addWidget(button);
  return button;
}

QMenu* Pane::add_choices(QHBoxLayout* line, const QString& title, const QString& tip, const QString& name) {
  QMenu* const menu = commands_->addMenu(title);
  menu->setToolTipsVisible(true);
  menu->menuAction()->setToolTip(tip);
  add_button(line, menu->menuAction(), name)->setAccessibleName(tip);
  return menu;
}

QAction* Pane::add_choice(QMenu* menu, const QString& text, const QString& in_short,
                          const std::function<void()>& how, bool chosen) {
  auto* group = menu->findChild<QActionGroup*>();
  if (group == nullptr) group = new QActionGroup(menu);
  QAction* const action = menu->addAction(text);
  action->setCheckable(true);
  group->addAction(action);
  connect(action, &QAction::toggled, this, [menu, in_short, how](bool on) {
    if (!on) return;
    menu->menuAction()->setIconText(in_short);
    how();
  });
  action->setChecked(chosen);
  return action;
}

QAction* Pane::add_switch(QMenu* menu, const QString& text, const QString& tip, const QString& key, bool on,
                          const std::function<void(bool)>& how) {
  QAction* const action = menu->addAction(text);
  action->setCheckable(true);
  action->setChecked(on);
  action->setToolTip(tip);
  keep_switch(action, key);
  connect(action, &QAction::toggled, this, how);
  return action;
}

void Pane::add_fit(QHBoxLayout* line, const QString& name, const QString& tip) {
  QAction* const fit = add_command(tr("Show a&ll"), "fit", tip);
  connect(fit, &QAction::triggered, this, [this] {
    scene_of_view_->reset_camera();
    redraw();
  });
  add_button(line, fit, name);
}

void Pane::set_note(const QString& note, bool stale) {
  if (scene_of_view_->set_note(note.toStdString(), stale ? theme::stale : theme::quiet_text))
    redraw_quickly();
}

void Pane::show_cursor(const std::optional<Vec3>& local) {
  if (scene_of_view_->set_cursor(local) && is_in_front()) view_->update_marks();
}

// Behind another tab a widget counts as visible and would be drawn; it is when it comes to the front.
bool Pane::is_in_front() const {
  return view_ != nullptr && !view_->visibleRegion().isEmpty();
}

void Pane::redraw_quickly() {
  if (is_in_front()) view_->update_quickly();
}

void Pane::redraw() {
  if (is_in_front()) view_->update();
}

}  // namespace foldwave
