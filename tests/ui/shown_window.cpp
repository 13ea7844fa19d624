#include "tests/ui/shown_window.hpp"

#include <QDockWidget>
#include <QEvent>
#include <QLineEdit>
#include <QPoint>
#include <QSignalSpy>
#include <QSurfaceFormat>
#include <QToolButton>
#include <cmath>

#include "core/engine/backend.hpp"
#include "core/model/scenario_json.hpp"
#include "ui/canvas/vtk_view.hpp"

namespace foldwave {

Scenario example_on(int n, const char* name) {
  Scenario s = load_scenario(std::string(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + name + ".json");
  const Vec3 e = s.grid.extent();
  const bool section = s.grid.is_section();
  s.grid.n = {n, section ? 1 : n, n};
  s.grid.h = {e.x / (n - 1), section ? s.grid.h[1] : e.y / (n - 1), e.z / (n - 1)};
  s.propagation.enabled = false;
  return s;
}

Scenario shot_on(int n, double duration, int snapshot_steps) {
  Scenario s = example_on(n);
  s.survey.wavelet.frequency = 4.0;
  s.propagation.enabled = true;
  s.propagation.dt = 0.0;
  s.propagation.duration = duration;
  s.propagation.pad_cells = 8;
  s.outputs.snapshot_steps = snapshot_steps;
  s.outputs.snapshot_interval = 0.0;
  return s;
}

void use_core_profile() {
  QSurfaceFormat format;
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  QSurfaceFormat::setDefaultFormat(format);
}

ShownWindow::ShownWindow() : window_(std::make_unique<MainWindow>(cpu_backend())) {
  window_->resize(1280, 760);
  window_->show();
  if (!QTest::qWaitForWindowExposed(window_.get())) qFatal("the window is not shown");
}

ShownWindow::~ShownWindow() = default;

bool ShownWindow::open(const Scenario& scenario, const QString& file) {
  save_scenario(scenario, path(file).toStdString());
  return window_->files().open(path(file)) && settled();
}

bool ShownWindow::settled() {
  return QTest::qWaitFor(
      [this] {
        const Results& results = window_->results();
        return results.fold() && !window_->runs().busy() && !results.fold_is_stale();
      },
      patience);
}

void ShownWindow::raise(const char* dock) {
  child<QDockWidget>(dock)->raise();
}

void ShownWindow::press_tool(const char* name) const {
  child<QToolButton>(name)->click();
}

void ShownWindow::type(const QString& field, const QString& text) const {
  auto* const edit = child<QLineEdit>(field);
  edit->setText(text);
  QTest::keyClick(edit, Qt::Key_Return);
}

QPoint widget_place(const VtkView& view, const std::array<double, 2>& display) {
  const double ratio = view.devicePixelRatioF();
  return {static_cast<int>(std::lround(display[0] / ratio)),
          view.height() - 1 - static_cast<int>(std::lround(display[1] / ratio))};
}

void move_pointer(QWidget* view, const QPoint& to, Qt::KeyboardModifiers keys, Qt::MouseButton button) {
  QMouseEvent event(QEvent::MouseMove, to, view->mapToGlobal(to), Qt::NoButton, button, keys);
  QApplication::sendEvent(view, &event);
}

void drag_pointer(QWidget* view, const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys,
                  int steps) {
  QTest::mousePress(view, Qt::LeftButton, keys, from);
  for (int i = 1; i <= steps; ++i)
    move_pointer(view, from + i * (to - from) / steps, keys);
  QTest::mouseRelease(view, Qt::LeftButton, keys, to);
}

QImage drawn_picture(VtkView& view) {
  QSignalSpy drawn(&view, &VtkView::drawn);
  view.update();
  for (int tries = 0; drawn.isEmpty() && tries < 50; ++tries)
    drawn.wait(100);
  return view.grabFramebuffer();
}

void keep_picture(QWidget& widget, const QString& name) {
  const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES");
  if (folder.isEmpty()) return;
  QTest::qWait(400);
  widget.grab().save(folder + "/" + name + ".png");
}

}  // namespace foldwave
