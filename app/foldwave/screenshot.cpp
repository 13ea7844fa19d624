#include "app/foldwave/screenshot.hpp"

#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QDialog>
#include <QElapsedTimer>
#include <QMenuBar>
#include <QPixmap>
#include <QSlider>
#include <QTimer>
#include "core/engine/pipeline.hpp"

#include <cstdio>

#include "ui/commands/command_list.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {
namespace {

constexpr int settle = 600;           // ms for the last frames to be drawn
constexpr int longest_wait = 180000;  // ms for what a command started

void fail(const QString& why) {
  std::fprintf(stderr, "foldwave: %s\n", qPrintable(why));
  QApplication::exit(1);
}

QAction* command_of(const MainWindow& window, const QString& path) {
  const auto cut = path.lastIndexOf(" > ");
  return cut < 0 ? find_command(*window.menuBar(), path)
                 : find_command(*window.menuBar(), path.mid(cut + 3), path.left(cut));
}

// The dialog that is open, else the window.
QWidget* shown(MainWindow& window) {
  for (QWidget* const widget : QApplication::topLevelWidgets())
    if (qobject_cast<QDialog*>(widget) != nullptr && widget->isVisible()) return widget;
  return &window;
}

void shoot(MainWindow& window, const QString& file) {
  if (file.isEmpty()) return;
  if (!shown(window)->grab().save(file, "PNG")) return fail(file + ": the picture cannot be written");
  QApplication::exit(0);
}

// One command after the other, each when what the one before started is done; then the picture. The next turn
// is set before a command runs: a dialog may have a loop of its own.
void go_on(MainWindow& window, QStringList commands, const QString& file, int waited = 0) {
  if (commands.isEmpty() && file.isEmpty()) return;
  QTimer::singleShot(settle, &window, [&window, commands, file, waited]() mutable {
    if (window.runs().busy() && waited < longest_wait) return go_on(window, commands, file, waited + settle);
    if (commands.isEmpty()) return shoot(window, file);
    const QString name = commands.takeFirst();
    QAction* const action = command_of(window, name);
    if (action == nullptr) return fail(QString("--command \"%1\": no menu has it").arg(name));
    if (!action->isEnabled()) return fail(QString("--command \"%1\": it cannot be done now").arg(name));
    go_on(window, commands, file);
    action->trigger();
  });
}

}  // namespace

void follow_options(MainWindow& window, const QCommandLineParser& options, const QElapsedTimer& since_start) {
  const QString file = options.value("screenshot");
  const QStringList commands = options.values("command");
  const bool wave = options.isSet("run-wave");
  const auto tell = [file, since_start](const char* what) {
    if (!file.isEmpty())
      std::printf("%s after %.2f s\n", what, static_cast<double>(since_start.elapsed()) / 1e3);
  };
  QObject::connect(&window, &MainWindow::first_picture, &window, [tell] { tell("first picture"); });
  QObject::connect(&window, &MainWindow::fold_picture, &window, [&window, file, commands, wave, tell] {
    tell("fold shown");
    if (wave)
      window.runs().run_wave();
    else
      go_on(window, commands, file);
  });
  QObject::connect(&window.runs(), &Runs::finished, &window,
                   [&window, file, commands, wave, begun = false](const QString&, Outcome outcome,
                                                                  const QString& message) mutable {
                     if (outcome == Outcome::failed && !file.isEmpty()) return fail(message);
                     if (!wave || begun || !window.results().wave()) return;
                     begun = true;
                     // A wave halfway through says more than one that has left the model.
                     QSlider* const time = window.panes().wave->time_slider();
                     if (!file.isEmpty()) time->setValue(time->maximum() / 2);
                     go_on(window, commands, file);
                   });
}

}  // namespace foldwave
