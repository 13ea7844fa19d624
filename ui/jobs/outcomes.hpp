// What the stages give, with the scenario that each was made of.
#pragma once

#include <filesystem>
#include <memory>

#include "core/base/stages/stage_log.hpp"
#include "core/engine/fold_result.hpp"
#include "core/engine/location/image_result.hpp"
#include "core/engine/survey/gather_comparison.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/engine/wave_result.hpp"
#include "ui/jobs/snapshot_store.hpp"
#include "ui/scene/structure/structure_geometry.hpp"

namespace foldwave {

struct FoldOutcome {
  Scenario scenario;
  FoldResult result;
  StructureGeometry geometry;
};

struct WaveOutcome {
  Scenario scenario;
  WaveResult result;
};

struct ImageOutcome {
  Scenario scenario;
  std::shared_ptr<const FoldOutcome> fold;
  ImageResult result;
};

// Of the shots so far; of all of them when `result` says so.
struct SurveyOutcome {
  Scenario scenario;
  std::shared_ptr<const FoldOutcome> fold;
  SurveyResult result;
};

// Whether it may be looked at in place of a wave of this scenario.
bool has_traces_of(const std::shared_ptr<const WaveOutcome>& wave, const Scenario& scenario);

// A recorded gather against the scenario's wave at its receivers.
struct ComparisonOutcome {
  Scenario scenario;
  std::filesystem::path file;
  GatherComparison result;
};

// A wave with all that belongs to it; without `wave` while it runs, without `store` where there is none.
struct WaveShown {
  std::shared_ptr<const FoldOutcome> fold;
  std::shared_ptr<const WaveOutcome> wave;
  std::shared_ptr<SnapshotStore> store;
  Scenario scenario;
  std::shared_ptr<const StageLog> stages{};  // when it was packed: of the run so far
  bool beside = false;                       // the solver works on while that is done
  double seconds = 0.0;                      // of the run, by that log's clock; 0: it goes on
  std::string from{};                        // the files that it was read of; empty: it was run here
  bool backward = false;                     // traces that are sent back: `wave` is theirs until it ends
};

}  // namespace foldwave
