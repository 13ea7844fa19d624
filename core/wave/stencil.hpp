// Central second-derivative stencils from the Taylor expansion, their symbol, and the exact stability limit
// of the leapfrog built on them.
//
//   f''(x) ~ (1/h^2) [ c_0 f(x) + sum_k c_k (f(x + k h) + f(x - k h)) ],   k = 1 .. R,  order = 2R
//   c_k = (1/k^2) prod_{j != k} j^2 / (j^2 - k^2),   c_0 = -2 sum_k c_k
//   symbol:  lambda(theta) = -(c_0 + 2 sum_k c_k cos(k theta)),  largest at theta = pi
//   stable:  dt <= 2 / (v_max sqrt(sum over axes of lambda(pi) / h_axis^2))
//
// The c_k are the only 2R + 1 point weights that are exact for every polynomial up to degree 2R + 1 (Fornberg
// 1988); the limit follows from von Neumann's analysis and is sharp in an unbounded grid of one velocity.
// Errors: InputError for an order that is not 2, 4, .. 16, or a velocity or spacing that is not positive.
#pragma once

#include <vector>

#include "core/base/grid.hpp"

namespace foldwave {

inline constexpr int max_stencil_order = 16;

bool is_stencil_order(int order);

std::vector<double> taylor_coefficients(int order);  // c_0 .. c_R

double stencil_symbol(int order, double theta);  // lambda(theta) >= 0; theta^2 for small theta
double largest_symbol(int order);                // lambda(pi)

// The largest stable time step. A section (n_y = 1) has no y term.
double stable_dt(const Grid3& grid, int order, double largest_velocity);

}  // namespace foldwave
