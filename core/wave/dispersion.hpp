// How far the scheme's waves run at the wrong speed, and the time step that keeps the error within a budget.
//
// A plane wave of wave vector k obeys
//
//   sin^2(omega dt / 2) = (v dt / 2)^2 sum over axes of lambda(k_a h_a) / h_a^2
//
// With an exact Laplacian the leapfrog is left with a wavenumber that is too small, so waves run too fast:
//
//   k' = (2 / (v dt)) sin(omega dt / 2) ~ k (1 - (omega dt)^2 / 24)
//
// and after a travel time t the phase is off by phi = omega^3 dt^2 t / 24. A trace's relative L2 error is at
// most the root mean of phi^2 over the wavelet's power spectrum. For a Ricker wavelet of peak omega_p the
// spectrum is u^2 exp(-u^2), u = omega / omega_p, and the ratio of its moments,
// Gamma(11/2) / (8 Gamma(5/2)) = 315/64, gives
//
//   error = sqrt(315/64) omega_p^3 dt^2 t / 24
//
// which is close while it is well below 1, and too large above. At fourth order in time the phase is off by
// omega^5 dt^4 t / 720, and the error is
//
//   error = sqrt(M) omega_p^5 dt^4 t / 720,   M = Gamma(15/2) / (32 Gamma(5/2)) = 43.99
#pragma once

#include "core/base/grid.hpp"
#include "core/wave/stencil.hpp"

namespace foldwave {

// An automatic step never exceeds this share of the stability limit.
inline constexpr double stability_share = 0.9;

// Numerical over true phase velocity of a plane wave along `direction` (a unit vector), for a wavelength of
// `wavelength` metres. courant_dt = v dt in metres; 0 leaves the error of space alone.
double phase_velocity_ratio(const Grid3& grid, const Stencil& stencil, double wavelength, Vec3 direction,
                            double courant_dt);

// The relative L2 error of a trace that the time step causes after `travel_time` seconds.
double time_step_error(double dt, double peak_frequency, double travel_time, int time_order = 2);

// The largest step within the budget, at most stability_share * stable_dt.
double automatic_dt(double error_budget, double peak_frequency, double travel_time, double stable_dt,
                    int time_order = 2);

// Nodes in the shortest wavelength: v_min / (f_max h), h the largest spacing in use.
double points_per_wavelength(const Grid3& grid, double smallest_velocity, double largest_frequency);

}  // namespace foldwave
