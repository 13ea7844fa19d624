#include "core/engine/forecast/forecast_memory.hpp"

#include <algorithm>
#include <cmath>

#include "core/engine/preflight.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/imaging/survey/survey_layout.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

namespace {

constexpr double usual_packed_share = 0.2;

double fold_disk(const Scenario& scenario) {
  const double nodes = static_cast<double>(scenario.grid.size());
  const double columns = 1.0 * scenario.grid.n[0] * scenario.grid.n[1];
  // T is smooth; velocities and layers are runs of one value (zlib, as .vti files have it).
  return nodes * (3.3 + 0.03 + 0.01) + 36.0 * columns * static_cast<double>(scenario.stack.layers.size());
}

double wave_disk(const Scenario& scenario, double packed_share) {
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario));
  const double traces = static_cast<double>(scenario.survey.receiver_positions().size());
  // SEG-Y: 3600 bytes, and 240 and the samples a trace; the same samples as .vti.
  double bytes = traces > 0.0 ? 3600.0 + traces * (240.0 + 4.0 * (time.steps + 1.0) * 1.9) : 0.0;
  const int every = snapshot_steps(scenario.outputs, time.dt);
  if (every > 0) {
    const double nodes =
        static_cast<double>(scenario.grid.size()) * (1.0 + std::floor(1.0 * time.steps / every));
    const bool hdf = scenario.outputs.snapshot_format == SnapshotFormat::hdf && has_volume_store();
    bytes += 4.0 * nodes * (hdf ? packed_share : 0.9);
  }
  return bytes;
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
                       const ForecastOptions& options, double packed_share) {
  const double share = packed_share > 0.0 ? packed_share : usual_packed_share;
  const double nodes = static_cast<double>(scenario.grid.size());
  StageBytes bytes;
  if (stage == "fold") {
    Scenario folded = scenario;
    folded.propagation.enabled = false;
    const MemoryNeed need = memory_need(folded, backend);
    bytes = {need.host, need.device, options.files ? fold_disk(scenario) : 0.0};
  } else if (stage == "wave") {
    const MemoryNeed need = memory_need(scenario, backend);
    bytes = {need.host, need.on_cpu_instead ? 0.0 : need.device,
             options.files ? wave_disk(scenario, share) : 0.0};
  } else if (stage == "image") {
    const MemoryNeed need = memory_need(scenario, backend);
    bytes = {need.host + 8.0 * nodes, need.device, options.files ? 2.0 * 4.0 * nodes * share : 0.0};
  } else {
    const VelocityRange range = velocity_range(scenario);
    const ForetoldSurvey foretold = foretold_survey(scenario, range.slowest, range.fastest);
    const auto wave = static_cast<double>(backend.make_wave_propagator()->memory_bytes(foretold.medium));
    const double kept = nodes * (2 * sizeof(float) + 2);
    const double all =
        survey_bytes(foretold.medium, receiver_count(foretold.survey, foretold.medium.grid), wave);
    bytes = {all + kept, backend.on_host() ? 0.0 : all,
             options.files ? 3.0 * 4.0 * static_cast<double>(foretold.medium.grid.size()) : 0.0};
  }
  return bytes;
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
