#include "ui/jobs/worker.hpp"

#include <sys/resource.h>
#include <unistd.h>
#include <QMetaObject>
#include <atomic>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace foldwave {

using Clock = std::chrono::steady_clock;
namespace {
constexpr int worker_niceness = 5;
}

// Passes on at most six reports a second: each one has the window drawn anew.
class Worker::Reporter : public Progress {
 public:
  explicit Reporter(Worker& worker) : worker_(worker) {}

  void report(const ProgressReport& r) override {
    const auto now = Clock::now();
    // A new count (the next sweep, the next stage) starts the rate anew.
    if (r.total != total_ || r.done < done_) {
      begin_ = now;
      first_ = r.done;
    }
    total_ = r.total;
    done_ = r.done;
    const bool last = r.total > 0 && r.done >= r.total;
    if (!last && now - sent_ < std::chrono::milliseconds(160)) return;
    sent_ = now;

    JobState state;
    state.step = QString::fromUtf8(r.step.data(), static_cast<qsizetype>(r.step.size()));
    state.unit = QString::fromUtf8(r.unit.data(), static_cast<qsizetype>(r.unit.size()));
    state.done = r.done;
    state.total = r.total;
    if (r.total > 0) state.part = static_cast<double>(r.done) / static_cast<double>(r.total);
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const auto steps = static_cast<double>(r.done - first_);
    if (seconds > 0.2 && steps > 0) {
      state.rate = steps * r.work_per_step / seconds;
      if (r.total > 0) state.seconds_left = seconds / steps * static_cast<double>(r.total - r.done);
    }
    worker_.hand_over([worker = &worker_, state] { emit worker->progressed(state); });
  }

 private:
  Worker& worker_;
  Clock::time_point begin_ = Clock::now(), sent_{};
  std::int64_t total_ = -1, done_ = 0, first_ = 0;
};

Worker::Worker(QObject* parent) : QObject(parent) {
  thread_ = std::jthread([this](const std::stop_token& closing) { loop(closing); });
}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    current_.request_stop();
  }
  thread_.request_stop();
  thread_.join();
}

void Worker::start(const QString& name, Task task) {
  ++unfinished_;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({name, std::move(task)});
  }
  wake_.notify_one();
}

void Worker::stop() {
  std::deque<Item> dropped;
  {
    const std::lock_guard lock(mutex_);
    dropped.swap(waiting_);
    current_.request_stop();
  }
  for (const Item& item : dropped) {
    --unfinished_;
    emit finished(item.name, Outcome::stopped, {});
  }
}

void Worker::hand_over(std::function<void()> call) {
  QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

void Worker::loop(const std::stop_token& closing) {
  // The window goes first. On Linux this is the thread's own, and the solvers' threads inherit it.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), worker_niceness);
  while (!closing.stop_requested()) {
    Item item;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, closing, [this] { return !waiting_.empty(); })) return;
      item = std::move(waiting_.front());
      waiting_.pop_front();
      current_ = std::stop_source();
    }
    run(item);
  }
}

void Worker::run(Item& item) {
  hand_over([this, name = item.name] { emit started(name); });
  Reporter reporter(*this);
  Outcome outcome = Outcome::done;
  QString message;
  try {
    item.task({&reporter, current_.get_token()});
  } catch (const Stopped&) {
    outcome = Outcome::stopped;
  } catch (const std::bad_alloc&) {
    outcome = Outcome::failed;
    message = tr("memory ran out; choose a smaller grid");
  } catch (const std::exception& error) {
    outcome = Outcome::failed;
    message = QString::fromUtf8(error.what());
  }
  item.task = nullptr;  // what it holds goes here, not on the window's thread
  hand_over([this, name = item.name, outcome, message] {
    --unfinished_;
    emit finished(name, outcome, message);
  });
}

}  // namespace foldwave
