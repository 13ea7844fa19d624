#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/formats/read_file.hpp"
#include "core/scale/tasks/task_folder.hpp"

namespace foldwave {

namespace fs = std::filesystem;

namespace {

// Seconds of the file's last change by its file system's clock; negative: it is not there.
double file_time(const fs::path& file) {
  struct stat told {};
  if (::stat(file.c_str(), &told) != 0) return -1.0;
  return static_cast<double>(told.st_mtim.tv_sec) + 1e-9 * static_cast<double>(told.st_mtim.tv_nsec);
}

double clock_of(const fs::path& now) {
  if (const double written = file_time(now); written >= 0.0) return written;
  timespec t{};
  ::clock_gettime(CLOCK_REALTIME, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// The number that a name begins with, before a '.' or its end; -1: none.
int task_of(const std::string& name) {
  std::size_t digits = 0;
  while (digits < name.size() && std::isdigit(static_cast<unsigned char>(name[digits])) != 0)
    ++digits;
  if (digits == 0 || digits > 9 || (digits < name.size() && name[digits] != '.')) return -1;
  return std::stoi(name.substr(0, digits));
}

std::string text_of(const fs::path& file) {
  try {
    return read_regular_file(file, most_bytes::small);
  } catch (const Error&) {
    return {};
  }
}

template <class Use>
void each_file(const fs::path& folder, const Use& use) {
  std::error_code unseen;
  for (fs::directory_iterator at(folder, unseen), end; !unseen && at != end; at.increment(unseen))
    use(at->path());
}

bool process_is_gone(const WorkerId& id, const WorkerId& own) {
  return id.process > 0 && id.space == own.space && ::kill(static_cast<pid_t>(id.process), 0) != 0 &&
         errno == ESRCH;
}

WorkerBeat read_beat(const TaskFolder& folder, const fs::path& file, double now, const WorkerId& own) {
  WorkerBeat beat;
  const std::string text = text_of(file);
  beat.id = parse_worker_card(text);
  beat.age = std::max(0.0, now - file_time(file));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  // Another name is a copy, whose age would count for the worker's own.
  if (beat.id.name.empty() || file != folder.beat(beat.id.name)) return {};
  const auto state = json.find("state");
  for (std::size_t s = 0; s < std::size(worker_state_names); ++s)
    if (state != json.end() && *state == worker_state_names[s]) beat.state = static_cast<WorkerState>(s);
  if (const auto done = json.find("done"); done != json.end() && done->is_number_integer())
    beat.done = done->get<int>();
  if (const auto problem = json.find("problem"); problem != json.end() && problem->is_string())
    beat.problem = problem->get<std::string>();
  const bool over = beat.state == WorkerState::ended || beat.state == WorkerState::failed;
  beat.alive = !over && beat.age <= folder.lease && !process_is_gone(beat.id, own);
  return beat;
}

}  // namespace

TaskState task_state(const TaskFolder& folder, const fs::path& now_file) {
  TaskState state;
  const WorkerId own = this_worker();
  const double now = clock_of(now_file);
  each_file(folder.path / "workers", [&](const fs::path& file) {
    if (file.extension() != ".json") return;
    WorkerBeat beat = read_beat(folder, file, now, own);
    if (!beat.id.name.empty())
      state.workers.push_back(std::move(beat));
    else if (file_time(file) >= 0.0)  // it is not gone meanwhile
      state.foreign.push_back(file.filename().string());
  });
  std::ranges::sort(state.foreign);
  std::ranges::sort(state.workers, {}, [](const WorkerBeat& beat) { return beat.id.name; });
  each_file(folder.path / "results", [&](const fs::path& file) {
    const int task = task_of(file.filename().string());
    if (task >= 0 && task < folder.tasks && file == folder.result(task)) state.done.insert(task);
  });
  each_file(folder.path / "claims", [&](const fs::path& file) {
    const int task = task_of(file.filename().string());
    if (task < 0 || task >= folder.tasks || file != folder.claim(task) || state.done.contains(task)) return;
    TaskClaim claim{task, parse_worker_card(text_of(file)), false};
    const auto his =
        std::ranges::find(state.workers, claim.by.name, [](const WorkerBeat& beat) { return beat.id.name; });
    // Of one without a beat, who has just begun or was never whole, the claim's own age counts.
    claim.holds = his != state.workers.end() ? his->alive : now - file_time(file) <= folder.lease;
    state.claims.push_back(std::move(claim));
  });
  std::ranges::sort(state.claims, {}, &TaskClaim::task);
  return state;
}

}  // namespace foldwave
