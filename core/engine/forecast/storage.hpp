// The storage planner for a scenario: what its snapshots cost on this machine's disk and on others, by every
// codec that was measured here (core/forecast/io/storage_plan.hpp). A scenario without snapshots is planned
// as one volume of its grid.
#pragma once

#include <span>
#include <vector>

#include "core/engine/forecast/forecast.hpp"
#include "core/forecast/io/storage_plan.hpp"

namespace foldwave {

inline constexpr double usual_disks[]{140e6, 500e6, 2e9};  // bytes a second: spinning, SATA, NVMe

struct ScenarioStorage {
  StorageNeed need;
  std::vector<StorageDisk> disks;  // this machine's first, where it was measured
  std::vector<StorageChoice> choices;
  Findings findings;  // codecs or a disk that were not measured
};

// `more_disks`: rates in bytes a second, reading and writing alike. Errors: those of plan_storage and of
// engine/velocity_setup.hpp.
ScenarioStorage plan_storage(const Scenario& scenario, const MachineRates& machine,
                             std::span<const double> more_disks = usual_disks);

}  // namespace foldwave
