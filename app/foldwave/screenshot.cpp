#include "app/foldwave/screenshot.hpp"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QPixmap>
#include <QSlider>
#include <QTimer>

#include <cstdio>
#include <memory>

#include "ui/views/wave_pane.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {
namespace {

constexpr int settle = 400;  // ms for the last frames to be drawn

void shoot(MainWindow& window, const QString& file) {
  QTimer::singleShot(settle, &window, [&window, file] {
    const bool written = window.grab().save(file, "PNG");
    if (!written) std::fprintf(stderr, "foldwave: %s: the picture cannot be written\n", qPrintable(file));
    QApplication::exit(written ? 0 : 1);
  });
}

}  // namespace

void follow_options(MainWindow& window, const QCommandLineParser& options, const QElapsedTimer& since_start) {
  const QString file = options.value("screenshot");
  const bool wave = options.isSet("run-wave");
  const auto tell = [file, since_start](const char* what) {
    if (!file.isEmpty())
      std::printf("%s after %.2f s\n", what, static_cast<double>(since_start.elapsed()) / 1e3);
  };
  QObject::connect(&window, &MainWindow::first_picture, &window, [tell] { tell("first picture"); });
  QObject::connect(&window, &MainWindow::fold_picture, &window, [&window, file, wave, tell] {
    tell("fold shown");
    if (wave)
      window.run_wave();
    else if (!file.isEmpty())
      shoot(window, file);
  });
  if (file.isEmpty()) return;
  QObject::connect(&window.session(), &Session::finished, &window,
                   [&window, file, wave](const QString&, Outcome outcome, const QString& message) {
                     if (outcome == Outcome::failed) {
                       std::fprintf(stderr, "foldwave: %s\n", qPrintable(message));
                       return QApplication::exit(1);
                     }
                     if (!wave || !window.session().wave()) return;
                     // A wave halfway through says more than one that has left the model.
                     QSlider* const time = window.wave()->time_slider();
                     time->setValue(time->maximum() / 2);
                     shoot(window, file);
                   });
}

}  // namespace foldwave
