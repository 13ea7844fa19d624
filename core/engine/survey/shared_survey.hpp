// A survey whose shots are imaged by any number of processes that share a folder (core/scale/tasks): planned
// once, worked on by workers that come and go, merged in the order of the shots. As a shot's image hangs on
// the plan alone, the merged image is the same to the bit whoever made which shot, and the same as that of
// run_survey.
//
//   plan.json       what is imaged: program version, back end, shots, the survey's key
//   scenario.json   the scenario, as it was when it was planned
//   results/        000000.shot and on (core/imaging/survey/shot_file.hpp), and the rest of a task folder
//
// The key (core/imaging/survey/partial_stack.hpp) sums all numbers that an image hangs on: a worker whose
// files, program or processor give others is refused, with its name and host.
// Errors: InputError for a folder without a plan, of another version or another survey, and for shots that
// are not there yet or damaged; those of survey_run.hpp.
#pragma once

#include <filesystem>
#include <string>

#include "core/engine/survey/survey_run.hpp"
#include "core/scale/tasks/worker.hpp"

namespace foldwave {

struct SurveyPlan {
  std::filesystem::path folder;
  Scenario scenario;
  std::string program;  // its version
  std::string backend;  // "cpu", "cuda"
  int shots = 0;
  std::uint64_t key = 0;
  SourceField source_field = SourceField::strips;
  double lease = 8.0;

  TaskFolder tasks() const;
};

// Folds, lays the survey out and writes the plan. One that is there and the same stays, with its shots.
SurveyPlan plan_survey(const Scenario& scenario, const Backend& backend, const std::filesystem::path& folder,
                       double lease, const Job& job);

SurveyPlan read_survey_plan(const std::filesystem::path& folder, const Job& job);

// Images shots until all are done, as many at once as one process does of run_survey; waits while others are
// at those that are left. Gives how many this worker did.
int work_on_survey(const SurveyPlan& plan, const Backend& backend, const WorkerOptions& options,
                   const Job& job);

SurveyResult merge_survey(const SurveyPlan& plan, const FoldResult& fold, const Backend& backend,
                          const Job& job);

}  // namespace foldwave
