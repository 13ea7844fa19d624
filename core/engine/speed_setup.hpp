// From a scenario to the speeds of its fold where they vary in space.
#pragma once

#include <memory>

#include "core/fold/speed_model.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Null when they are constant. From a file: .vti with point arrays "F" (one component) and "psi_a" (three:
// east, north, up). Throws InputError naming the JSON path or the file.
std::shared_ptr<const SpeedModel> build_speeds(const Scenario& scenario);

}  // namespace foldwave
