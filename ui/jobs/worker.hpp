// One background thread that does one job after another, so that the window stays live. A job works on values
// of its own; what it has to say comes back through the event loop of the thread that the Worker lives in.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/progress.hpp"
#include "core/forecast/cost/time_left.hpp"
#include "ui/jobs/job_record.hpp"

namespace foldwave {

class Worker : public QObject {
  Q_OBJECT

 public:
  using Task = std::function<void(const Job&)>;  // runs on the worker's thread; may throw foldwave::Error

  // What is to be done, and how it is called.
  struct Order {
    QString name, about{};
    JobFacts facts{};
    bool first = false;  // before those that wait
  };

  explicit Worker(QObject* parent = nullptr);
  ~Worker() override;  // asks the running job to stop and waits for it

  JobId start(const QString& name, Task task) { return start(Order{name}, std::move(task)); }
  JobId start(const Order& order, Task task);  // after what runs now
  void stop();                                 // the running job, and all that wait
  void stop(JobId id);                         // this one, if it is still there
  void supersede(JobId id);                    // likewise, as a newer one takes its place
  bool busy() const { return !unfinished_.empty(); }
  JobId running() const;  // 0: none
  JobId current() const;  // the one that runs, else the next; 0: none
  const std::vector<JobRecord>& unfinished() const { return unfinished_; }

  // Runs `call` on the thread of `this` soon, in the order given; safe from a job. Calls to a Worker that is
  // gone are dropped.
  void hand_over(std::function<void()> call);
  // From the job that runs: what it has found out of itself.
  void tell(const JobFacts& facts);
  // Likewise: what it is foretold to take from now on, which is told at once.
  void foretell(std::vector<ForetoldStretch> stretches);

 signals:
  void started(const QString& name);
  void progressed(const foldwave::JobState& state);
  void finished(const QString& name, foldwave::Outcome outcome, const QString& message);
  void told(const foldwave::JobRecord& record);  // a job came, began, went on or ended; before the others

 protected:
  bool event(QEvent* event) override;  // makes the oldest of the calls handed over

 private:
  struct Item {
    JobId id = 0;
    Task task;
  };
  class Reporter;
  void loop(const std::stop_token& closing);
  void run(Item& item);
  void stop(JobId id, bool is_superseded);
  JobRecord* find(JobId id);
  void count_down();
  void begin(JobId id);
  void go_on(JobId id, const JobState& state);
  void end(JobId id, Outcome outcome, const QString& message);

  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Item> waiting_;
  std::deque<std::function<void()>> calls_;
  std::stop_source current_;
  JobId current_id_ = 0;               // that current_ is of; 0: none runs
  std::vector<JobRecord> unfinished_;  // of this object's thread
  QTimer count_down_;                  // what is left goes by while a job tells nothing
  QElapsedTimer since_told_;           // of what was left then:
  double left_ = -1.0;
  Reporter* reporter_ = nullptr;  // of the job that runs; of its thread
  std::jthread thread_;           // last: it ends before the rest goes
};

}  // namespace foldwave
