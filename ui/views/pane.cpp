#include "ui/views/pane.hpp"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/canvas/opengl_check.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/scene/stage/scene.hpp"
#include "ui/settings/kept_switches.hpp"
#include "ui/views/view_menu.hpp"
#include "ui/widgets/control_line.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {
namespace {

constexpr int least_view = 220;  // height that a view wants before all controls stand below it

QHBoxLayout* new_line(QVBoxLayout* rows) {
  auto* const line = new ControlLine;
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  rows->addLayout(line);
  return line;
}

}  // namespace

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
    offer_menu(*view_, *commands_);
  } else {
    auto* const words = new QLabel(no_opengl_words(why_no_view), this);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words->setProperty("role", "placeholder");
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    layout_->addWidget(words, 1);
  }
  auto* const strip = new QWidget(this);
  strip->setProperty("role", "strip");
  strip->setAttribute(Qt::WA_StyledBackground);
  strip_line_ = new QHBoxLayout(strip);
  strip_line_->setContentsMargins(10, 5, 10, 5);
  strip_line_->setSpacing(4);
  strip_ = new QVBoxLayout;
  strip_->setSpacing(4);
  strip_line_->addLayout(strip_, 1);
  controls_ = new QVBoxLayout;
  controls_->setSpacing(4);
  strip_->addLayout(controls_);
  layout_->addWidget(strip);
}

QHBoxLayout* Pane::add_controls() {
  return new_line(controls_);
}

QHBoxLayout* Pane::add_more_controls() {
  if (more_ == nullptr) make_more();
  return new_line(static_cast<QVBoxLayout*>(more_->layout()));
}

void Pane::make_more() {
  more_ = new QWidget(this);
  auto* const rows = new QVBoxLayout(more_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  strip_->addWidget(more_);
  show_more_ = add_command(tr("More co&ntrols"), nullptr,
                           tr("Shows the controls that stand aside where the view is low"));
  show_more_->setCheckable(true);
  show_more_->setChecked(true);
  auto* const button = new QToolButton(this);
  button->setObjectName("more controls");
  button->setAutoRaise(true);
  button->setToolTip(show_more_->toolTip());
  button->setAccessibleName(tr("More controls"));
  button->setProperty("role", "fold");
  button->setFixedWidth(20);
  strip_line_->addWidget(button, 0, Qt::AlignTop);
  connect(button, &QToolButton::clicked, show_more_, &QAction::toggle);
  const auto follow = [this, button](bool on) {
    more_->setVisible(on);
    button->setArrowType(on ? Qt::DownArrow : Qt::UpArrow);
  };
  connect(show_more_, &QAction::toggled, this, follow);
  follow(true);
}

void Pane::show_more_controls() {
  if (show_more_ != nullptr) show_more_->setChecked(true);
}

QSize Pane::minimumSizeHint() const {
  const QSize all = QWidget::minimumSizeHint();
  const bool without = more_ != nullptr && !more_->isHidden();
  return without ? all - QSize(0, more_->minimumSizeHint().height() + strip_->spacing()) : all;
}

// Chosen by hand it stays until the view becomes low or high again.
void Pane::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (more_ == nullptr) return;
  const int inside = width() - 60;
  const int all = controls_->totalHeightForWidth(inside) + more_->heightForWidth(inside);
  const bool is_high = height() - all >= least_view;
  if (is_high_ == is_high) return;
  is_high_ = is_high;
  show_more_->setChecked(is_high);
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
  connect(action, &QAction::toggled, menu, [menu, in_short, how](bool on) {
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
