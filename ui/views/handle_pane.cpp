#include "ui/views/handle_pane.hpp"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QToolButton>

#include "core/base/error.hpp"
#include "ui/panels/number_edit.hpp"
#include "ui/views/handle_view.hpp"

namespace foldwave {

HandlePane::HandlePane(QWidget* parent) : Pane(parent), tools_(new QButtonGroup(this)) {}

void HandlePane::connect_view(HandleView* view) {
  handle_view_ = view;
  connect(view, &HandleView::handle_moving, this, &HandlePane::handle_moving);
  connect(view, &HandleView::handle_moved, this, &HandlePane::handle_moved);
  connect(view, &HandleView::drag_given_up, this, &HandlePane::drag_given_up);
  connect(view, &HandleView::remove_wished, this, &HandlePane::remove_handle);
}

QToolButton* HandlePane::add_button(QHBoxLayout* line, const char* icon, const QString& name,
                                    const QString& tip) {
  auto* const button = new QToolButton(this);
  button->setObjectName(name);
  button->setIcon(QIcon(QString(":/icons/%1.svg").arg(icon)));
  button->setToolTip(tip);
  button->setAutoRaise(true);
  line->addWidget(button);
  return button;
}

QToolButton* HandlePane::add_tool(QHBoxLayout* line, const char* icon, const QString& name,
                                  const QString& tip) {
  QToolButton* const tool = add_button(line, icon, name, tip);
  tool->setCheckable(true);
  tool->setChecked(tools_->buttons().isEmpty());
  tools_->addButton(tool);
  return tool;
}

void HandlePane::add_snap(QHBoxLayout* line) {
  snap_ = add_button(line, "snap", "snap", tr("Snap to round coordinates"));
  snap_->setCheckable(true);
  step_ = new NumberEdit(this);
  step_->setObjectName("snap step");
  step_->setToolTip(tr("Step to snap to, in metres"));
  step_->set_value(10.0);
  step_->setFixedWidth(56);
  line->addWidget(step_);
  auto* const unit = new QLabel(tr("m"), this);
  unit->setProperty("role", "unit");
  line->addWidget(unit);
  connect(snap_, &QToolButton::toggled, this, &HandlePane::refresh_snap);
  connect(step_, &NumberEdit::edited, this, &HandlePane::refresh_snap);
}

void HandlePane::refresh_snap() {
  if (handle_view_ == nullptr) return;
  const double step = step_->value();
  if (!snap_->isChecked() || !(step > 0.0)) return handle_view_->set_snap({}, 0.0);
  handle_view_->set_snap(
      [this, step](const Vec3& local) {
        const Vec3& origin = scenario_.grid.origin;
        return snapped(local + origin, scenario_.grid, {SnapTo::metres, step}) - origin;
      },
      step);
}

// At once: the index is that of the handle which is seen, and nothing is fitted.
void HandlePane::remove_handle(int index) {
  Scenario next = scenario_;
  auto* const points =
      next.events.empty() ? nullptr : std::get_if<PointsHorizon>(&next.events.front().horizon);
  if (points == nullptr) return emit message(tr("Only control points can be removed"), true);
  try {
    *points = remove_point(*points, next.grid, static_cast<std::size_t>(index)).horizon;
  } catch (const Error& error) {
    return emit message(QString::fromUtf8(error.what()), true);
  }
  emit edited(next, {});
}

}  // namespace foldwave
