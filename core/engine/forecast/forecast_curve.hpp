// How the time of a scenario's wave goes with the size of its grid and the order of its stencil: the same box
// with more and fewer nodes. With `steps` fixed to the scenario's own choice of a time step, twice the nodes
// along each axis are twice the steps, and sixteen times the work.
#pragma once

#include <vector>

#include "core/engine/forecast/forecast.hpp"

namespace foldwave {

struct TimePoint {
  double nodes = 0.0;  // of the grid
  TimeEstimate time;   // of the wave
};
struct ForecastCurve {
  int order = 0;  // of the stencil
  std::vector<TimePoint> points;
};

// Orders 2, 4, 8 and 16 over grids from an eighth of the scenario's nodes along each axis to twice as many.
// Empty where the scenario has no wave, or it cannot run. Below 0.1 s.
std::vector<ForecastCurve> wave_curves(const Scenario& scenario, const Backend& backend,
                                       const MachineRates& machine);

}  // namespace foldwave
