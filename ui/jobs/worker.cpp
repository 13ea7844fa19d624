#include "ui/jobs/worker.hpp"

#include <sys/resource.h>
#include <unistd.h>
#include <QCoreApplication>
#include <QEvent>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "core/base/system.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

using Steady = std::chrono::steady_clock;
namespace {
constexpr int worker_niceness = 5;
constexpr QEvent::Type call_waits = QEvent::User;

JobId next_id() {
  static std::atomic<JobId> last = 0;
  return ++last;
}

JobStage stage_of(Outcome outcome) {
  return outcome == Outcome::done      ? JobStage::done
         : outcome == Outcome::stopped ? JobStage::stopped
                                       : JobStage::failed;
}

}  // namespace

// Passes on at most six reports a second: each one has the window drawn anew.
class Worker::Reporter : public Progress {
 public:
  Reporter(Worker& worker, JobId id) : worker_(worker), id_(id) {}

  void foretell(std::vector<ForetoldStretch> stretches) {
    const double all = foretold_seconds(stretches);
    left_ = TimeLeft(std::move(stretches), now());
    state_.seconds_left = left_.at(now());
    worker_.hand_over([worker = &worker_, id = id_, state = state_, all] {
      if (JobRecord* const record = worker->find(id); record != nullptr && !(record->foretold > 0.0))
        record->foretold = all;
      worker->go_on(id, state);
    });
  }

  void report(const ProgressReport& r) override {
    const auto now = Steady::now();
    // A new count (the next sweep, the next stage) starts the rate anew.
    if (r.total != total_ || r.done < done_) {
      begin_ = now;
      first_ = r.done;
    }
    // What comes next is told at once: a forecast is for its first moment.
    if (r.step != step_) {
      step_ = r.step;
      sent_ = {};
    }
    total_ = r.total;
    done_ = r.done;
    const double left = left_.after(r, this->now());
    const bool last = r.total > 0 && r.done >= r.total;
    if (!last && now - sent_ < std::chrono::milliseconds(160)) return;
    sent_ = now;

    JobState& state = state_;
    state = {};
    state.step = QString::fromUtf8(r.step.data(), static_cast<qsizetype>(r.step.size()));
    state.unit = QString::fromUtf8(r.unit.data(), static_cast<qsizetype>(r.unit.size()));
    state.done = r.done;
    state.total = r.total;
    if (r.total > 0) state.part = static_cast<double>(r.done) / static_cast<double>(r.total);
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const auto steps = static_cast<double>(r.done - first_);
    if (seconds > 0.2 && steps > 0) {
      state.rate = steps * r.work_per_step / seconds;
    }
    state.seconds_left = left;
    worker_.hand_over([worker = &worker_, id = id_, state] { worker->go_on(id, state); });
  }

 private:
  double now() const { return std::chrono::duration<double>(Steady::now() - created_).count(); }

  Worker& worker_;
  JobId id_;
  TimeLeft left_;
  JobState state_;
  const Steady::time_point created_ = Steady::now();
  Steady::time_point begin_ = created_, sent_{};
  std::int64_t total_ = -1, done_ = 0, first_ = 0;
  std::string step_;
};

Worker::Worker(QObject* parent) : QObject(parent) {
  count_down_.setInterval(1000);
  connect(&count_down_, &QTimer::timeout, this, &Worker::count_down);
  thread_ = std::jthread([this](const std::stop_token& closing) { loop(closing); });
}

Worker::~Worker() {
  std::stop_source current(std::nostopstate);
  {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    current = current_;
  }
  current.request_stop();
  thread_.request_stop();
  thread_.join();
}

JobId Worker::start(const Order& order, Task task) {
  JobRecord record;
  record.id = next_id();
  record.name = order.name;
  record.about = order.about;
  record.facts = order.facts;
  const auto after_the_running = unfinished_.begin() + (running() != 0 && busy() ? 1 : 0);
  unfinished_.insert(order.first ? after_the_running : unfinished_.end(), record);
  {
    const std::lock_guard lock(mutex_);
    waiting_.insert(order.first ? waiting_.begin() : waiting_.end(), Item{record.id, std::move(task)});
  }
  wake_.notify_one();
  emit told(record);
  return record.id;
}

void Worker::stop() {
  std::deque<Item> dropped;
  std::stop_source current(std::nostopstate);
  {
    const std::lock_guard lock(mutex_);
    dropped.swap(waiting_);
    current = current_;
  }
  current.request_stop();
  for (const Item& item : dropped)
    end(item.id, Outcome::stopped, {});
}

void Worker::stop(JobId id) {
  stop(id, false);
}

void Worker::supersede(JobId id) {
  stop(id, true);
}

