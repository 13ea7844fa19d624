// A view with its controls below it; where OpenGL is missing a placeholder says so instead.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace foldwave {

class VtkView;

class Pane : public QWidget {
  Q_OBJECT

 public:
  explicit Pane(QWidget* parent) : QWidget(parent) {}

  VtkView* view() const { return view_; }

 protected:
  void build(VtkView* view, const QString& why_no_view);
  QHBoxLayout* add_controls();
  void redraw();

 private:
  VtkView* view_ = nullptr;
  QVBoxLayout* layout_ = nullptr;
  QVBoxLayout* controls_ = nullptr;
};

}  // namespace foldwave
