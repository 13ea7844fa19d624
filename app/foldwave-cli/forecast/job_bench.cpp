#include "app/foldwave-cli/forecast/job_bench.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/foldwave-cli/forecast/forecast_output.hpp"
#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/bench/forecast.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/calibrate.hpp"
#include "core/formats/read_file.hpp"
#include "core/model/scenario_json.hpp"

extern char** environ;

namespace foldwave::cli {

namespace {

// A new folder for the jobs, gone at the end, that is also where the calibration is kept meanwhile.
class JobFolder {
 public:
  JobFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "foldwave-jobs-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw ResourceError(name, "cannot be made", "let TMPDIR name a folder that can be written");
    path_ = name;
    if (const char* const cache = std::getenv("XDG_CACHE_HOME")) before_ = cache;
    setenv("XDG_CACHE_HOME", path_.c_str(), 1);
  }
  ~JobFolder() {
    if (before_.empty())
      unsetenv("XDG_CACHE_HOME");
    else
      setenv("XDG_CACHE_HOME", before_.c_str(), 1);
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  JobFolder(const JobFolder&) = delete;
  JobFolder& operator=(const JobFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::string before_;
};

struct Ended {
  int status = 0;
  double seconds = 0.0;
};

Ended run_process(std::vector<std::string> words, const std::filesystem::path& log) {
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, descriptor, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const Clock clock;
  pid_t child = 0;
  const int failed = posix_spawn(&child, words.front().c_str(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) throw ResourceError(words.front(), "cannot be started", "build the program again");
  Ended ended;
  while (waitpid(child, &ended.status, 0) < 0 && errno == EINTR) {
  }
  ended.seconds = clock.seconds();
  return ended;
}

double bytes_below(const std::filesystem::path& folder) {
  double bytes = 0.0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
  return bytes;
}

JobBenchRow run_job(const Scenario& scenario, const Backend& backend, const std::filesystem::path& folder,
                    const std::string& program) {
  JobBenchRow row;
  row.name = scenario.name;
  const std::filesystem::path file = folder / "job.json", out = folder / "out";
  std::filesystem::remove_all(out);
  save_scenario(scenario, file.string());
  const Forecast foretold = forecast(scenario, backend, machine_rates(backend));
  row.foretold = foretold.total.time;
  row.foretold_memory = foretold.total.memory_bytes;
  row.foretold_disk = foretold.total.disk_bytes;
  row.asked_seconds = asked_seconds(foretold);
  row.asked_memory = asked_memory(foretold);
  const Ended ended = run_process(
      {program, "run", file.string(), "--out", out.string(), "--backend", backend.name()}, folder / "log");
  row.seconds = ended.seconds;
  if (!WIFEXITED(ended.status) || WEXITSTATUS(ended.status) != 0) {
    row.failure = "the run failed";
    return row;
  }
  row.disk_bytes = bytes_below(out);
  // What the system tells of a child's memory has its parent's in it, as it was when the child was begun.
  const auto report = nlohmann::json::parse(read_regular_file(out / "report.json", most_bytes::small, {}));
  row.memory_bytes = report.at("peak_memory_bytes").get<double>();
  return row;
}

double middle(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace

std::vector<JobBenchRow> bench_jobs(const Backend& backend, const JobBenchPlan& plan,
                                    const std::function<void(const JobBenchRow&)>& done, const Job& job) {
  const Backend& alone = without_fallback(backend);
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const JobFolder folder;
  const Calibration calibration = calibrate(alone, folder.path(), job);
  write_calibration(calibration_path(calibration.stamp), calibration);
  const std::vector<Scenario> jobs = drawn_jobs(plan.seed, plan.taught + plan.jobs, alone.on_host());
  std::vector<JobBenchRow> rows;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    job.throw_if_stopped();
    JobBenchRow row = run_job(jobs[i], alone, folder.path(), program);
    if (i < static_cast<std::size_t>(plan.taught)) continue;
    done(row);
    rows.push_back(std::move(row));
  }
  return rows;
}

JobBenchSummary summary_of(const std::vector<JobBenchRow>& rows) {
  std::vector<double> errors, asked, memory, disk;
  double inside = 0.0, in_time = 0.0, enough = 0.0;
  for (const JobBenchRow& row : rows) {
    if (!row.failure.empty()) continue;
    errors.push_back(std::abs(row.foretold.seconds / row.seconds - 1.0));
    asked.push_back(row.asked_seconds / row.seconds);
    memory.push_back(std::abs(row.foretold_memory / row.memory_bytes - 1.0));
    disk.push_back(std::abs(row.foretold_disk / row.disk_bytes - 1.0));
    inside += row.seconds >= row.foretold.low && row.seconds <= row.foretold.high ? 1.0 : 0.0;
    in_time += row.seconds <= row.asked_seconds ? 1.0 : 0.0;
    enough += row.memory_bytes <= row.asked_memory ? 1.0 : 0.0;
  }
  JobBenchSummary s;
  s.jobs = static_cast<int>(errors.size());
  if (errors.empty()) return s;
  const auto count = static_cast<double>(errors.size());
  s.worst_error = std::ranges::max(errors);
  s.median_error = middle(errors);
  s.coverage = inside / count;
  s.ended_in_time = in_time / count;
  s.asked_enough_memory = enough / count;
  s.asked_over_used = middle(asked);
  s.memory_error = middle(memory);
  s.disk_error = middle(disk);
  return s;
}

}  // namespace foldwave::cli
