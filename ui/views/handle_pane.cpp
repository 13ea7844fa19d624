#include "ui/views/handle_pane.hpp"

#include <QActionGroup>
#include <QHBoxLayout>

#include "core/base/error.hpp"
#include "ui/canvas/handle_view.hpp"

namespace foldwave {

HandlePane::HandlePane(QWidget* parent) : Pane(parent), tools_(new QActionGroup(this)) {}

void HandlePane::connect_view(HandleView* view) {
  handle_view_ = view;
  connect(view, &HandleView::handle_moving, this, &HandlePane::handle_moving);
  connect(view, &HandleView::handle_moved, this, &HandlePane::handle_moved);
  connect(view, &HandleView::drag_given_up, this, &HandlePane::drag_given_up);
  connect(view, &HandleView::rock_pointed, this, &HandlePane::rock_pointed);
  connect(view, &HandleView::rock_left, this, &HandlePane::rock_left);
  connect(view, &HandleView::remove_wished, this, &HandlePane::remove_handle);
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

void HandlePane::show_edited(const Edited& edited) {
  const auto& [scenario, event] = edited;
  const bool same = scenario.grid == scenario_.grid && scenario.events == scenario_.events && event == event_;
  if (handle_view_ != nullptr) {
    if (!same) handle_view_->drop();
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

bool HandlePane::is_dragging() const {
  return handle_view_ != nullptr && handle_view_->is_dragging();
}

std::optional<Vec3> HandlePane::chosen_place() const {
  return handle_view_ != nullptr ? handle_view_->chosen_place() : std::nullopt;
}

// At once: the index is that of the handle which is seen, and nothing is fitted.
void HandlePane::remove_handle(int index) {
  Scenario next = scenario_;
  auto* const points =
      event_ < next.events.size() ? std::get_if<PointsHorizon>(&next.events[event_].horizon) : nullptr;
  if (points == nullptr) return emit message(tr("Only control points can be removed"), true);
  try {
    *points = remove_point(*points, next.grid, static_cast<std::size_t>(index)).horizon;
  } catch (const Error& error) {
    return emit message(QString::fromUtf8(error.what()), true);
  }
  emit edited(next, {});
}

}  // namespace foldwave
