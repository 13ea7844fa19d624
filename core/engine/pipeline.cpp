#include "core/engine/pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/text.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/fold/normal_speed.hpp"
#include "core/model/scenario_check.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/wavelet.hpp"

namespace foldwave {

namespace {

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

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

std::string fit_warning(const HorizonReport& fit) {
  std::string text = "/events/0/horizon: the surface misses the picks by " + number_text(fit.rms_misfit, 3) +
                     " m (root mean square), " + number_text(fit.largest_misfit, 3) + " m at most";
  if (fit.skipped > 0) text += "; " + std::to_string(fit.skipped) + " rows without a value were left out";
  return text;
}

}  // namespace

std::shared_ptr<const Horizon> build_horizon(const Scenario& scenario, HorizonReport* report) {
  return std::make_shared<const Horizon>(
      make_horizon(scenario.events.front().horizon, scenario.grid, scenario.folder, "/events/0", report));
}

Findings check_fold_setup(const Scenario& scenario, const Horizon& horizon) {
  Findings findings;
  const Grid3& grid = scenario.grid;
  const double deepest = grid.extent().z;
  bool above = true;
  bool below = true;
  bool finite = true;
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i) {
      const double f = horizon.depth(i * grid.h[0], j * grid.h[1]);
      finite = finite && std::abs(f) < 1e9;
      above = above && f < 0.0;
      below = below && f > deepest;
    }
  if (!finite) {
    findings.push_back({Severity::error, "/events/0/horizon",
                        "the surface through these values runs out of all bounds",
                        "check for points close together with very different depths"});
    return findings;
  }
  if (above || below)
    findings.push_back(
        {Severity::error, "/events/0/horizon",
         std::string("the horizon misses the box: it lies wholly ") + (above ? "above" : "below") + " it",
         "bring it to depths of " + number_text(grid.origin.z, 8) + " to " +
             number_text(grid.origin.z + deepest, 8) + " m, or move /grid/origin"});

  const FoldSpec& fold = scenario.events.front().fold;
  const double F = fold.parameters.F;
  const double psi = fold.parameters.psi;
  const NormalSpeedCheck speed = check_normal_speed(horizon, grid, F, fold.advection());
  const std::string place = number_text(speed.at.x + grid.origin.x, 8) + ", " +
                            number_text(speed.at.y + grid.origin.y, 8) + ", depth " +
                            number_text(speed.at.z + grid.origin.z, 6);
  const std::string path = fold.parameters.by_class ? "/events/0/fold/lambda" : "/events/0/fold/psi";
  if (speed.share_bad > 0.0)
    findings.push_back(
        {Severity::error, path,
         "the fold cannot propagate on " + number_text(100.0 * speed.share_bad, 2) +
             " % of the horizon: the normal speed F + psi a.n is " + number_text(speed.least, 3) + " at (" +
             place + ")",
         "bring lambda nearer to 0, tilt the axial line towards the horizon's normal, or make the "
         "horizon gentler"});
  else if (speed.least < 0.05 * (F + std::abs(psi)))
    findings.push_back({Severity::warning, path,
                        "the normal speed is only " + number_text(speed.least, 3) + " at (" + place +
                            "): layers are thin and inexact there",
                        "bring lambda nearer to 0"});
  return findings;
}

FoldResult run_fold(const Scenario& scenario, const Backend& backend, const Job& job) {
  const Clock clock;
  throw_first_error(check_scenario(scenario));
  FoldResult result;
  result.grid = scenario.grid;
  HorizonReport fit;
  result.horizon = build_horizon(scenario, &fit);
  throw_first_error(check_fold_setup(scenario, *result.horizon));
  const bool picked = std::holds_alternative<XyzHorizon>(scenario.events.front().horizon);
  if (picked || fit.largest_misfit > 0.1 * scenario.grid.h[2]) result.warnings.push_back(fit_warning(fit));

  const FoldSpec& fold = scenario.events.front().fold;
  FoldProblem problem{scenario.grid, fold.parameters.F, fold.advection(), result.horizon, {}};
  const auto solver = backend.make_fold_solver(fold.method);
  FoldSolution solution = solver->solve(std::move(problem), {}, job);
  result.method = solver->name();
  result.sweeps = solution.sweeps;
  result.unreached = solution.unreached;
  if (solution.unreached > 0)
    result.warnings.push_back("fold: the front never reaches " + std::to_string(solution.unreached) +
                              " nodes; they count as the outermost layer");
  result.arrival = std::move(solution.arrival);
  result.bands = layer_bands(scenario.stack, fold.parameters);
  result.layer_index = layer_volume(result.arrival, result.bands);
  result.velocity = velocity_volume(result.layer_index, scenario.stack);
  result.seconds = clock.seconds();
  return result;
}

WaveResult run_wave(const Scenario& scenario, const FoldResult& fold, const Backend& backend,
                    SnapshotSink* sink, const Job& job) {
  const Clock clock;
  throw_first_error(check_scenario(scenario));
  if (!scenario.propagation.enabled)
    throw InputError("/propagation/enabled", "is false", "set it to true to run a wave");
  const auto velocities = fold.velocity.values();
  const auto [slowest, fastest] = std::minmax_element(velocities.begin(), velocities.end());

  WaveResult result;
  result.grid = scenario.grid;
  const TimeStep time = choose_time_step(scenario, static_cast<double>(*fastest));
  result.dt = time.dt;
  result.stable_dt = time.limit;
  result.estimated_error = time.estimated_error;
  result.points_per_wavelength = points_per_wavelength(scenario.grid, static_cast<double>(*slowest),
                                                       ricker_bandwidth * scenario.survey.wavelet.frequency);

  WaveModel model = make_wave_model(scenario, time);
  model.velocity = &fold.velocity;
  if (sink == nullptr) model.snapshot_every = 0;
  result.snapshot_every = model.snapshot_every;
  result.run = backend.make_wave_propagator()->run(model, sink, job);
  if (result.run.stopped) cut_gather(result.run.gather, result.run.steps_done + 1);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace foldwave
