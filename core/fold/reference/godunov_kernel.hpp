// The first-order upwind stencil of Godunov for the eikonal equation F |grad T| = 1 (Rouy and Tourin 1992),
// one node:
//
//   sum over axes  w_a max(T - t_a, 0)^2 = 1,   w_a = (F / h_a)^2,   t_a the earlier neighbour along the axis
//
// solved with one, two, three axes in the order of their times until the answer is not later than the next
// neighbour. Spacings may differ between axes. Written in differences from the earliest neighbour, so that a
// late time does not cost digits.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/grid.hpp"

namespace foldwave {

template <class Real>
struct GodunovGrid {
  std::array<int, 3> n;
  std::array<Index, 3> stride;
  std::array<Real, 3> step;    // h / F: the time along one axis alone
  std::array<Real, 3> weight;  // 1 / step^2

  GodunovGrid(const Grid3& grid, double F)
      : n(grid.n), stride{1, grid.n[0], Index{1} * grid.n[0] * grid.n[1]}, step{}, weight{} {
    for (std::size_t a = 0; a < 3; ++a) {
      const double time = grid.h[a] / F;
      step[a] = static_cast<Real>(time);
      weight[a] = static_cast<Real>(1.0 / (time * time));
    }
  }
};

// The time that the earlier neighbours t0, t1, t2 along the axes give a node; infinite when all are.
template <class Real>
Real godunov_time(const GodunovGrid<Real>& g, const std::array<Real, 3>& earlier) {
  struct Axis {
    Real time, step, weight;
  };
  Axis a{earlier[0], g.step[0], g.weight[0]};
  Axis b{earlier[1], g.step[1], g.weight[1]};
  Axis c{earlier[2], g.step[2], g.weight[2]};
  if (b.time < a.time) std::swap(a, b);
  if (c.time < b.time) std::swap(b, c);
  if (b.time < a.time) std::swap(a, b);

  if (!(a.time < std::numeric_limits<Real>::infinity())) return a.time;
  if (!(a.time + a.step > b.time)) return a.time + a.step;

  const Real ab = b.time - a.time;
  const Real two = a.weight + b.weight;
  const Real left_ab = a.weight * b.weight * ab * ab;
  const Real later = a.time + (b.weight * ab + std::sqrt(std::max(two - left_ab, Real(0)))) / two;
  if (!(later > c.time)) return later;

  const Real ac = c.time - a.time;
  const Real bc = c.time - b.time;
  const Real three = two + c.weight;
  const Real D = three - left_ab - c.weight * (a.weight * ac * ac + b.weight * bc * bc);
  return a.time + (b.weight * ab + c.weight * ac + std::sqrt(std::max(D, Real(0)))) / three;
}

// The unsigned time of node m = (i, j, k) from its six neighbours in the signed field T. A neighbour of the
// other side of the horizon, or outside the grid, is not seen.
template <class Real>
Real godunov_arrival(const GodunovGrid<Real>& g, const Real* T, int i, int j, int k, Index m) {
  const bool lower = std::signbit(T[m]);
  const auto seen = [lower](Real value) {
    return std::signbit(value) == lower ? std::abs(value) : std::numeric_limits<Real>::infinity();
  };
  const std::array<int, 3> at{i, j, k};
  std::array<Real, 3> earlier;
  for (std::size_t a = 0; a < 3; ++a) {
    Real time = std::numeric_limits<Real>::infinity();
    if (at[a] > 0) time = seen(T[m - g.stride[a]]);
    if (at[a] + 1 < g.n[a]) time = std::min(time, seen(T[m + g.stride[a]]));
    earlier[a] = time;
  }
  return godunov_time(g, earlier);
}

}  // namespace foldwave
