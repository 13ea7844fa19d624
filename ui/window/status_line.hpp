// The line at the window's lower edge: what was said last, how far the job is that runs, and the back end.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include "core/engine/backend.hpp"
#include "ui/jobs/job_record.hpp"
#include "ui/log/log_book.hpp"

class QLabel;
class QProgressBar;
class QStatusBar;

namespace foldwave {

QStringList rate_words(const JobState& state);  // "1.32 G points/s", "4 s left": what is known of them

class StatusLine : public QObject {
  Q_OBJECT

 public:
  StatusLine(QStatusBar* bar, LogBook& log);  // both must outlive it

  void say(const QString& text, bool is_error = false);   // and into the log
  void pass(const QString& text, bool is_error = false);  // what goes by
  void show_backend(const Backend& backend);

  void begin_job(const QString& name);
  void show_job(const JobState& state, bool live);  // `live`: pictures of it come
  void end_job();

 signals:
  void message(const QString& text);

 private:
  LogBook& log_;
  QLabel *words_, *rate_, *backend_;
  QProgressBar* bar_;
  QElapsedTimer job_shown_;
  QString step_shown_;  // of the job
};

}  // namespace foldwave
