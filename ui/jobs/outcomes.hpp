// What the two stages give, with the scenario that each was made of.
#pragma once

#include <memory>

#include "core/engine/fold_result.hpp"
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

// A wave with all that belongs to it; without `wave` while it runs, without `store` where there is none.
struct WaveShown {
  std::shared_ptr<const FoldOutcome> fold;
  std::shared_ptr<const WaveOutcome> wave;
  std::shared_ptr<SnapshotStore> store;
  Scenario scenario;
};

}  // namespace foldwave
