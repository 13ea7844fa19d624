// What the wave's stage gives: the run with its gather, and how its time step came about.
#pragma once

#include <string>
#include <vector>

#include "core/engine/made_by.hpp"
#include "core/wave/propagator.hpp"

namespace foldwave {

struct WaveResult {
  Grid3 grid;
  WaveRun run;
  std::string propagator;  // that ran it
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
  bool backward = false;  // the wave of traces that were sent back (location/reversed_run.hpp)
  double points_per_wavelength = 0.0;
  double seconds = 0.0;
  double model_seconds = 0.0;  // of these, before the propagator: time step, density, start fields
  std::vector<std::string> warnings;
};

}  // namespace foldwave
