#include "ui/canvas/rock_view.hpp"

#include <QMouseEvent>
#include <utility>

namespace foldwave {

RockView::RockView(Scene& scene, Find find, QWidget* parent)
    : VtkView(scene, parent), find_(std::move(find)) {
  setMouseTracking(true);
}

void RockView::mouseMoveEvent(QMouseEvent* event) {
  VtkView::mouseMoveEvent(event);
  if (event->buttons() != Qt::NoButton) return;
  const QPointF at = to_display(event->position());
  if (const auto place = find_(at.x(), at.y()))
    emit rock_pointed(*place);
  else
    emit rock_left();
}

void RockView::leaveEvent(QEvent* event) {
  emit rock_left();
  VtkView::leaveEvent(event);
}

}  // namespace foldwave
