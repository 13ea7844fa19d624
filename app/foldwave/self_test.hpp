// foldwave --self-test: the first minute without a person. Opens the first example on a smaller grid, drags a
// point, runs the wave, exports, prints how long each took, and leaves: exit code 0, or 1 with the reason.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointF>
#include <QTemporaryDir>
#include <QTimer>

namespace foldwave {

class MainWindow;

class SelfTest : public QObject {
  Q_OBJECT

 public:
  SelfTest(MainWindow& window, const QString& example, const QElapsedTimer& since_start);

 private:
  void open();
  void drag();
  void release();
  void run();
  void write();
  void fail(const QString& why);

  MainWindow& window_;
  QString example_;
  QElapsedTimer since_start_, step_;
  QTemporaryDir folder_;
  QTimer patience_, mouse_;
  int moves_ = 0, frames_ = 0;
  bool released_ = false, ran_ = false;
  QPointF grip_;
};

}  // namespace foldwave
