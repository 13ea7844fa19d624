#include "core/engine/forecast/forecast_curve.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace foldwave {

std::vector<ForecastCurve> wave_curves(const Scenario& scenario, const Backend& backend,
                                       const MachineRates& machine) {
  std::vector<ForecastCurve> curves;
  if (!scenario.propagation.enabled) return curves;
  constexpr int points = 13;
  try {
    for (const int order : {2, 4, 8, 16}) {
      ForecastCurve curve{order, {}};
      for (int i = 0; i < points; ++i) {
        const double scale = std::exp2(-3.0 + 4.0 * i / (points - 1));
        Scenario s = scenario;
        s.propagation.order = order;
        s.propagation.window.reset();
        s.propagation.dt = 0.0;
        int fewest = s.grid.n[0];
        for (std::size_t axis = 0; axis < 3; ++axis) {
          int& n = s.grid.n[axis];
          if (n == 1) continue;
          const double extent = (n - 1) * s.grid.h[axis];
          n = std::max(2, static_cast<int>(std::lround((n - 1) * scale)) + 1);
          fewest = std::min(fewest, n);
          s.grid.h[axis] = extent / (n - 1);
        }
        if (fewest <= order) continue;  // fewer nodes than the stencil reaches over
        std::vector<PartWork> parts;
        for (const StagePart& part : wave_work(s, backend, false).parts)
          parts.push_back(part.work);
        curve.points.push_back(
            {static_cast<double>(s.grid.size()), estimate(machine.rates, parts, machine.widening)});
      }
      if (curve.points.size() > 1) curves.push_back(std::move(curve));
    }
  } catch (const Error&) {
    curves.clear();
  }
  return curves;
}

}  // namespace foldwave
