// What the tests in real windows share: a shown window with a scenario that is opened and folded, its widgets
// by their names, and the pointer and keys as a person uses them.
#pragma once

#include <QApplication>
#include <QImage>
#include <QPoint>
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <memory>

#include "core/model/scenario.hpp"
#include "ui/settings/theme.hpp"
#include "ui/window/main_window.hpp"

class QLineEdit;

namespace foldwave {

class VtkView;

constexpr int patience = 60000;  // ms: the machine may be busy

// An example of resources/scenarios with n nodes a side over the same box, and no wave.
Scenario example_on(int n, const char* name = "antiform");
// The same with a wave of so many seconds that few nodes can carry, kept every `snapshot_steps` (0: never).
Scenario shot_on(int n, double duration, int snapshot_steps = 0);

class ShownWindow {
 public:
  ShownWindow();
  ~ShownWindow();
  MainWindow* operator->() const { return window_.get(); }
  MainWindow& operator*() const { return *window_; }

  bool open(const Scenario& scenario, const QString& file = "example.json");  // and wait for its fold
  bool settled();  // no job, and the fold is of now
  void raise(const char* dock);
  template <class T>
  T* child(const QString& name) const {
    T* const found = window_->findChild<T*>(name);
    if (found == nullptr) qFatal("the window has no %s", qPrintable(name));
    return found;
  }
  void press_tool(const char* name) const;
  void type(const QString& field, const QString& text) const;  // and Return
  QString path(const QString& file) const { return folder_.filePath(file); }

 private:
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
};

// A place of the scene's display (device pixels from below) as one of the widget.
QPoint widget_place(const VtkView& view, const std::array<double, 2>& display);
void move_pointer(QWidget* view, const QPoint& to, Qt::KeyboardModifiers keys = {},
                  Qt::MouseButton button = Qt::LeftButton);
// Pressed at one place, moved in `steps` and released at another.
void drag_pointer(QWidget* view, const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys = {},
                  int steps = 4);
// What the view shows now: another view that was drawn in the same event would have put it off.
QImage drawn_picture(VtkView& view);
// With FOLDWAVE_PICTURES=folder: keeps a picture there to be looked at.
void keep_picture(QWidget& widget, const QString& name);

// Before the application: the OpenGL that its views draw with.
void use_core_profile();

template <class Test>
int run_in_windows(int argc, char** argv) {
  use_core_profile();
  QApplication application(argc, argv);
  set_theme(application);
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace foldwave
