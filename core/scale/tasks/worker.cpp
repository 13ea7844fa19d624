#include "core/scale/tasks/worker.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"

namespace foldwave {

namespace fs = std::filesystem;

namespace {

constexpr double seconds_between_beats = 1.0;

// Makes `claim` a link to `card`, or where there are no links a copy. False: somebody has it.
bool made_claim(const fs::path& card, const fs::path& claim, const std::string& text) {
  if (::link(card.c_str(), claim.c_str()) == 0) return true;
  const int why = errno;
  if (why == EEXIST) return false;
  if (why != EPERM && why != EOPNOTSUPP && why != ENOSYS && why != EMLINK) throw_write_error(claim, why);
  const int descriptor = ::open(claim.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) return false;
  if (descriptor < 0) throw_write_error(claim, errno);
  const bool whole = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int wrong = whole ? 0 : errno;
  if (::close(descriptor) != 0 || !whole) throw_write_error(claim, wrong);
  return true;
}

bool same_file(const fs::path& a, const fs::path& b) {
  struct stat one {
  }, other{};
  return ::stat(a.c_str(), &one) == 0 && ::stat(b.c_str(), &other) == 0 && one.st_ino == other.st_ino &&
         one.st_dev == other.st_dev;
}

// False: the stop came first.
template <class Lock, class Early>
bool slept(std::condition_variable_any& woken, Lock& lock, const std::stop_token& stop, double seconds,
           const Early& early) {
  woken.wait_for(lock, stop, std::chrono::duration<double>(seconds), early);
  return !stop.stop_requested();
}
template <class Lock>
bool slept(std::condition_variable_any& woken, Lock& lock, const std::stop_token& stop, double seconds) {
  return slept(woken, lock, stop, seconds, [] { return false; });
}

}  // namespace

TaskWorker::TaskWorker(TaskFolder folder, WorkerOptions options)
    : folder_(std::move(folder)), options_(std::move(options)), id_(this_worker()) {
  write_file_atomically(folder_.card(id_.name), worker_card(id_));
  write_beat();
  beats_ = std::jthread([this](const std::stop_token& stop) { beat_on(stop); });
  watches_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

TaskWorker::~TaskWorker() {
  beats_.request_stop();
  watches_.request_stop();
  beats_.join();
  watches_.join();
  try {
    for (const int task : std::exchange(held_, {}))
      fs::remove(folder_.claim(task));
    if (state_ != WorkerState::failed) state_ = WorkerState::ended;
    write_beat();
    fs::remove(folder_.card(id_.name));
  } catch (const std::exception&) {
    // The folder is gone; the lease frees what was held.
  }
}

void TaskWorker::say(const std::string& line) {
  const std::scoped_lock lock(saying_);
  if (options_.say) options_.say(line);
}

void TaskWorker::set_state(WorkerState state, const std::string& problem) {
  const std::scoped_lock lock(mutex_);
  state_ = state;
  problem_ = problem;
}

int TaskWorker::done() const {
  const std::scoped_lock lock(mutex_);
  return done_;
}

void TaskWorker::write_beat() {
  const std::scoped_lock beating(beating_);
  nlohmann::ordered_json json;
  {
    const std::scoped_lock lock(mutex_);
    json = {{"worker", id_.name},
            {"host", id_.host},
            {"space", id_.space},
            {"process", id_.process},
            {"state", worker_state_names[static_cast<std::size_t>(state_)]},
            {"done", done_},
            {"tasks", held_},
            {"problem", problem_}};
  }
  write_file_atomically(folder_.beat(id_.name),
                        json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  const std::scoped_lock lock(mutex_);
  last_beat_ = clock_.seconds();
}

// Others are looked at with the beats, the more of them the seldomer.
void TaskWorker::beat_on(const std::stop_token& stop) {
  double looked = 0.0, cost = 0.0;
  std::unique_lock lock(mutex_);
  // What is finished is told at once, so that a worker that dies has told all but the last of it.
  while (slept(woken_, lock, stop, seconds_between_beats, [this] { return done_ != done_told_; })) {
    done_told_ = done_;
    lock.unlock();
    std::string problem;
    try {
      write_beat();
      if (clock_.seconds() - looked > std::max(1.5, 50.0 * cost)) {
        const Clock looking;
        look_at_others();
        cost = looking.seconds();
        looked = clock_.seconds();
      }
    } catch (const std::exception& e) {
      problem = e.what();
    }
    lock.lock();
    beat_problem_ = problem;
  }
}

// Touches no file: it speaks when a beat hangs in one.
void TaskWorker::watch(const std::stop_token& stop) {
  bool silent = false;
  std::unique_lock lock(mutex_);
  while (slept(woken_, lock, stop, 0.2)) {
    const double since = clock_.seconds() - last_beat_;
    if (since <= options_.silence) {
      if (std::exchange(silent, false)) {
        lock.unlock();
        say("worker " + worker_text(id_) + ": " + folder_.path.string() + " answers again");
        lock.lock();
      }
      continue;
    }
    if (std::exchange(silent, true)) continue;
    const std::string why = beat_problem_.empty() ? "" : ": " + beat_problem_;
    lock.unlock();
    say("worker " + worker_text(id_) + ": " + folder_.path.string() + " takes no beat for " +
        seconds_text(since) + why);
    lock.lock();
  }
}

void TaskWorker::look_at_others() {
  const TaskState state = task_state(folder_, folder_.beat(id_.name));
  for (const TaskClaim& claim : state.claims)
    if (!claim.holds && claim.by.name != id_.name) tell_gone(claim);
  for (const std::string& file : state.foreign)
    if (is_new(file)) say(foreign_text(folder_, file));
}

bool TaskWorker::is_new(const std::string& told) {
  const std::scoped_lock lock(mutex_);
  return told_.insert(told).second;
}

// Once, whether a beat finds it or who takes the claim over.
void TaskWorker::tell_gone(const TaskClaim& claim) {
  if (!is_new(claim.by.name + "/" + std::to_string(claim.task))) return;
  say("worker " + worker_text(claim.by) + " is gone: it had task " + std::to_string(claim.task + 1));
}

bool TaskWorker::take(int task) {
  const bool mine = made_claim(folder_.card(id_.name), folder_.claim(task), worker_card(id_));
  // A file system may say that the link was there when its answer came late and the link is ours.
  if (!mine && !same_file(folder_.card(id_.name), folder_.claim(task))) return false;
  bool held = false;
  {
    const std::scoped_lock lock(mutex_);
    held = !held_.insert(task).second;
  }
  std::error_code unseen;
  if (held) {
    // Another hand is giving it back: his claim was gone, and this one is nobody's.
    if (mine) fs::remove(folder_.claim(task), unseen);
    return false;
  }
  if (!fs::exists(folder_.result(task), unseen)) return true;
  give_back(task);
  return false;
}

// Of several that take over a claim, one renames it; what he finds to be another's goes back.
bool TaskWorker::take_over(const TaskClaim& claim) {
  const fs::path aside =
      folder_.path / "unfinished" / ("claim." + std::to_string(claim.task) + "." + id_.name);
  if (::rename(folder_.claim(claim.task).c_str(), aside.c_str()) != 0) return false;
  std::string text;
  try {
    text = read_regular_file(aside, most_bytes::small);
  } catch (const Error&) {
    // Empty: a claim that was never whole.
  }
  const bool his = parse_worker_card(text).name == claim.by.name;
  if (!his) ::link(aside.c_str(), folder_.claim(claim.task).c_str());
  ::unlink(aside.c_str());
  return his && take(claim.task);
}

std::optional<int> TaskWorker::look_for_one() {
  const TaskState state = task_state(folder_, folder_.beat(id_.name));
  std::set<int> taken;
  for (const TaskClaim& claim : state.claims)
    taken.insert(claim.task);
  for (int task = 0; task < folder_.tasks; ++task)
    if (!state.done.contains(task) && !taken.contains(task) && take(task)) return task;
  for (const TaskClaim& claim : state.claims) {
    const bool own = claim.by.name == id_.name;
    {
      const std::scoped_lock lock(mutex_);
      if (held_.contains(claim.task)) continue;
    }
    if (!own && !claim.holds) tell_gone(claim);
    if ((own || !claim.holds) && take_over(claim)) return claim.task;
  }
  return std::nullopt;
}

bool TaskWorker::all_done() const {
  for (int task = 0; task < folder_.tasks; ++task) {
    std::error_code unseen;
    if (!fs::exists(folder_.result(task), unseen)) return false;
  }
  return true;
}

void TaskWorker::give_back(int task) {
  std::string text;
  try {
    text = read_regular_file(folder_.claim(task), most_bytes::small);
  } catch (const Error&) {
    // It is gone, or somebody else's by now.
  }
  std::error_code none;
  if (parse_worker_card(text).name == id_.name) fs::remove(folder_.claim(task), none);
  const std::scoped_lock lock(mutex_);
  held_.erase(task);
}

template <class Work>
void TaskWorker::patiently(const std::stop_token& stop, const Work& work) {
  const Clock trying;
  bool told = false;
  for (;;) {
    try {
      return work();
    } catch (const Error& e) {
      const std::string who = "worker " + worker_text(id_) + ": ";
      if (trying.seconds() > options_.patience || stop.stop_requested())
        throw ResourceError(e.place(), who + e.problem(), e.remedy());
      if (!std::exchange(told, true))
        say(who + e.what() + "; tried again for " + seconds_text(options_.patience));
    }
    std::unique_lock lock(mutex_);
    slept(woken_, lock, stop, 0.5);
  }
}

std::optional<int> TaskWorker::claim(const std::stop_token& stop) {
  const std::scoped_lock one_at_a_time(claiming_);
  std::optional<int> found;
  patiently(stop, [&] { found = look_for_one(); });
  return found;
}

void TaskWorker::finish(int task, std::span<const std::byte> result, const std::stop_token& stop) {
  patiently(stop, [&] {
    const fs::path aside = folder_.unfinished(task, id_.name);
    write_file_atomically(aside, result);
    if (::rename(aside.c_str(), folder_.result(task).c_str()) != 0)
      throw_write_error(folder_.result(task), errno);
  });
  give_back(task);
  const std::scoped_lock lock(mutex_);
  ++done_;
  woken_.notify_all();
}

}  // namespace foldwave
