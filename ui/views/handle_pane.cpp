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
  connect(view, &HandleView::remove_wished, this, [this](int index) {
    const auto next = with_points([&](const PointsHorizon& points) {
      return remove_point(points, scenario_.grid, static_cast<std::size_t>(index));
    });
    if (next) emit edited(*next, {});
  });
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

std::optional<Scenario> HandlePane::with_points(const Edit& edit, bool quietly) {
  const auto tell = [&](const QString& words, bool is_error) {
    if (!quietly) emit message(words, is_error);
  };
  if (scenario_.events.empty()) return std::nullopt;
  Scenario next = scenario_;
  auto* const points = std::get_if<PointsHorizon>(&next.events.front().horizon);
  if (points == nullptr) {
    tell(tr("Only a horizon of control points can be edited like this: choose that kind first"), true);
    return std::nullopt;
  }
  try {
    PointsEdit after = edit(*points);
    if (!after.message.empty()) tell(QString::fromStdString(after.message), false);
    *points = std::move(after.horizon);
  } catch (const Error& error) {
    tell(QString::fromUtf8(error.what()), true);
    return std::nullopt;
  }
  return next;
}

}  // namespace foldwave
