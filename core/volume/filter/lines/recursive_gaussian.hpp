// A Gaussian along a line as sums of damped waves (R. Deriche, INRIA report 1893, 1993), so that its cost
// does not hang on sigma:
//
//   exp(-x^2 / 2) ~ Re sum_j a_j exp(-l_j |x|),  j = 1, 2, 3,   within 2.1e-6 for every x; with the sum
//   scaled to 1, 3.6e-6
//
// with a, l of our own fit, made for the least largest error. With p = exp(-l / sigma) each wave is one
// complex recursion in either direction, u_k = p u_(k-1) + x_k. Beyond its ends the line goes on as its
// mirror image (mirror.hpp), whose past is known in closed form:
//
//   u_(-1) = sum_k x_k (p^k + p^(2n-1-k)) / (1 - p^(2n)),
//
// and the state behind the last node is that of the future there. The weights are scaled to the sum 1.
// Units: sigma in nodes.
#pragma once

#include <array>
#include <vector>

namespace foldwave {

constexpr int recursive_waves = 3;
constexpr double recursive_gaussian_error = 3.6e-6;  // of the kernel's largest value

struct RecursiveGaussian {
  using Parts = std::array<float, recursive_waves>;
  Parts pole_re{}, pole_im{};
  Parts ahead_re{}, ahead_im{};    // of a state that holds its own node
  Parts behind_re{}, behind_im{};  // of one that ends at the node before
  // Of nodes 0, 1, ...: the state before node 0, real and imaginary part of each wave; what is left out is
  // below rounding.
  std::vector<float> past;

  int past_nodes() const { return static_cast<int>(past.size()) / (2 * recursive_waves); }
};

// Of lines of n nodes. sigma > 0 and under 2 n.
RecursiveGaussian recursive_gaussian(double sigma, int n, double gain = 1.0);

}  // namespace foldwave
