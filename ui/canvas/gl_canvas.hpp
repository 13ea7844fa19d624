// What a view draws with where there is a graphics card: a QOpenGLWidget that fills the view and owns a
// vtkGenericOpenGLRenderWindow. VTK draws only in paintGL.
#pragma once

#include <vtkSmartPointer.h>
#include <QOpenGLWidget>

#include "ui/scene/stage/scene.hpp"

class vtkGenericOpenGLRenderWindow;
class vtkCallbackCommand;

namespace foldwave {

class VtkView;

class GlCanvas : public QOpenGLWidget {
  Q_OBJECT

 public:
  explicit GlCanvas(VtkView& view);
  ~GlCanvas() override;

  vtkGenericOpenGLRenderWindow* window() const;

 protected:
  void initializeGL() override;
  void paintGL() override;

 private:
  void release_graphics();
  void show_picture();  // the one that was drawn last

  VtkView& view_;
  vtkSmartPointer<vtkGenericOpenGLRenderWindow> window_;
  vtkSmartPointer<vtkCallbackCommand> make_current_, is_current_;
  QMetaObject::Connection context_gone_;
  FrameSize picture_;  // what the last picture measures
};

}  // namespace foldwave
