// A VTK scene inside Qt 6. With a graphics card it draws in a QOpenGLWidget (gl_canvas.hpp). Without one it
// draws off screen and paints the picture as any plain widget does: then the window holds no OpenGL at all,
// and a frame costs no more than its own rectangle, where Qt otherwise composes the whole window in software.
//
// VTK draws only when the view is painted; everything else asks for an update. The pointer turns (left),
// moves (right or middle) and zooms (wheel) the camera.
#pragma once

#include <QImage>
#include <QPointF>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>

#include "ui/scene/stage/scene.hpp"
#include "ui/scene/wave/quick_slices.hpp"

class vtkGenericOpenGLRenderWindow;

namespace foldwave {

class GlCanvas;
class SurfacelessWindow;

class VtkView : public QWidget {
  Q_OBJECT

 public:
  VtkView(Scene& scene, QWidget* parent = nullptr);  // the scene must outlive the view
  ~VtkView() override;

  void update();
  void update_quickly();  // nothing is new but texts and what the scene's quick slices show
  void update_marks();    // nothing is new but the scene's marks
  void update_soon();     // with the next frame, or by itself when none comes
  QImage grabFramebuffer();
  // The scene at another size and on another ground, if one is given, without what lies over it, which comes
  // beside it. The view itself is drawn anew after that.
  struct Still {
    QImage scene;
    Overlay::Content over;
  };
  Still still(const FrameSize& frame, const std::optional<Rgb>& ground);
  void look_from(LookFrom from);
  void set_parallel(bool parallel);
  void zoom_to(const Vec3& low, const Vec3& high);  // Scene::zoom_to
  bool shows_space() const;                         // which can be looked at from all sides
  // The last picture was this thread's work alone: no renderer's threads had a part in it.
  bool drawn_alone() const { return drawn_alone_; }

 signals:
  void drawn();                            // after each new picture
  void menu_wished(const QPoint& global);  // a right click that moved nothing, or the menu key
  void control_pressed();                  // of the scene: its options may be others

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  virtual void choose_at(const QPointF&) {}  // what a menu at this place is about

  QPointF to_display(const QPointF& widget) const;
  Scene& scene() { return scene_; }

 private:
  friend class GlCanvas;
  bool another_was_drawn();
  bool try_again();                       // soon, as another thread draws; false
  bool draw_scene(bool at_once = false);  // into the window, unless it is another view's turn: whether it did
  void draw_into(const FrameSize& frame, const std::function<void()>& render);
  bool work_controls(QEvent* event);  // whether it was theirs
  void was_drawn();
  FrameSize frame_size() const;
  bool draw_picture(bool at_once = false);  // off screen
  void draw_quickly(const FrameSize& frame);
  QImage marked_picture();  // what was drawn off screen last, with the marks of now

  Scene& scene_;
  std::unique_ptr<SurfacelessWindow> off_screen_;  // null: the canvas draws
  GlCanvas* canvas_ = nullptr;
  vtkGenericOpenGLRenderWindow* window_ = nullptr;  // of either
  QImage picture_;                                  // drawn off screen last
  QuickSlices quick_;
  bool whole_ = true;                     // the next picture is to be drawn whole
  bool due_ = true, only_marks_ = false;  // a picture is; nothing but the marks is new
  bool drawn_alone_ = false;
  QTimer soon_;
  QPointF pressed_, last_;
  bool dragging_ = false;
  bool on_control_ = false;
};

}  // namespace foldwave
