#include "app/foldwave/self_test.hpp"

#include <QAction>
#include <QApplication>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPushButton>
#include <cstdio>
#include <utility>

#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/dialogs/export_dialog.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {
namespace {

constexpr int nodes = 64, moves = 25, move_every = 40, longest = 120000;  // the last two in ms
constexpr double wave_seconds = 0.5;

void tell(const char* what, double seconds, const QString& more = {}) {
  std::printf("%-8s %7.2f s%s%s\n", what, seconds, more.isEmpty() ? "" : "   ", qPrintable(more));
  std::fflush(stdout);
}

double seconds_of(const QElapsedTimer& timer) {
  return static_cast<double>(timer.elapsed()) / 1e3;
}

void send_mouse(QWidget* to, QEvent::Type type, const QPointF& at) {
  const bool move = type == QEvent::MouseMove, press = type == QEvent::MouseButtonPress;
  QMouseEvent event(type, at, to->mapToGlobal(at), move ? Qt::NoButton : Qt::LeftButton,
                    move || press ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
  QApplication::sendEvent(to, &event);
}

}  // namespace

SelfTest::SelfTest(MainWindow& window, const QString& example, const QElapsedTimer& since_start)
    : QObject(&window), window_(window), example_(example), since_start_(since_start) {
  patience_.setSingleShot(true);
  connect(&patience_, &QTimer::timeout, this, [this] { fail("it did not come to an end in two minutes"); });
  patience_.start(longest);
  connect(&window.runs(), &Runs::finished, this,
          [this](const QString& name, Outcome outcome, const QString& why) {
            if (outcome == Outcome::failed) fail(name + ": " + why);
          });
  connect(&window, &MainWindow::first_picture, this, [this] { tell("start", seconds_of(since_start_)); });
  connect(&window, &MainWindow::fold_picture, this, [this] {
    tell("open", seconds_of(step_), tr("%1^3 nodes folded and drawn").arg(nodes));
    QTimer::singleShot(0, this, &SelfTest::drag);
  });
  QTimer::singleShot(0, this, &SelfTest::open);
}

void SelfTest::open() {
  try {
    Scenario s = load_scenario(example_.toStdString());
    const Vec3 e = s.grid.extent();
    s.grid.n = {nodes, nodes, nodes};
    s.grid.h = {e.x / (nodes - 1), e.y / (nodes - 1), e.z / (nodes - 1)};
    s.survey.wavelet.frequency *= 0.5;
    s.propagation.dt = 0.0;
    s.propagation.duration = wave_seconds;
    const QString file = folder_.filePath("self-test.json");
    save_scenario(s, file.toStdString());
    step_.start();
    if (!window_.files().open(file, true)) fail(tr("the example cannot be opened"));
  } catch (const Error& error) {
    fail(error.what());
  }
}

// A point in the middle, up by a pixel a move, as often as a hand would.
void SelfTest::drag() {
  StructureView* const view = window_.panes().structure->structure_view();
  const StructureScene& scene = window_.panes().structure->scene();
  if (view == nullptr || scene.handles().empty()) return run();
  const double ratio = view->devicePixelRatioF();
  const Vec3 seen =
      world_to_display(scene.renderer(), to_world(scene.handles()[scene.handles().size() / 2].local));
  grip_ = {seen.x / ratio, view->height() - 1 - seen.y / ratio};
  connect(view, &VtkView::drawn, this, [this] { ++frames_; });
  frames_ = 0;
  step_.start();
  send_mouse(view, QEvent::MouseButtonPress, grip_);
  connect(&mouse_, &QTimer::timeout, this, [this, view] {
    if (++moves_ > moves) return release();
    send_mouse(view, QEvent::MouseMove, grip_ - QPointF(0, moves_));
  });
  mouse_.start(move_every);
}

void SelfTest::release() {
  mouse_.stop();
  const double seconds = seconds_of(step_);
  tell("drag", seconds, tr("%1 frames a second").arg(frames_ / seconds, 0, 'f', 1));
  const auto before = window_.results().fold();
  connect(&window_.results(), &Results::fold_changed, this, [this, before] {
    const auto fold = window_.results().fold();
    if (!fold || fold == before || std::exchange(released_, true)) return;
    tell("release", seconds_of(step_), tr("the full fold is there"));
    QTimer::singleShot(0, this, &SelfTest::run);
  });
  step_.start();
  send_mouse(window_.panes().structure->structure_view(), QEvent::MouseButtonRelease,
             grip_ - QPointF(0, moves));
}

void SelfTest::run() {
  connect(&window_.results(), &Results::wave_changed, this, [this] {
    const auto wave = window_.results().wave();
    if (!wave || std::exchange(ran_, true)) return;
    tell("run", seconds_of(step_),
         tr("%1 steps, %2 M points a second, %3 snapshots")
             .arg(wave->result.run.steps_done)
             .arg(1e-6 * wave->result.run.points_per_second, 0, 'f', 0)
             .arg(window_.results().snapshots().size()));
    QTimer::singleShot(0, this, &SelfTest::write);
  });
  step_.start();
  window_.runs().run_wave();
}

void SelfTest::write() {
  if (QAction* const action = find_command(*window_.menuBar(), "Export")) action->trigger();
  auto* const dialog = window_.findChild<ExportDialog*>();
  if (dialog == nullptr) return fail(tr("the export does not open"));
  dialog->set_folder(folder_.filePath("export"));
  connect(dialog, &ExportDialog::exported, this, [this](const QString&, int files) {
    tell("export", seconds_of(step_), tr("%1 files").arg(files));
    QApplication::exit(0);
  });
  step_.start();
  dialog->findChild<QPushButton*>("write export")->click();
}

void SelfTest::fail(const QString& why) {
  std::fprintf(stderr, "foldwave: self-test: %s\n", qPrintable(why));
  QApplication::exit(1);
}

}  // namespace foldwave
