#include "ui/views/gather_view.hpp"

#include <QMouseEvent>

namespace foldwave {

GatherView::GatherView(GatherScene& scene, QWidget* parent) : VtkView(scene, parent), gather_(scene) {
  setMouseTracking(true);
}

void GatherView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  emit read(QString::fromStdString(gather_.read_out(at.x(), at.y())));
  VtkView::mouseMoveEvent(event);
}

}  // namespace foldwave
