// A VTK scene inside Qt 6: a QOpenGLWidget that owns a vtkGenericOpenGLRenderWindow. VTK draws only in
// paintGL; everything else asks for an update. The pointer turns (left), moves (right or middle) and zooms
// (wheel) the camera.
#pragma once

#include <vtkSmartPointer.h>
#include <QOpenGLWidget>
#include <QPointF>
#include <QTimer>

#include "ui/scene/scene.hpp"

class vtkGenericOpenGLRenderWindow;
class vtkCallbackCommand;

namespace foldwave {

class VtkView : public QOpenGLWidget {
  Q_OBJECT

 public:
  VtkView(Scene& scene, QWidget* parent = nullptr);  // the scene must outlive the view
  ~VtkView() override;

  void update_soon();  // with the next frame, or by itself when none comes

 signals:
  void drawn();  // after each new picture

 protected:
  void initializeGL() override;
  void paintGL() override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

  QPointF to_display(const QPointF& widget) const;
  Scene& scene() { return scene_; }

 private:
  void release_graphics();
  bool another_was_drawn();
  void show_picture();  // the one that was drawn last

  Scene& scene_;
  vtkSmartPointer<vtkGenericOpenGLRenderWindow> window_;
  vtkSmartPointer<vtkCallbackCommand> make_current_, is_current_;
  QMetaObject::Connection context_gone_;
  FrameSize picture_;  // what the last picture measures
  QTimer soon_;
  QPointF last_;
  bool dragging_ = false;
};

}  // namespace foldwave
