// What a Gaussian filter comes to on a grid, for whoever runs it, on the processor or a device.
#pragma once

#include <variant>
#include <vector>

#include "core/volume/filter/gaussian.hpp"
#include "core/volume/filter/kernel3.hpp"
#include "core/volume/filter/lines/recursive_gaussian.hpp"

namespace foldwave {

struct GaussianOnGrid {
  bool along_axes = true;         // not turned
  std::array<double, 3> sigma{};  // nodes; of a turned one, of its extent along each axis; 0: left alone
  std::array<std::array<double, 3>, 3> form{};  // C^-1 in nodes
  std::array<int, 3> reach{};                   // nodes, of the direct kernel
  double gain = 1.0;                            // sum of the weights
};
GaussianOnGrid gaussian_on_grid(const GaussianFilter& filter, const Grid3& grid);

// Weights of nodes 0, 1, .. reach with the sum gain over all 2 reach + 1.
std::vector<float> gaussian_half(double sigma, int reach, double gain = 1.0);

// The direct kernel.
Kernel3 gaussian_kernel(const GaussianOnGrid& gaussian);

// How one axis is filtered: not at all, by a symmetric kernel of taps (gaussian_half), or by recursion.
using AxisFilter = std::variant<std::monostate, std::vector<float>, RecursiveGaussian>;
int reach_of(const AxisFilter& axis);

struct GaussianPlan {
  GaussianOnGrid on;
  bool direct = false;               // by gaussian_kernel(on)
  std::array<AxisFilter, 3> axes{};  // else one after another; the first that is filtered has the gain
  std::array<AxisFilter, 3>
      taps{};  // the same by taps alone and with the sum 1, whose weights are all positive

  bool leaves_alone() const;    // no axis is filtered
  GaussianOnGrid unit() const;  // with the sum 1
};
GaussianPlan plan_gaussian(const GaussianFilter& filter, const Grid3& grid);

// Above this magnitude sums of a recursion could leave the range of numbers: such volumes, and those with
// gaps, are filtered as the means over their finite nodes, by taps and scaled to 1.
constexpr float most_of_recursion = 1e30F;

}  // namespace foldwave
