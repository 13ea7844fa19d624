// Checks of a scenario's own values (ranges, counts, positions inside the grid). Checks that need a horizon,
// a stability limit or the machine are in engine/preflight.hpp, which calls this first.
#pragma once

#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// What is found in a variant is a warning under /variants/i.
Findings check_scenario(const Scenario& scenario);

}  // namespace foldwave
