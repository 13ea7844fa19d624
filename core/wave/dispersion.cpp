#include "core/wave/dispersion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {
// error = factor dt^2
double error_per_dt_squared(double peak_frequency, double travel_time) {
  const double omega = 2.0 * std::numbers::pi * peak_frequency;
  return std::sqrt(315.0 / 64.0) * omega * omega * omega * travel_time / 24.0;
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

double time_step_error(double dt, double peak_frequency, double travel_time) {
  return error_per_dt_squared(peak_frequency, travel_time) * dt * dt;
}

double automatic_dt(double error_budget, double peak_frequency, double travel_time, double stable_dt) {
  if (!(error_budget > 0.0))
    throw InputError("/propagation/error_budget", number_text(error_budget) + " is not a positive share",
                     "give a relative error such as 0.02");
  const double cap = stability_share * stable_dt;
  const double factor = error_per_dt_squared(peak_frequency, travel_time);
  return factor > 0.0 ? std::min(cap, std::sqrt(error_budget / factor)) : cap;
}

double points_per_wavelength(const Grid3& grid, double smallest_velocity, double largest_frequency) {
  const double h =
      grid.is_section() ? std::max(grid.h[0], grid.h[2]) : std::max({grid.h[0], grid.h[1], grid.h[2]});
  return smallest_velocity / (largest_frequency * h);
}

}  // namespace foldwave
