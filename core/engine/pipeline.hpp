// The stages of a scenario, each a function from values to values: no screen, no file but the horizon's own.
// The desktop, the command line and the tests call these.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/engine/made_by.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/fold/layering.hpp"
#include "core/geology/caustics.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

class SpeedModel;

struct FoldResult {
  Grid3 grid;
  // The first event's horizon, T = 0; neither where later events have moved it or cut into it.
  std::shared_ptr<const Horizon> horizon;
  std::shared_ptr<const TriangulatedHorizon> mesh;
  Field<float> arrival;                 // T of the oldest sequence, as if nothing had been cut away
  LayerBands bands;                     // T between its layers
  std::vector<CutSurface> cuts;         // youngest first
  Field<std::uint8_t> layer_index;      // into the scenario's layers
  Field<float> velocity;                // m/s, of the layers or of the scenario's file
  std::string velocity_file;            // in words; empty: of the layers
  VelocityStamp velocity_stamp;         // of what that file held
  double slowest = 0.0, fastest = 0.0;  // of the velocity
  bool folded = true;                   // false: a flat horizon and its layers stand in
  std::string method;                   // the solver's name
  MadeBy made_by;
  int sweeps = 0;
  Index unreached = 0;
  double seconds = 0.0;
  double solve_seconds = 0.0;                              // of these, in the solver
  double start_seconds = 0.0;                              // of the solver's, on start values
  std::optional<double> device_seconds, transfer_seconds;  // on a device: kernels alone; to it and from it
  Caustics caustics;  // of a fold that is alone, with constant F, psi and a
  std::vector<std::string> warnings;

  Layering layering() const { return {arrival, bands, cuts}; }
};

struct WaveResult {
  Grid3 grid;
  WaveRun run;
  double dt = 0.0;
  double stable_dt = 0.0;  // the exact limit
  int snapshot_every = 0;
  double estimated_error = 0.0;  // relative L2 of a trace caused by the time step
  std::string dt_chosen_by;      // "typed", "error budget" or "stability limit"
  double error_budget = 0.0;
  MadeBy made_by;
  std::string stencil;        // "order 8"
  double moment_error = 0.0;  // of the stencil
  int time_order = 2;
  double points_per_wavelength = 0.0;
  double seconds = 0.0;
  double model_seconds = 0.0;  // of these, before the propagator: time step, density, start fields
  std::vector<std::string> warnings;
};

// Warnings of a result are those that only the run can know; preflight gives the others.
FoldResult run_fold(const Scenario& scenario, const Backend& backend, const Job& job,
                    const FoldOptions& options = {});

// A stopped run comes back with run.stopped set.
WaveResult run_wave(const Scenario& scenario, const FoldResult& fold, const Backend& backend,
                    const WaveWatch& watch, const Job& job);

// Whether an event's surface is of use in the box, and whether a fold can propagate on it; `speeds` where
// they vary in space. `caustics`: where those that were looked for come, if asked for.
Findings check_fold_setup(const Scenario& scenario, const Horizon& horizon,
                          const SpeedModel* speeds = nullptr, std::size_t event = 0,
                          Caustics* caustics = nullptr);
Findings check_fold_setup(const Scenario& scenario, const TriangulatedHorizon& mesh,
                          Caustics* caustics = nullptr);

}  // namespace foldwave
