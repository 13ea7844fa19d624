#include "ui/views/handle_pane.hpp"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <tuple>

#include "core/base/error.hpp"
#include "ui/canvas/handle_view.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

HandlePane::HandlePane(QWidget* parent) : Pane(parent), tools_(new QActionGroup(this)) {}

void HandlePane::connect_view(HandleView* view) {
  handle_view_ = view;
  connect(view, &HandleView::handles_moving, this, &HandlePane::handles_moving);
  connect(view, &HandleView::handles_moved, this, &HandlePane::handles_moved);
  connect(view, &HandleView::chosen, this, &HandlePane::chosen);
  connect(view, &HandleView::measured, this, [this](const QString& words) { emit message(words, false); });
  connect(view, &HandleView::drag_given_up, this, &HandlePane::drag_given_up);
  connect(view, &HandleView::rock_pointed, this, &HandlePane::rock_pointed);
  connect(view, &HandleView::rock_left, this, &HandlePane::rock_left);
  connect(view, &HandleView::remove_wished, this, &HandlePane::remove_handles);
  connect(view, &HandleView::add_wished, this, [this](double x, double y) {
    emit edit_wished({[x = x + scenario_.grid.origin.x, y = y + scenario_.grid.origin.y](
                          const PointsHorizon& points, const Grid3& grid, const Job& job) {
                        return add_point(points, grid, x, y, {}, job);
                      },
                      {}});
  });
}

QAction* HandlePane::add_tool(QHBoxLayout* line, const char* icon, const QString& name, const QString& text,
                              const QString& tip) {
  QAction* const tool = add_command(text, icon, tip);
  tool->setCheckable(true);
  tool->setChecked(tools_->actions().isEmpty());
  tools_->addAction(tool);
  add_button(line, tool, name);
  return tool;
}

void HandlePane::add_measuring(QHBoxLayout* line, const QString& name, bool with_thickness) {
  QMenu* const menu = add_choices(
      line, tr("M&easure"), tr("Distances, angles and thicknesses: Ctrl+C copies, Escape clears"), name);
  const std::tuple<Measuring, QString, QString> kinds[] = {
      {Measuring::distance, tr("&Distance"),
       tr("Click on two places: how far apart they are, and which way")},
      {Measuring::angle, tr("An&gle"), tr("Click on three places: the angle at the second")},
      {Measuring::thickness, tr("True &thickness"),
       tr("Click on a layer: its thickness there, across the bedding")}};
  for (const auto& [what, text, tip] : kinds) {
    if (what == Measuring::thickness && !with_thickness) continue;
    QAction* const tool = menu->addAction(text);
    tool->setToolTip(tip);
    tool->setCheckable(true);
    tools_->addAction(tool);
    connect(tool, &QAction::toggled, this, [this, what = what](bool on) {
      if (handle_view_ != nullptr) handle_view_->set_measuring(on ? what : Measuring::nothing);
    });
  }
  menu->addSeparator();
  const auto add = [&](QMenu* into, const QString& text, const QString& tip, void (HandleView::*how)()) {
    QAction* const action = into->addAction(text);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, [this, how] {
      if (handle_view_ != nullptr) (handle_view_->*how)();
    });
  };
  add(menu, tr("&Copy what was measured"), tr("Its words, into the clipboard (Ctrl+C in the view)"),
      &HandleView::copy_measured);
  add(menu, tr("C&lear what was measured"), tr("Escape in the view"), &HandleView::clear_measured);
  add(commands(), tr("C&hoose all points"), tr("Ctrl+A in the view"), &HandleView::choose_all);
  add(commands(), tr("&Remove what is chosen"), tr("Control points and sources (Delete)"),
      &HandleView::remove_chosen);
}

void HandlePane::show_chosen(const std::vector<int>& handles) {
  if (handle_view_ != nullptr && !is_dragging()) handle_view_->choose(handles);
}

void HandlePane::show_edited(const Edited& edited) {
  const auto& [scenario, event] = edited;
  const bool same = scenario.grid == scenario_.grid && scenario.events == scenario_.events && event == event_;
  if (handle_view_ != nullptr) {
    if (!same) handle_view_->drop();
    if (!(scenario.grid == scenario_.grid)) handle_view_->clear_measured();  // local places lie elsewhere
    handle_view_->set_grid(scenario.grid);
  }
  show_in_scene(scenario, event);
  scenario_ = scenario;
  event_ = event;
  if (handle_view_ != nullptr) handle_view_->put_back();
  redraw();
}

void HandlePane::set_snap(const Snap& snap) {
  if (handle_view_ != nullptr) handle_view_->set_snap(snap);
}

void HandlePane::show_rock(const std::shared_ptr<const void>& rock) {
  if (handle_view_ != nullptr) handle_view_->show_rock(rock);
}

bool HandlePane::is_dragging() const {
  return handle_view_ != nullptr && handle_view_->is_dragging();
}

std::optional<Vec3> HandlePane::chosen_place() const {
  return handle_view_ != nullptr ? handle_view_->chosen_place() : std::nullopt;
}

// At once: the indices are those of the handles which are seen, and nothing is fitted.
void HandlePane::remove_handles(const std::vector<int>& handles) {
  if (handles.empty()) return emit message(tr("Choose a point or several first"), true);
  try {
    const Scenario next = with_handles_removed(scenario_, event_, handles);
    show_chosen({});
    emit chosen({});
    emit edited(next, {});
  } catch (const Error& error) {
    emit message(said(error.what()), true);
  }
}

}  // namespace foldwave
