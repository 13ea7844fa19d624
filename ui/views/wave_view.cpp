#include "ui/views/wave_view.hpp"

#include <QMouseEvent>

namespace foldwave {

WaveView::WaveView(WaveScene& scene, QWidget* parent) : VtkView(scene, parent), wave_(scene) {
  setMouseTracking(true);
}

void WaveView::mouseMoveEvent(QMouseEvent* event) {
  VtkView::mouseMoveEvent(event);
  if (event->buttons() != Qt::NoButton) return;
  const QPointF at = to_display(event->position());
  if (const auto place = wave_.rock_at(at.x(), at.y()))
    emit rock_pointed(*place);
  else
    emit rock_left();
}

void WaveView::leaveEvent(QEvent* event) {
  emit rock_left();
  VtkView::leaveEvent(event);
}

}  // namespace foldwave
