#include "core/engine/forecast/bytes/disk_bytes.hpp"
#include "core/engine/forecast/wave_parts.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

namespace {

int planes_of_share(const WaveModel& model, int shares) {
  return (model.grid.n[2] + shares - 1) / shares;
}

// Of a wave that is cut into slabs, one that ends at a face: across a cut there are no pads. What is too thin
// stays whole.
StepCount count_of_share(StepCount count, int shares) {
  if (!is_cut(count.model, shares)) return count;
  count.cuts = std::min(2, shares - 1);
  count.model.grid.n[2] = planes_of_share(count.model, shares);
  count.model.boundaries[5] = Boundary::free;
  return count;
}

}  // namespace

bool is_cut(const WaveModel& model, int shares) {
  return shares > 1 && planes_of_share(model, shares) >= 4 * model.stencil.radius;
}

StageWork wave_work(const Scenario& scenario, const Backend& backend, bool files) {
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario));
  const StepCount count = counted_steps(scenario, time);
  const PaddedGrid padded(count.model);
  const double receivers = receivers_of(scenario.survey);
  const double nodes = static_cast<double>(scenario.grid.size());
  const double padded_nodes = static_cast<double>(padded.nodes());
  StageWork stage{"wave", {model_part(scenario, padded_nodes)}};
  if (!std::holds_alternative<std::monostate>(scenario.survey.start))
    stage.parts.front().work.terms.push_back({nodes, {{"wave.model.start"}}});
  tell_kernel(count, backend, stage);
  stage.parts.push_back(set_up_part(scenario, count));
  // Memory that is asked for and given back, mostly.
  StagePart rest{{"wave.rest", {{1.0, {{"wave.rest.once"}}}, {padded_nodes, {{"wave.rest.node"}}}}}};
  if (count.density) rest.work.terms.back().rates.push_back({"wave.rest.density"});
  stage.parts.push_back(std::move(rest));
  const StepCount share = count_of_share(count, backend.wave_shares());
  StagePart steps{{"wave.steps." + step_kind(share, backend), step_terms(share, backend)}};
  steps.measured_as = "wave.steps";
  add_step_bounds(share, steps);
  stage.parts.push_back(std::move(steps));
  if (receivers > 0.0)
    stage.parts.push_back({{"wave.gather",
                            {{receivers * count.steps, {{"wave.gather"}}},
                             {taps_of(scenario).rows * count.steps, {{"wave.gather.part"}}}}}});
  if (const int count = snapshot_steps(scenario.outputs, time).count; count > 0)
    stage.parts.push_back(snapshot_part(scenario, count, files));
  if (!files) return stage;
  stage.parts.push_back(
      {{"wave.file", {{1.0, {{"file.once"}}}, {receivers * (count.steps + 1.0), {{"file.trace"}}}}}});
  if (scenario.outputs.pictures && writes_vtk())
    stage.parts.push_back(
        {{"wave.picture", {{1.0, {{"wave.picture.once"}}}, {nodes, {{"wave.picture.node"}}}}}});
  return stage;
}

}  // namespace foldwave
