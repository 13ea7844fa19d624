#include "core/engine/pipeline.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/clock.hpp"
#include "core/base/memory/freed_memory.hpp"
#include "core/base/text.hpp"
#include "core/base/trilinear.hpp"
#include "core/engine/caustic_check.hpp"
#include "core/engine/fold_check.hpp"
#include "core/engine/fold_run.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/engine/speed_setup.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/fold/refold.hpp"
#include "core/fold/unreached.hpp"
#include "core/model/layer_sequence.hpp"
#include "core/model/scenario_check.hpp"
#include "core/wave/dispersion.hpp"

namespace foldwave {

namespace {

// Samples after the last step were never made: a trace ends where the run did.
void cut_gather(Gather& gather, int samples) {
  if (samples >= gather.samples) return;
  for (std::size_t r = 0; r < gather.receivers.size(); ++r) {
    const float* const from = gather.trace(static_cast<int>(r));
    std::copy(from, from + samples, gather.traces.begin() + static_cast<std::ptrdiff_t>(r) * samples);
  }
  gather.samples = samples;
  gather.traces.resize(gather.receivers.size() * static_cast<std::size_t>(samples));
}

}  // namespace

FoldResult run_fold(const Scenario& scenario, const Backend& backend, const Job& job,
                    const FoldOptions& options) {
  const Clock clock;
  throw_first_error(check_scenario(scenario));
  FoldResult result;
  result.grid = scenario.grid;
  HorizonReport fit;
  MeshReport mesh;
  result.horizon = build_horizon(scenario, &fit, job);
  result.mesh = build_mesh_horizon(scenario, &mesh, job);
  const auto speeds = build_speeds(scenario);
  throw_first_error(result.mesh ? check_fold_setup(scenario, *result.mesh)
                                : check_fold_setup(scenario, *result.horizon, speeds.get()));
  add_warnings(result.mesh ? mesh_findings(mesh) : horizon_findings(scenario, 0, fit), result.warnings);

  const FoldSpec& fold = scenario.events.front().fold;
  FoldProblem problem{scenario.grid, fold.parameters.F, fold.advection(), result.horizon, {}, result.mesh};
  // Events are undone by foot points on the CPU, whatever the back end; a fold that is alone has its own
  // solver.
  const std::vector<PastEvent> past = past_events(scenario, job, result);
  const bool alone = fold_count(scenario) == 1;
  check_caustics(scenario, {result.horizon.get(), result.mesh.get(), speeds.get()},
                 {past.begin() + (alone ? 0 : 1), past.end()}, job, &result.caustics);
  const Clock solving;
  WalkedBack walked = walk_back(scenario.grid, past, job);
  take_cuts(scenario, std::move(walked.cuts), result);
  FoldSolution solution;
  result.made_by = made_by(*cpu_backend());
  if (!walked.arrival.empty()) {
    solution.arrival = std::move(walked.arrival);
    solution.unreached = unreached_nodes(solution.arrival);
    result.method =
        "foot-point, " + std::to_string(scenario.events.size() - result.cuts.size()) + " folds (CPU)";
  } else if (result.mesh) {
    solution = solve_on_mesh(std::move(problem), fold, backend, job, result);
  } else {
    problem.speeds = speeds;
    const auto solver = backend.make_fold_solver(speeds ? FoldMethod::pmm : fold.method);
    solution = solver->solve(std::move(problem), options, job);
    result.method = solution.taken_over_by.value_or(solver->name());
    if (!solution.taken_over_by) result.made_by = made_by(backend);
  }
  if (scenario.events.size() > 1) {
    result.horizon = nullptr;
    result.mesh = nullptr;
  }
  for (std::string& warning : solution.warnings)
    result.warnings.push_back(std::move(warning));
  result.solve_seconds = solving.seconds();
  give_back_freed_memory(scenario.grid.size());  // feet are many small lists
  result.start_seconds = solution.start_seconds;
  result.device_seconds = solution.device_seconds;
  result.transfer_seconds = solution.transfer_seconds;
  result.sweeps = solution.sweeps;
  result.unreached = solution.unreached;
  if (solution.unreached > 0)
    result.warnings.push_back("fold: the front never reaches " + std::to_string(solution.unreached) +
                              " nodes; they count as the outermost layer");
  result.arrival = std::move(solution.arrival);
  result.bands = layer_bands(scenario.stack, fold.parameters, result.layering().oldest());
  result.layer_index = layer_volume(result.layering());
  result.velocity_stamp = velocity_stamp(scenario);
  if (const auto file = build_velocity(scenario, job))
    result.velocity = resampled(file->values, file->grid, scenario.grid, job);
  else
    result.velocity = velocity_volume(result.layer_index, scenario.stack);
  result.velocity_file = velocity_file_text(scenario);
  const auto [slowest, fastest] =
      std::minmax_element(result.velocity.values().begin(), result.velocity.values().end());
  result.slowest = double{*slowest};
  result.fastest = double{*fastest};
  result.folded = has_fold(scenario);
  result.seconds = clock.seconds();
  return result;
}

WaveResult run_wave(const Scenario& scenario, const FoldResult& fold, const Backend& backend,
                    const WaveWatch& watch, const Job& job) {
  const Clock clock;
  throw_first_error(check_scenario(scenario));
  if (!scenario.propagation.enabled)
    throw InputError("/propagation/enabled", "is false", "set it to true to run a wave");
  give_back_freed_memory(scenario.grid.size());  // of the fold's files and surfaces
  WaveFields fields = make_wave_media(scenario, fold, job);
  const TimeStep time = choose_time_step(scenario, stable_dt(fields, scenario, fold, job));
  add_start(fields, scenario, fold, time.dt, job);
  WaveModel model = make_wave_model(scenario, time);
  model.check_stability = time.dt > time.limit;  // a good step need not be looked at twice
  std::move(fields).give_to(model, fold.velocity);
  const auto velocities = model.velocity->values();

  WaveResult result;
  result.grid = scenario.grid;
  result.dt = time.dt;
  result.stable_dt = time.limit;
  result.estimated_error = time.estimated_error;
  result.dt_chosen_by = time.chosen_by;
  result.error_budget = scenario.propagation.error_budget;
  result.stencil = model.stencil.name;
  result.moment_error = moment_error(model.stencil);
  result.time_order = model.time_order;
  result.points_per_wavelength =
      points_per_wavelength(scenario.grid, double{*std::min_element(velocities.begin(), velocities.end())},
                            scenario.survey.wavelet.largest_frequency());
  if (watch.snapshots == nullptr) place_snapshots(model, {});
  result.snapshot_every = model.snapshot_every;
  const auto propagator = backend.make_wave_propagator();
  result.model_seconds = clock.seconds();
  result.run = propagator->run(model, watch, job);
  result.made_by = made_by(result.run.taken_over_by ? *cpu_backend() : backend);
  result.propagator = result.run.taken_over_by.value_or(propagator->name());
  result.warnings = result.run.warnings;
  if (result.run.stopped) cut_gather(result.run.gather, result.run.steps_done + 1);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace foldwave