void Worker::stop(JobId id, bool is_superseded) {
  Item dropped;
  std::stop_source current(std::nostopstate);
  {
    const std::lock_guard lock(mutex_);
    const auto at =
        std::find_if(waiting_.begin(), waiting_.end(), [id](const Item& item) { return item.id == id; });
    if (at != waiting_.end()) {
      dropped = std::move(*at);
      waiting_.erase(at);
    } else if (current_id_ == id) {
      current = current_;
    }
  }
  if (JobRecord* const record = find(id)) record->superseded = is_superseded;
  current.request_stop();
  if (dropped.id != 0) end(id, Outcome::stopped, {});
}

JobId Worker::running() const {
  const std::lock_guard lock(mutex_);
  return current_id_;
}

JobId Worker::current() const {
  const JobId now = running();
  return now != 0 || unfinished_.empty() ? now : unfinished_.front().id;
}

JobRecord* Worker::find(JobId id) {
  const auto at =
      std::find_if(unfinished_.begin(), unfinished_.end(), [id](const JobRecord& r) { return r.id == id; });
  return at == unfinished_.end() ? nullptr : &*at;
}

void Worker::begin(JobId id) {
  const auto at =
      std::find_if(unfinished_.begin(), unfinished_.end(), [id](const JobRecord& r) { return r.id == id; });
  if (at == unfinished_.end()) return;
  // One that was put first in the meantime comes after it.
  std::rotate(unfinished_.begin(), at, at + 1);
  JobRecord& record = unfinished_.front();
  record.stage = JobStage::running;
  record.started = QDateTime::currentDateTime();
  const JobRecord now = record;
  emit told(now);
  emit started(now.name);
}

void Worker::go_on(JobId id, const JobState& state) {
  JobRecord* const record = find(id);
  if (record == nullptr) return;
  record->state = state;
  left_ = state.seconds_left;
  since_told_.start();
  if (left_ > 0.0) count_down_.start();
  const JobRecord now = *record;
  emit told(now);
  emit progressed(state);
}

// Until the next report, which knows better.
void Worker::count_down() {
  JobRecord* const record = find(running());
  if (record == nullptr || !(left_ > 0.0)) return count_down_.stop();
  record->state.seconds_left = std::max(0.0, left_ - 1e-3 * static_cast<double>(since_told_.elapsed()));
  const JobRecord now = *record;
  emit told(now);
  emit progressed(now.state);
}

void Worker::end(JobId id, Outcome outcome, const QString& message) {
  JobRecord* const record = find(id);
  if (record == nullptr) return;
  record->stage = stage_of(outcome);
  record->message = message;
  if (record->started.isValid())
    record->seconds = 1e-3 * static_cast<double>(record->started.msecsTo(QDateTime::currentDateTime()));
  const JobRecord last = *record;
  unfinished_.erase(unfinished_.begin() + (record - unfinished_.data()));
  emit told(last);
  emit finished(last.name, outcome, message);
}

void Worker::tell(const JobFacts& facts) {
  JobId id = 0;
  {
    const std::lock_guard lock(mutex_);
    id = current_id_;
  }
  hand_over([this, id, facts] {
    JobRecord* const record = find(id);
    if (record == nullptr) return;
    if (!facts.where.isEmpty()) record->facts.where = facts.where;
    if (facts.memory > 0.0) record->facts.memory = facts.memory;
    record->facts.warnings += facts.warnings;
    const JobRecord now = *record;
    emit told(now);
  });
}

void Worker::foretell(std::vector<ForetoldStretch> stretches) {
  if (reporter_ != nullptr) reporter_->foretell(std::move(stretches));
}

void Worker::hand_over(std::function<void()> call) {
  // The calls lie in a queue of our own: Qt carries the news alone, one event a call, so that a call that
  // waits in an event loop of its own, as a dialog does, holds up none behind it.
  {
    const std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
  }
  QCoreApplication::postEvent(this, new QEvent(call_waits));
}

bool Worker::event(QEvent* event) {
  if (event->type() != call_waits) return QObject::event(event);
  std::function<void()> call;
  {
    const std::lock_guard lock(mutex_);
    call = std::move(calls_.front());
    calls_.pop_front();
  }
  call();
  return true;
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
      current_id_ = item.id;
    }
    run(item);
  }
}

void Worker::run(Item& item) {
  hand_over([this, id = item.id] { begin(id); });
  follow_thread_count();  // it may have been changed since the last job
  Reporter reporter(*this, item.id);
  reporter_ = &reporter;
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
    message = said(error.what());
  }
  reporter_ = nullptr;
  item.task = nullptr;  // what it holds goes here, not on the window's thread
  {
    const std::lock_guard lock(mutex_);
    current_id_ = 0;
  }
  hand_over([this, id = item.id, outcome, message] { end(id, outcome, message); });
}

}  // namespace foldwave
