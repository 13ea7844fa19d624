// Central difference stencils, their symbol, and the exact stability limits of the schemes built on them.
//
//   f''(x) ~ (1/h^2) [ c_0 f(x) + sum_k c_k (f(x + k h) + f(x - k h)) ],   k = 1 .. R
//   f'(x)  ~ (1/h)   sum_k d_k (f(x + k h) - f(x - k h))
//   f'(x + h/2) ~ (1/h) sum_k e_k (f(x + k h) - f(x - (k - 1) h))
//
// Taylor (order 2R):  c_k = (1/k^2) prod_{j != k} j^2 / (j^2 - k^2),   d_k = k c_k / 2,   c_0 = -2 sum_k c_k
//   e_k = 1 / (2k - 1) prod_{j != k} (2j - 1)^2 / ((2j - 1)^2 - (2k - 1)^2)
// The only weights of so few points that are exact for every polynomial of that degree (Fornberg 1988).
//
// Windowed (Sadahiro 2014): the alternating series of an exact derivative under a tapered cosine,
//   c_k = 2 (-1)^(k+1) / k^2 [ alpha + (1 - alpha) cos(pi k / (R + 2)) ]^(beta / 2),   c_0 = -2 sum_k c_k
// It is not consistent: a second derivative needs sum_k c_k k^2 = 1, and what is missing is its moment error,
// twice the relative velocity error of long waves, which no refinement takes away. d_k are Taylor's.
//
//   symbol:  lambda(theta) = -(c_0 + 2 sum_k c_k cos(k theta)),  of a Taylor stencil largest at theta = pi
//   stable:  dt <= 2 / (v_max sqrt(sum over axes of lambda_max / h_axis^2)), by von Neumann's analysis; sharp
//   in an unbounded grid of one velocity. Fourth order in time (wave/cpu/cpu_wave.hpp) bears sqrt(3) times as
//   much.
// Errors: InputError for an order that is not 2, 4, .. 16, a window out of range, or a velocity or spacing
// that is not positive.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/grid.hpp"

namespace foldwave {

inline constexpr int max_stencil_order = 16;
inline constexpr int max_stencil_radius = max_stencil_order / 2;

struct Stencil {
  int radius = 0;
  std::array<double, max_stencil_radius + 1> second{};  // c_0 .. c_R, zero beyond
  std::array<double, max_stencil_radius + 1> first{};   // 0, d_1 .. d_R, zero beyond
  std::string name;                                     // "order 8", "windowed, alpha 0.5, beta 4"
};

bool is_stencil_order(int order);

Stencil taylor_stencil(int order);
Stencil windowed_stencil(double alpha, double beta, int half_length);

std::vector<double> staggered_coefficients(int radius);  // e_1 .. e_R, order 2R

// sum_k c_k k^2 - 1: rounding for Taylor; half of it is the velocity error of long waves.
double moment_error(const Stencil& stencil);

double stencil_symbol(const Stencil& stencil, double theta);  // lambda(theta) >= 0; theta^2 for small theta
double largest_symbol(const Stencil& stencil);

// The largest stable time step at this order in time, 2 or 4. A section (n_y = 1) has no y term.
double stable_dt(const Grid3& grid, const Stencil& stencil, double largest_velocity, int time_order = 2);

}  // namespace foldwave
