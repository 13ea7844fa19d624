// From a scenario to the horizons of its folds, read, fitted and ready for queries. The last ones are kept by
// what they were made from, the time and size of their file included: a preview that follows the mouse reads
// and fits no file again.
//
// Errors: InputError naming the JSON path or the file; Stopped.
#pragma once

#include <memory>

#include "core/horizon/horizon.hpp"
#include "core/horizon/mesh/mesh_horizon.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Of the event of that number. Null for a mesh.
std::shared_ptr<const Horizon> build_horizon(const Scenario& scenario, HorizonReport* report = nullptr,
                                             const Job& job = {}, std::size_t event = 0);

// How its file was read and how near the surface comes to what it is made from: notes, or warnings where that
// is off.
Findings horizon_findings(const Scenario& scenario, std::size_t event, const HorizonReport& report);
// What was put right in a mesh.
Findings mesh_findings(const MeshReport& report);

// Null for any other horizon.
std::shared_ptr<const TriangulatedHorizon> build_mesh_horizon(const Scenario& scenario,
                                                              MeshReport* report = nullptr,
                                                              const Job& job = {});

}  // namespace foldwave
