// Whole jobs by the clock, for `foldwave-cli bench forecast --jobs`: small random scenarios run by this
// program in processes of their own, one after the other, each foretold just before by a calibration that the
// jobs before it have mended, as it is in use. The first ones teach and are not counted. Each is held against
// the time and memory that --slurm asks for, before Slurm's whole minutes. Units: seconds, bytes.
// Errors: ResourceError for a process that cannot be started, Stopped.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/engine/forecast/forecast.hpp"

namespace foldwave::cli {

struct JobBenchPlan {
  int jobs = 0;     // counted
  int taught = 30;  // before them
  unsigned seed = 1;
};

struct JobBenchRow {
  std::string name;
  double seconds = 0.0, memory_bytes = 0.0, disk_bytes = 0.0;  // of the whole process, and what it left
  TimeEstimate foretold;
  double foretold_memory = 0.0, foretold_disk = 0.0;
  double asked_seconds = 0.0, asked_memory = 0.0;
  std::string failure;  // empty: it ran
};

struct JobBenchSummary {
  int jobs = 0;
  double median_error = 0.0, worst_error = 0.0;  // of seconds
  double coverage = 0.0;                         // of the 90 % interval
  double ended_in_time = 0.0;                    // share of jobs
  double asked_over_used = 0.0;                  // the median
  double asked_enough_memory = 0.0;              // share of jobs
  double memory_error = 0.0, disk_error = 0.0;   // the medians
};

// Each row is told to `done` as soon as it is there, of the jobs that are counted.
std::vector<JobBenchRow> bench_jobs(const Backend& backend, const JobBenchPlan& plan,
                                    const std::function<void(const JobBenchRow&)>& done, const Job& job);
JobBenchSummary summary_of(const std::vector<JobBenchRow>& rows);

}  // namespace foldwave::cli
