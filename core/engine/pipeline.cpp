#include "core/engine/pipeline.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/base/trilinear.hpp"
#include "core/engine/fold_check.hpp"
#include "core/engine/speed_setup.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/fold/mesh_fold.hpp"
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

void add_warnings(const Findings& findings, std::vector<std::string>& warnings) {
  for (const Finding& f : findings)
    if (f.severity == Severity::warning) warnings.push_back(f.text());
}

// On a mesh the foot-point method is the CPU's, whatever the back end.
FoldSolution solve_on_mesh(FoldProblem problem, const FoldSpec& fold, const Backend& backend, const Job& job,
                           FoldResult& result) {
  if (fold.method == FoldMethod::automatic || fold.method == FoldMethod::foot_point) {
    Index from_rim = 0;
    FoldSolution solution = solve_mesh_fold(problem, {}, job, &from_rim);
    if (from_rim > 0)
      result.warnings.push_back(
          "/events/0/horizon: the mesh is too small for the box: " + std::to_string(from_rim) +
          " nodes are reached only round the rim of its continuation; layers bend there "
          "for no geological reason");
    result.method = "foot-point on a mesh (CPU)";
    return solution;
  }
  problem.start = mesh_start_values(problem, job);
  const auto solver = backend.make_fold_solver(fold.method);
  result.method = solver->name();
  result.made_by = made_by(backend);
  return solver->solve(std::move(problem), {}, job);
}

// The events as the walk back takes them, oldest first; without a fold that is alone.
std::vector<PastEvent> past_events(const Scenario& scenario, const Job& job, FoldResult& result) {
  const Grid3& grid = scenario.grid;
  std::vector<PastEvent> events;
  for (std::size_t e = fold_count(scenario) == 1 ? 1 : 0; e < scenario.events.size(); ++e) {
    const FoldEvent& event = scenario.events[e];
    HorizonReport fit;
    const auto surface = e == 0 ? result.horizon : build_horizon(scenario, &fit, job, e);
    if (e > 0) {
      throw_first_error(check_fold_setup(scenario, *surface, nullptr, e));
      add_warnings(horizon_findings(scenario, e, fit), result.warnings);
    }
    const auto datum = [&](double automatic) {
      return event.datum ? *event.datum - grid.origin.z : automatic;
    };
    if (!event.cuts()) {
      const FoldParameters& p = event.fold.parameters;
      events.push_back(
          PastFold{surface, p.F, p.psi, event.fold.advection(), datum(mean_depth(*surface, grid))});
      continue;
    }
    PastCut cut{surface};
    if (event.bedding == Bedding::onlap && event.deposits > 1 && event.type == EventType::unconformity)
      cut.datum = datum(deepest_depth(*surface, grid));
    events.push_back(std::move(cut));
  }
  return events;
}

// What each cut's deposits are, and which cuts only the run knows to be of no use.
void take_cuts(const Scenario& scenario, std::vector<CutFields> fields, FoldResult& result) {
  const auto sequences = layer_sequences(scenario.events, static_cast<int>(scenario.stack.layers.size()));
  for (std::size_t c = 0; c < fields.size(); ++c) {
    const LayerSequence& sequence = sequences[c];
    const FoldEvent& event = scenario.events[sequence.event];
    CutSurface cut{event.name, std::move(fields[c].height), std::move(fields[c].flat)};
    cut.first = sequence.first;
    cut.bands = deposit_bands(scenario.stack, sequence.first, sequence.count);
    cut.drape = event.type == EventType::unconformity && event.bedding == Bedding::drape;
    const auto [least, greatest] =
        std::minmax_element(cut.height.values().begin(), cut.height.values().end());
    Findings findings;
    if (std::any_of(scenario.events.begin() + static_cast<std::ptrdiff_t>(sequence.event),
                    scenario.events.end(), [](const FoldEvent& e) { return !e.cuts(); }))
      add_cut_finding(event_path(sequence.event) + "/horizon", !(*greatest > 0.0F), *least > 0.0F, findings);
    for (const Finding& f : findings)
      result.warnings.push_back(f.path + ": " + f.problem);
    result.cuts.push_back(std::move(cut));
  }
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
  throw_first_error(result.mesh
                        ? check_fold_setup(scenario, *result.mesh, &result.caustics)
                        : check_fold_setup(scenario, *result.horizon, speeds.get(), 0, &result.caustics));
  add_warnings(result.mesh ? mesh_findings(mesh) : horizon_findings(scenario, 0, fit), result.warnings);

  const FoldSpec& fold = scenario.events.front().fold;
  FoldProblem problem{scenario.grid, fold.parameters.F, fold.advection(), result.horizon, {}, result.mesh};
  // Events are undone by foot points on the CPU, whatever the back end; a fold that is alone has its own
  // solver.
  const std::vector<PastEvent> past = past_events(scenario, job, result);
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
    result.method = solution.solver.empty() ? solver->name() : solution.solver;
    if (solution.solver.empty()) result.made_by = made_by(backend);
  }
  if (scenario.events.size() > 1) {
    result.horizon = nullptr;
    result.mesh = nullptr;
  }
  for (std::string& warning : solution.warnings)
    result.warnings.push_back(std::move(warning));
  result.solve_seconds = solving.seconds();
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
  WaveFields fields = make_wave_media(scenario, fold, job);
  const TimeStep time = choose_time_step(scenario, stable_dt(fields, scenario, fold, job));
  add_start(fields, scenario, fold, time.dt, job);
  WaveModel model = make_wave_model(scenario, time);
  model.check_stability = time.dt > time.limit;  // a good step need not be looked at twice
  fields.give_to(model, fold.velocity);
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
  if (watch.snapshots == nullptr) model.snapshot_every = 0;
  result.snapshot_every = model.snapshot_every;
  const auto propagator = backend.make_wave_propagator();
  result.model_seconds = clock.seconds();
  result.run = propagator->run(model, watch, job);
  result.made_by = made_by(result.run.propagator.empty() ? backend : *cpu_backend());
  if (result.run.propagator.empty()) result.run.propagator = propagator->name();
  result.warnings = result.run.warnings;
  if (result.run.stopped) cut_gather(result.run.gather, result.run.steps_done + 1);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace foldwave
