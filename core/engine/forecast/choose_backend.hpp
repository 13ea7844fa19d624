// Which back end `auto` takes for a scenario: of the device that was found and the processor that it falls
// back on, the one that is foretold to end first, its files and pictures left out, as the processor writes
// them for both. Where either was not measured, or its calibration is damaged or another machine's, it is the
// device. A device that does not hold the scenario is not asked; of one that does not answer nothing is
// chosen.
#pragma once

#include <memory>
#include <string>

#include "core/engine/forecast/forecast.hpp"

namespace foldwave {

struct BackendChoice {
  std::shared_ptr<const Backend> backend;
  std::string reason;       // "cpu: foretold 12 ms, cuda 0.2 s"; empty: there was nothing to choose
  bool unmeasured = false;  // one of both was not measured: the reason says which
};

std::string choice_text(const BackendChoice& choice);  // the reason, with the command that measures

// `found` is what select_backend("auto") gave, `device` and `host` the rates of what is behind it and of the
// processor. Never throws for a scenario that cannot run: that is told where it runs.
BackendChoice choose_backend(const Scenario& scenario, std::shared_ptr<const Backend> found,
                             const MachineRates& device, const MachineRates& host,
                             const std::vector<std::string>& stages = {});
// By the calibrations in the cache.
BackendChoice choose_backend(const Scenario& scenario, std::shared_ptr<const Backend> found,
                             const std::vector<std::string>& stages = {});

}  // namespace foldwave
