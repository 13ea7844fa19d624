// Everything that can be said before a run: the scenario's own checks, then those that need the horizon, the
// stability limit or the machine. Reads the horizon's file; never throws for what it can report as a finding.
#pragma once

#include "core/engine/backend.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Bytes that a scenario's stages are foretold to take of this machine and of the device: what `preflight`
// judges. The scenario has passed its checks.
struct MemoryNeed {
  double host = 0.0, device = 0.0;
  double gather = 0.0;          // the traces, of host
  double fold_on_device = 0.0;  // of device
  bool on_cpu_instead = false;  // the wave does not fit the device, whose work the CPU then does
};
MemoryNeed memory_need(const Scenario& scenario, const Backend& backend);

Findings preflight(const Scenario& scenario, const Backend& backend, const Job& job = {});

}  // namespace foldwave
