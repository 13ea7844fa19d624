#include "ui/canvas/ready_drawing.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QLabel>
#include <QSaveFile>
#include <QScreen>
#include <QStandardPaths>
#include <exception>
#include <thread>

#include "core/base/error.hpp"
#include "core/formats/read_file.hpp"
#include "core/model/scenario_json.hpp"
#include "ui/canvas/opengl_check.hpp"
#include "ui/scene/picture/warm_up.hpp"

namespace foldwave {
namespace {

QByteArray made_ready_for() {
  return (check_opengl().renderer + '\n' + QCoreApplication::applicationVersion() + '\n').toUtf8();
}

QString note_file() {
  return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/drawing-ready-for";
}

bool is_ready() {
  try {
    return read_regular_file(note_file().toStdString(), most_bytes::small) == made_ready_for().toStdString();
  } catch (const Error&) {
    return false;
  }
}

// Where it cannot be written, it is done again next time.
void note_ready() {
  QDir().mkpath(QFileInfo(note_file()).path());
  QSaveFile note(note_file());
  if (note.open(QIODevice::WriteOnly) && note.write(made_ready_for()) > 0) note.commit();
}

}  // namespace

bool make_drawing_ready(const QString& example) {
  if (!check_opengl().off_screen || is_ready()) return false;
  QLabel words(QCoreApplication::translate("main", "Foldwave makes its views ready. This is done once."));
  words.setWindowFlag(Qt::SplashScreen);
  words.setAttribute(Qt::WA_QuitOnClose, false);
  words.setMargin(24);
  words.adjustSize();
  words.move(words.screen()->availableGeometry().center() - words.rect().center());
  words.show();
  QEventLoop loop;
  const std::jthread drawing([&loop, file = example.toStdString()] {
    try {
      warm_up_drawing(load_scenario(file));
    } catch (const std::exception&) {
      // The views and the scenario's opening say what is wrong.
    }
    QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
  });
  loop.exec();
  note_ready();
  return true;
}

}  // namespace foldwave
