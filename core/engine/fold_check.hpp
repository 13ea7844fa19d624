// What is wrong with an event's surface, or with a fold upon it, before anything is solved.
#pragma once

#include <string>

#include "core/horizon/horizon.hpp"
#include "core/horizon/mesh/mesh_horizon.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

class SpeedModel;

// Whether an event's surface is of use in the box, and whether a fold can propagate on it; `speeds` where
// they vary in space.
Findings check_fold_setup(const Scenario& scenario, const Horizon& horizon,
                          const SpeedModel* speeds = nullptr, std::size_t event = 0);
Findings check_fold_setup(const Scenario& scenario, const TriangulatedHorizon& mesh);

std::string event_path(std::size_t event);  // "/events/1"

// A cut that takes away nothing, or all there is in the box.
void add_cut_finding(const std::string& path, bool above, bool below, Findings& findings);

}  // namespace foldwave
