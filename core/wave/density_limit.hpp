// The stable time step of the staggered scheme of variable density (wave/cpu/cpu_density.hpp), proven for any
// field. The step is stable while dt^2 lambda <= 4 (12 at fourth order in time), lambda the largest
// eigenvalue of
//
//   A = -v^2 rho sum over axes of D- (b D+),   b = 2 / (rho_i + rho_i+1),   D+- with the weights e_k / h
//
// which is real: A = W D^T b D with W = v^2 rho, so W^-1/2 A W^1/2 is symmetric.
//
// Of one field: lambda <= max_i (|A| x)_i / x_i for every x > 0, Gershgorin's circles after scaling by x.
// Each e_k has the sign of (-1)^(k+1), so all terms of A_ij that differ in i and j by m nodes have that of
// (-1)^m: |A|, taken term by term, is A up to signs of rows and columns and has its eigenvalues. So x <- |A|
// x lowers the bound towards lambda itself (Collatz 1942; Wielandt 1950), and x = sqrt(W), which makes A
// symmetric, is near to begin with. What a pad's end cuts off or a free face's odd image takes away only
// lowers lambda.
//
// Of all fields of a contrast: lambda = |b^1/2 D W^1/2|^2, and D is its first difference, of weight e_1, and
// the rest. A half node of the first has b W <= 2 v^2 rho / (rho + smallest rho), of the rest b W <= v^2 rho
// / (smallest rho), so with s = sum |e_k|
//
//   lambda <= sum over axes of (2 v / h)^2 [ e_1 sqrt(2 c / (c + 1)) + (s - e_1) sqrt(c) ]^2,
//   c = largest rho / smallest rho
//
// At one density and velocity both are the sharp limit (2 v s)^2 sum 1 / h^2.
#pragma once

#include <stop_token>

#include "core/wave/padded_grid.hpp"

namespace foldwave {

struct MediaRange {
  double fastest = 0.0;                   // m/s
  double lightest = 1.0, heaviest = 1.0;  // kg/m^3
};

// Seconds, whatever lies beside what.
double density_stable_dt(const Grid3& grid, int radius, const MediaRange& range, int time_order);

// For these fields at the nodes of the user's grid; never below that of their range. Two floats a node while
// it runs; where `stop` is set it gives that of the range.
double density_stable_dt(const PaddedGrid& padded, const Field<float>& velocity, const Field<float>& density,
                         int time_order, const std::stop_token& stop = {});

}  // namespace foldwave
