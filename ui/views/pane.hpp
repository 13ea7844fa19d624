// A view with its controls below it; where OpenGL is missing a placeholder says so instead.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace foldwave {

class Scene;
class VtkView;

class Pane : public QWidget {
  Q_OBJECT

 public:
  explicit Pane(QWidget* parent) : QWidget(parent) {}

  VtkView* view() const { return view_; }
  void set_note(const QString& note, bool stale);  // under the view's title
  bool is_in_front() const;                        // in sight, so that it is drawn when it changes

 protected:
  void build(Scene& scene, VtkView* view, const QString& why_no_view);
  QHBoxLayout* add_controls();
  void redraw();

 private:
  Scene* scene_of_view_ = nullptr;
  VtkView* view_ = nullptr;
  QVBoxLayout* layout_ = nullptr;
  QVBoxLayout* controls_ = nullptr;
};

}  // namespace foldwave
