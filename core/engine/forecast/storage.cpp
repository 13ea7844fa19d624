#include "core/engine/forecast/storage.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/forecast/calibration/calibration_file.hpp"

namespace foldwave {

namespace {

StorageNeed need_of(const Scenario& scenario) {
  StorageNeed need;
  need.volume_bytes = static_cast<double>(sizeof(float)) * static_cast<double>(scenario.grid.size());
  if (!scenario.propagation.enabled) return need;
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario));
  need.volumes = std::max(1, snapshot_steps(scenario.outputs, time).count);
  return need;
}

}  // namespace

ScenarioStorage plan_storage(const Scenario& scenario, const MachineRates& machine,
                             std::span<const double> more_disks) {
  const auto tell = [](const char* problem) {
    return Finding{Severity::warning, "forecast", problem, calibrate_command};
  };
  ScenarioStorage plan;
  plan.need = need_of(scenario);
  const MachineBounds& bounds = machine.calibration.bounds;
  if (bounds.disk_write > 0.0 && bounds.disk_read > 0.0)
    plan.disks.push_back({"this machine", bounds.disk_write, bounds.disk_read});
  else
    plan.findings.push_back(tell("this machine's disk was not measured"));
  for (const double rate : more_disks)
    plan.disks.push_back({bytes_text(rate) + "/s", rate, rate});
  const std::vector<CodecFigure>& codecs = machine.calibration.codecs;
  if (codecs.empty()) plan.findings.push_back(tell("the codecs were not measured on this machine"));
  plan.choices = plan_storage(plan.need, codecs, plan.disks);
  return plan;
}

}  // namespace foldwave
