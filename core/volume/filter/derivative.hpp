// Gradient and Laplacian of a volume by finite differences of order 2, 4, 6 or 8, in the values' unit a metre
// and a square metre:
//
//   df/dx (x_i) = sum_j w_j (f(x_j) - f(x_i)),  likewise the second derivative
//
// w by B. Fornberg's recursion (Math. Comp. 51, 1988), centred over order + 1 nodes. Near an end the nodes
// are those next to it, as many as keep the order (one more for a second derivative); an axis with fewer
// nodes takes them all, and its order falls; along an axis of one node all derivatives are 0. A constant's
// are 0 exactly. A node whose stencil touches what is no number becomes no number. Shapes: one value a node
// of `grid`, x fastest; `out` may not overlap `in`. Errors: InputError for another order; Stopped, and `out`
// is of no use. The same bits for any number of threads.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

// Along one axis (0 x, 1 y, 2 z: downwards).
void derivative(std::span<const float> in, const Grid3& grid, int axis, int order, std::span<float> out,
                const Job& job = {});

// sqrt of the sum of the three squares.
void gradient_size(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                   const Job& job = {});

void laplacian(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
               const Job& job = {});

// Stencils of all nodes of an axis, for who differs on a device: of node i the weights of nodes first[i],
// first[i] + 1, ... begin at i * width; 0 where there are fewer. Along an axis of one node all are 0.
struct DifferenceTable {
  int width = 1;
  std::vector<int> first;
  std::vector<float> weights;
};
DifferenceTable difference_table(int n, double h, int derivative, int order);

// Weights of a derivative (0th, 1st, 2nd, ...) at `at` from values at `nodes`.
std::vector<double> difference_weights(int derivative, double at, std::span<const double> nodes);

}  // namespace foldwave
