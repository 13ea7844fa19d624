// One process at work on a task folder: it beats, claims tasks, takes over those of workers that are gone,
// and says what goes wrong with the folder, with its own name and host, within `silence` seconds: a folder
// that does not answer, lags, is gone or full. A result that cannot be written is kept in memory and tried
// again until `patience` seconds are over; then an error ends the work.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <thread>

#include "core/base/clock.hpp"
#include "core/scale/tasks/task_folder.hpp"

namespace foldwave {

struct WorkerOptions {
  double patience = 60.0;
  double silence = 5.0;
  std::function<void(const std::string& line)> say;  // from any thread, one at a time; may be null
};

class TaskWorker {
 public:
  TaskWorker(TaskFolder folder, WorkerOptions options);
  ~TaskWorker();  // gives back what it holds
  TaskWorker(const TaskWorker&) = delete;
  TaskWorker& operator=(const TaskWorker&) = delete;

  const WorkerId& id() const { return id_; }

  // A task that is now this worker's; nothing while others are at all that is left. May be called by several
  // threads at once.
  std::optional<int> claim(const std::stop_token& stop);
  bool all_done() const;
  void finish(int task, std::span<const std::byte> result, const std::stop_token& stop);
  void give_back(int task);

  void set_state(WorkerState state, const std::string& problem = {});
  int done() const;

 private:
  void beat_on(const std::stop_token& stop);
  void watch(const std::stop_token& stop);
  void write_beat();
  std::optional<int> look_for_one();
  template <class Work>
  void patiently(const std::stop_token& stop, const Work& work);
  void look_at_others();
  void tell_gone(const TaskClaim& claim);
  bool is_new(const std::string& told);  // true once
  bool take(int task);
  bool take_over(const TaskClaim& claim);
  void say(const std::string& line);

  TaskFolder folder_;
  WorkerOptions options_;
  WorkerId id_;
  mutable std::mutex mutex_;  // of all below but the threads
  std::condition_variable_any woken_;
  std::set<int> held_;
  WorkerState state_ = WorkerState::working;
  std::string problem_, beat_problem_;
  int done_ = 0, done_told_ = 0;
  double last_beat_ = 0.0;  // when one was last written, by the clock
  std::set<std::string> told_;
  Clock clock_;
  std::mutex saying_, claiming_, beating_;
  std::jthread beats_, watches_;  // last: they use the rest
};

}  // namespace foldwave
