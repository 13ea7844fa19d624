// Everything that can be said before a run: the scenario's own checks, then those that need the horizon, the
// stability limit or the machine. Reads the horizon's file; never throws for what it can report as a finding.
#pragma once

#include "core/engine/backend.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

Findings preflight(const Scenario& scenario, const Backend& backend, const Job& job = {});

}  // namespace foldwave
