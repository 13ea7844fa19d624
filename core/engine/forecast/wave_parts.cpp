#include "core/engine/forecast/wave_parts.hpp"

#include <algorithm>
#include <cmath>

#include "core/engine/forecast/step_kernel.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "core/wave/cpml_slabs.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

namespace {

// As wave/source/wavelet.cpp ends them; a file's may sound to the end.
double silent_steps(const Survey& survey, const TimeStep& time) {
  const Wavelet& wavelet = survey.wavelet;
  if (wavelet.kind == WaveletKind::file || !(wavelet.frequency > 0.0)) return 0.0;
  double latest = 0.0;
  for (const Source& source : survey.sources)
    latest = std::max(latest, wavelet.peak_time() + source.delay + 2.0 / wavelet.frequency);
  return std::max(0.0, time.steps - std::floor(latest / time.dt) - 1.0);
}

}  // namespace

void tell_kernel(const StepCount& count, const Backend& backend, StageWork& stage) {
  StepKernel kernel = step_kernel(count, backend);
  stage.kernel = std::move(kernel.name);
  stage.kernel_shape = std::move(kernel.shape);
}

double receivers_of(const Survey& survey) {
  double count = 0.0;
  for (const ReceiverSet& set : survey.receivers)
    if (const auto* const carpet = std::get_if<ReceiverCarpet>(&set))
      count += 1.0 * carpet->count[0] * carpet->count[1];
    else
      count += std::get<ReceiverLine>(set).count;
  return count;
}

TapCount taps_of(const Scenario& scenario) {
  const Grid3& grid = scenario.grid;
  const double wide = scenario.propagation.interpolation == Interpolation::sinc ? 8.0 : 2.0;
  const auto along = [&](int axis, double from, double to) {
    const auto a = static_cast<std::size_t>(axis);
    if (grid.n[a] == 1) return 1.0;
    const double place = (from - grid.origin[axis]) / grid.h[a];
    return from == to && std::abs(place - std::round(place)) < 1e-6 ? 1.0 : wide;
  };
  TapCount all;
  const auto add = [&](double count, double x, double y, double z) {
    all.taps += count * x * y * z;
    all.rows += count * y * z;
  };
  for (const ReceiverSet& set : scenario.survey.receivers)
    if (const auto* const carpet = std::get_if<ReceiverCarpet>(&set))
      add(1.0 * carpet->count[0] * carpet->count[1], along(0, carpet->from[0], carpet->to[0]),
          along(1, carpet->from[1], carpet->to[1]), along(2, carpet->depth, carpet->depth));
    else if (const auto& line = std::get<ReceiverLine>(set); line.count > 0)
      add(line.count, along(0, line.from.x, line.to.x), along(1, line.from.y, line.to.y),
          along(2, line.from.z, line.to.z));
  return all;
}

bool has_density(const Scenario& scenario) {
  return scenario.stack.layers.front().density > 0.0;
}

StepCount counted_steps(const Scenario& scenario, const TimeStep& time) {
  const Propagation& p = scenario.propagation;
  StepCount count;
  count.model.grid = scenario.grid;
  count.model.stencil = scenario_stencil(p);
  count.model.time_order = p.time_order;
  count.model.precision = p.precision;
  count.model.interpolation = p.interpolation;
  count.model.boundaries = p.boundaries;
  count.model.pad_cells = p.pad_cells;
  count.model.steps = time.steps;
  count.density = has_density(scenario);
  count.steps = time.steps;
  count.silent = silent_steps(scenario.survey, time);
  count.taps = taps_of(scenario).taps;
  return count;
}

StagePart model_part(const Scenario& scenario, double padded_nodes) {
  const Grid3& grid = scenario.grid;
  const double nodes = static_cast<double>(grid.size());
  const double columns = 1.0 * grid.n[0] * grid.n[1];
  StagePart part{{"wave.model", {{1.0, {{"wave.model.once"}}}, {nodes, {{"wave.model.node"}}}}}};
  if (averages_interfaces(scenario)) {
    part.work.terms.push_back({nodes, {{"wave.model.mean"}}});
    part.work.terms.push_back(
        {columns * static_cast<double>(scenario.stack.layers.size() - 1), {{"wave.model.boundary"}}});
  }
  // The stability limit of a density is found by going over the field with its stencil.
  if (has_density(scenario)) {
    part.work.terms.push_back({padded_nodes, {{"wave.model.density"}}});
    const double radius = scenario_stencil(scenario.propagation).radius;
    part.work.terms.push_back({padded_nodes * radius, {{"wave.model.density.tap"}}});
  }
  part.bytes = 12.0 * nodes;
  return part;
}

StagePart set_up_part(const Scenario& scenario, const StepCount& count) {
  const PaddedGrid padded(count.model);
  const double padded_nodes = static_cast<double>(padded.nodes());
  StagePart set_up{{"wave.set_up", {{1.0, {{"wave.set_up.once"}}}, {padded_nodes, {{"wave.set_up.node"}}}}}};
  if (count.model.precision == Precision::binary64)
    set_up.work.terms.back().rates.push_back({"wave.set_up.double"});
  double pads = 0.0;
  for (const CpmlSlab& slab : cpml_slab_layouts(padded))
    pads += static_cast<double>(slab.size());
  if (pads > 0.0) set_up.work.terms.push_back({pads, {{"wave.set_up.pads"}}});
  if (count.density) set_up.work.terms.push_back({padded_nodes, {{"wave.set_up.density"}}});
  if (const double receivers = receivers_of(scenario.survey); receivers > 0.0) {
    set_up.work.terms.push_back({receivers, {{"wave.set_up.receiver"}}});
    set_up.work.terms.push_back({count.taps, {{"wave.set_up.tap"}}});
  }
  set_up.bytes = 16.0 * padded_nodes;
  return set_up;
}

StagePart snapshot_part(const Scenario& scenario, double snapshots, bool files) {
  const double nodes = snapshots * static_cast<double>(scenario.grid.size());
  const bool hdf = scenario.outputs.snapshot_format == SnapshotFormat::hdf && has_volume_store();
  if (!files) {
    // Packed and kept in memory.
    StagePart kept{{"wave.kept", {{nodes, {{"snapshot.keep"}}}, {snapshots, {{"snapshot.once"}}}}}};
    kept.measured_as = "wave.snapshots";
    kept.bytes = 12.0 * nodes;
    kept.operations = 60.0 * nodes;
    return kept;
  }
  StagePart part{{"wave.snapshots",
                  {{nodes, {{hdf ? "snapshot.pack" : "snapshot.vti"}}},
                   {snapshots, {{hdf ? "snapshot.once" : "file.once"}}}}}};
  part.bytes = 12.0 * nodes;
  part.operations = hdf ? 60.0 * nodes : 200.0 * nodes;
  part.disk = hdf ? 0.8 * nodes : 3.6 * nodes;
  return part;
}

}  // namespace foldwave
