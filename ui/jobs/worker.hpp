// One background thread that does one job after another, so that the window stays live. A job works on values
// of its own; what it has to say comes back through the event loop of the thread that the Worker lives in.
#pragma once

#include <QObject>
#include <QString>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "core/base/progress.hpp"

namespace foldwave {

struct JobState {
  QString step;
  std::int64_t done = 0, total = 0;  // total 0: not known
  double part = -1.0;                // 0 to 1; negative: not known
  double rate = 0.0;                 // of `unit` a second; 0: not known
  QString unit;
  double seconds_left = -1.0;  // negative: not known
};

enum class Outcome { done, stopped, failed };

class Worker : public QObject {
  Q_OBJECT

 public:
  using Task = std::function<void(const Job&)>;  // runs on the worker's thread; may throw foldwave::Error

  explicit Worker(QObject* parent = nullptr);
  ~Worker() override;  // asks the running job to stop and waits for it

  void start(const QString& name, Task task);  // after what runs now
  void stop();                                 // the running job, and all that wait
  bool busy() const { return unfinished_ > 0; }

  // Runs `call` on the thread of `this` soon; safe from a job. Calls to a Worker that is gone are dropped.
  void hand_over(std::function<void()> call);

 signals:
  void started(const QString& name);
  void progressed(const foldwave::JobState& state);
  void finished(const QString& name, foldwave::Outcome outcome, const QString& message);

 private:
  struct Item {
    QString name;
    Task task;
  };
  class Reporter;
  void loop(const std::stop_token& closing);
  void run(Item& item);

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Item> waiting_;
  std::stop_source current_;
  int unfinished_ = 0;   // of this object's thread
  std::jthread thread_;  // last: it ends before the rest goes
};

}  // namespace foldwave
