// Numbered tasks that several processes, on one host or many, take from a folder that they share. No daemon,
// no locks: each task's result is one file that is whole or not there, and may be made twice without harm,
// as it has the same bytes whoever makes it.
//
//   results/000012.SUFFIX   the task is done
//   claims/000012           somebody is at it: a link to his own workers/NAME.claim, which says who he is
//   workers/NAME.json       who he is and what he does, written anew at every beat
//   unfinished/             results on their way, under names of their own
//
// A claim is a hard link: of two that want one, the file system lets one have it (where there are no links,
// the exclusive making of a file). It holds as long as its worker beats: one whose last beat is older than
// the lease, or whose process is gone from this host, has lost it. Ages are differences of two times that the
// folder's own file system has written, so that clocks of hosts do not count. A lease that ends too early
// makes work twice, never a wrong result.
// Errors: those of formats/atomic_file.hpp.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace foldwave {

// A process that works: its name holds for one run of it.
struct WorkerId {
  std::string name, host;
  std::string space;  // of process numbers: the same on one host outside of containers
  long process = 0;
  bool operator==(const WorkerId&) const = default;
};
WorkerId this_worker();

struct TaskFolder {
  std::filesystem::path path;
  int tasks = 0;
  std::string suffix;
  double lease = 8.0;  // seconds

  std::filesystem::path result(int task) const;
  std::filesystem::path claim(int task) const;
  std::filesystem::path unfinished(int task, const std::string& worker) const;
  std::filesystem::path beat(const std::string& worker) const;
  std::filesystem::path card(const std::string& worker) const;  // what claims are links to
};

// Makes the folders below `folder.path`. Errors: those of require_folder.
void make_task_folder(const TaskFolder& folder);

std::string worker_text(const WorkerId& worker);  // "node7-4711-3fa2c8 on host node7"
std::string foreign_text(const TaskFolder& folder, const std::string& file);  // of a TaskState's
std::string worker_card(const WorkerId& worker);                              // as a file
WorkerId parse_worker_card(const std::string& text);                          // nameless where it is none

enum class WorkerState { working, waiting, ended, failed };
inline constexpr const char* worker_state_names[] = {"working", "waiting", "ended", "failed"};

struct WorkerBeat {
  WorkerId id;
  WorkerState state = WorkerState::working;
  int done = 0;
  std::string problem;
  double age = 0.0;   // seconds since it was written, by the folder's clock
  bool alive = true;  // its claims hold
};

struct TaskClaim {
  int task = 0;
  WorkerId by;
  bool holds = true;
};

struct TaskState {
  std::set<int> done;
  std::vector<TaskClaim> claims;  // of tasks that are not done, ascending
  std::vector<WorkerBeat> workers;
  std::vector<std::string> foreign{};  // names of files among the workers' that are no worker's
};

// What the folder shows now. `now`: a file of the folder that was written just before, as a clock; where it
// is not there the host's clock serves. Files that are no such files are left alone, and those that pass for
// a worker's are told.
TaskState task_state(const TaskFolder& folder, const std::filesystem::path& now);

}  // namespace foldwave
