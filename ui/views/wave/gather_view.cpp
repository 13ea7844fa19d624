#include "ui/views/wave/gather_view.hpp"

#include <QApplication>
#include <QMouseEvent>

namespace foldwave {

GatherView::GatherView(GatherScene& scene, QWidget* parent) : VtkView(scene, parent), gather_(scene) {
  setMouseTracking(true);
}

void GatherView::mousePressEvent(QMouseEvent* event) {
  pressed_ = event->position();
  VtkView::mousePressEvent(event);
}

void GatherView::mouseReleaseEvent(QMouseEvent* event) {
  const QPointF moved = event->position() - pressed_;
  const QPointF at = to_display(event->position());
  const int trace = gather_.trace_at(at.x(), at.y());
  if (event->button() == Qt::LeftButton && trace >= 0 &&
      moved.manhattanLength() < QApplication::startDragDistance())
    emit chosen(trace);
  VtkView::mouseReleaseEvent(event);
}

void GatherView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  emit read(QString::fromStdString(gather_.read_out(at.x(), at.y())));
  VtkView::mouseMoveEvent(event);
}

}  // namespace foldwave
