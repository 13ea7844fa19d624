// File > Report: the scenario with its fold as one page, HTML or PDF, with pictures and numbers. Measured,
// drawn and written on a thread of its own.
#pragma once

#include <QObject>

#include "ui/jobs/results.hpp"
#include "ui/jobs/worker.hpp"

class QWidget;

namespace foldwave {

class ReportWriter : public QObject {
  Q_OBJECT

 public:
  ReportWriter(const Results& results, QWidget* window);  // both must outlive it

  Worker& worker() { return worker_; }
  void ask();                       // for a file
  void write(const QString& file);  // .pdf, else HTML; there must be a fold

 signals:
  void message(const QString& words, bool is_error = false);

 private:
  const Results& results_;
  QWidget* window_;
  QString file_;   // that is written, or was last
  Worker worker_;  // last: it ends before the rest goes
};

}  // namespace foldwave
