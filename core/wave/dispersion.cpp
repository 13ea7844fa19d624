#include "core/wave/dispersion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {
// error = factor dt^order
double error_factor(double peak_frequency, double travel_time, int time_order) {
  const double omega = 2.0 * std::numbers::pi * peak_frequency;
  const double cube = omega * omega * omega * travel_time;
  return time_order == 4 ? std::sqrt(43.98925781) * cube * omega * omega / 720.0
                         : std::sqrt(315.0 / 64.0) * cube / 24.0;
}
}  // namespace

double phase_velocity_ratio(const Grid3& grid, const Stencil& stencil, double wavelength, Vec3 direction,
                            double courant_dt) {
  const double k = 2.0 * std::numbers::pi / wavelength;
  double squares = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis == 1 && grid.is_section()) continue;
    const double h = grid.h[static_cast<std::size_t>(axis)];
    squares += stencil_symbol(stencil, k * direction[axis] * h) / (h * h);
  }
  const double numerical = std::sqrt(squares);
  if (courant_dt <= 0.0) return numerical / k;
  return 2.0 * std::asin(std::min(1.0, 0.5 * courant_dt * numerical)) / (courant_dt * k);
}

double time_step_error(double dt, double peak_frequency, double travel_time, int time_order) {
  return error_factor(peak_frequency, travel_time, time_order) * std::pow(dt, time_order);
}

double automatic_dt(double error_budget, double peak_frequency, double travel_time, double stable_dt,
                    int time_order) {
  if (!(error_budget > 0.0))
    throw InputError("/propagation/error_budget", number_text(error_budget) + " is not a positive share",
                     "give a relative error such as 0.02");
  const double cap = stability_share * stable_dt;
  const double factor = error_factor(peak_frequency, travel_time, time_order);
  return factor > 0.0 ? std::min(cap, std::pow(error_budget / factor, 1.0 / time_order)) : cap;
}

double points_per_wavelength(const Grid3& grid, double smallest_velocity, double largest_frequency) {
  const double h =
      grid.is_section() ? std::max(grid.h[0], grid.h[2]) : std::max({grid.h[0], grid.h[1], grid.h[2]});
  return smallest_velocity / (largest_frequency * h);
}

}  // namespace foldwave
