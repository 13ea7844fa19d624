#include "core/engine/forecast/forecast_memory.hpp"

#include <algorithm>
#include <cmath>

#include "core/engine/forecast/bytes/disk_bytes.hpp"
#include "core/engine/forecast/bytes/packed_bytes.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/imaging/survey/survey_layout.hpp"

namespace foldwave {

namespace {

// The program with its libraries, and what drawing in software takes beside it, which is another machine by
// machine: that of an EPYC.
constexpr double program_bytes = 47.2e6, usual_drawing_bytes = 190e6, drawn_node = 29.2;
constexpr double device_runtime_bytes = 90e6;  // of the host: CUDA's, on an H200

// Snapshots: one as it is, one for the picture, and those that are packed and wait for the disk, which keeps
// up as a rule.
constexpr double snapshot_node = 8.4, snapshot_bytes = 5e6, packed_that_wait = 1.5;
constexpr double device_snapshot_bytes = 85e6;  // that a device's come through, as 40 jobs of an H200 had it

double bytes_of_snapshots(const Scenario& scenario, bool on_host) {
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario));
  const int count = snapshot_steps(scenario.outputs, time).count;
  if (count == 0) return 0.0;
  return snapshot_node * static_cast<double>(scenario.grid.size()) + snapshot_bytes +
         (on_host ? 0.0 : device_snapshot_bytes) + packed_that_wait * packed_snapshot_bytes(scenario) / count;
}

// Of large runs, a node: what writing a volume takes beside its copy, and what of a wave's need is not there
// while it runs.
constexpr double writing_node = 0.15, unheld_node = 11.3;

// What `memory_need` holds ready for writing is not there while a wave runs, nor is a queue that is full.
double while_it_runs(Scenario scenario, const Backend& backend, MemoryNeed& need) {
  need = memory_need(scenario, backend);
  const double nodes = static_cast<double>(scenario.grid.size());
  Outputs& outputs = scenario.outputs;
  const double snapshots = bytes_of_snapshots(scenario, backend.on_host());
  take_no_snapshots(outputs);
  const double without = snapshots > 0.0 ? memory_need(scenario, backend).host : need.host;
  return without - unheld_node * nodes + snapshots;
}

double program_bytes_of(bool on_host) {
  return program_bytes + (on_host ? 0.0 : device_runtime_bytes);
}

// At the peak of a stage that is drawn, or not.
double with_program(const Scenario& scenario, const Backend& backend, const ForecastOptions& options,
                    const Calibration& calibration, double stage) {
  const double nodes = static_cast<double>(scenario.grid.size());
  const bool drawn = options.files && scenario.outputs.pictures && writes_vtk();
  const double drawing = calibration.drawing_bytes > 0.0 ? calibration.drawing_bytes : usual_drawing_bytes;
  return program_bytes_of(backend.on_host()) + std::max(stage, drawn ? drawing + drawn_node * nodes : 0.0);
}

// The scenario with `scale` as many nodes along each axis of the same box.
Scenario refined(Scenario scenario, double scale) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int& n = scenario.grid.n[axis];
    if (n <= 1) continue;
    const double extent = (n - 1) * scenario.grid.h[axis];
    n = std::max(2, static_cast<int>(std::lround((n - 1) * scale)) + 1);
    scenario.grid.h[axis] = extent / (n - 1);
  }
  return scenario;
}

bool fits(const Scenario& scenario, const Backend& backend) {
  const MemoryNeed need = memory_need(scenario, backend);
  if (need.host > static_cast<double>(cpu_backend()->free_memory_bytes())) return false;
  return backend.on_host() || need.device <= static_cast<double>(backend.free_memory_bytes());
}

}  // namespace

StageBytes stage_bytes(const std::string& stage, const Scenario& scenario, const Backend& backend,
                       const ForecastOptions& options, const Calibration& calibration) {
  const double nodes = static_cast<double>(scenario.grid.size());
  const bool on_disk = options.leaves_files();
  StageBytes bytes;
  if (stage == "fold") {
    Scenario folded = scenario;
    folded.propagation.enabled = false;
    const MemoryNeed need = memory_need(folded, backend);
    bytes = {with_program(scenario, backend, options, calibration, need.host + writing_node * nodes),
             need.device, on_disk ? fold_disk_bytes(scenario) : 0.0};
  } else if (stage == "wave" || stage == "image") {
    MemoryNeed need;
    const double host = while_it_runs(scenario, backend, need);
    bytes = {
        with_program(scenario, backend, options, calibration, stage == "wave" ? host : host + 8.0 * nodes),
        need.on_cpu_instead ? 0.0 : need.device, 0.0};
    const double factor = calibration.packed_factor > 0.0 ? calibration.packed_factor : 1.0;
    if (on_disk) bytes.disk = (stage == "wave" ? wave_disk_bytes : image_disk_bytes)(scenario, factor);
  } else {
    const VelocityRange range = survey_velocity_range(scenario);
    const ForetoldSurvey foretold = foretold_survey(scenario, range.slowest, range.fastest);
    const double kept = nodes * (2 * sizeof(float) + 2);
    const double all = foretold_bytes(foretold, backend);
    const double host = foretold_host_bytes(foretold, backend);
    bytes = {with_program(scenario, backend, options, calibration, host + kept),
             backend.on_host() ? 0.0 : all,
             (on_disk ? survey_image_bytes(foretold) : 0.0) +
                 survey_disk_bytes(foretold.medium, foretold.source_field)};
  }
  if (on_disk) bytes.disk += picture_bytes(stage, scenario);
  return bytes;
}

double drawing_bytes_of(double peak, Index nodes, bool on_host) {
  return peak - program_bytes_of(on_host) - drawn_node * static_cast<double>(nodes);
}

std::array<int, 3> largest_grid(const Scenario& asked, const Backend& backend) {
  Scenario scenario = asked;
  // A file's fastest velocity is looked for once, not for each grid.
  if (scenario.velocity) {
    const VelocityRange range = velocity_range(scenario);
    if (!averages_interfaces(scenario)) scenario.propagation.interfaces = Interfaces::node;
    scenario.velocity.reset();
    for (Layer& layer : scenario.stack.layers)
      layer.velocity = range.fastest;
  }
  double low = 1.0, high = 2.0;
  if (!fits(scenario, backend)) {
    high = 1.0;
    for (low = 0.5; low > 0.01 && !fits(refined(scenario, low), backend); low *= 0.5)
      high = low;
  } else {
    for (; high < 128.0 && fits(refined(scenario, high), backend); high *= 2.0)
      low = high;
  }
  while (high / low > 1.005) {
    const double middle = std::sqrt(low * high);
    (fits(refined(scenario, middle), backend) ? low : high) = middle;
  }
  return refined(scenario, low).grid.n;
}

}  // namespace foldwave
