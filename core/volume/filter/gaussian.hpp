// A volume made smooth by a Gaussian of any width along each axis, or by any oriented ellipsoid:
//
//   g(x) = sum_d w(d) f(x - d),  w(d) ~ exp(-d' C^-1 d / 2),  C = sum_i sigma_i^2 a_i a_i',  sum of w = 1
//
// a_0 along strike, a_1 down dip, a_2 across both, the first two turned by `rake` towards the dip; with no
// angles these are x, y and z. As seed 003 has it (the thesis's gain):
//
//   w(d) = 50 / (2 pi sqrt(s)) exp(-d^2 / (2 s^2)) / (4 s + 1)^3 over |d_i| <= 2 s nodes,
//
// whose sum is 0.975, 0.907, 0.813 at s = 1, 2, 3 nodes.
//
//   direct      every tap of the box |d_i| <= reach sigma
//   separable   one axis after another over the same box; ellipsoids along the axes
//   recursive   likewise, at a cost that does not hang on sigma; no reach; within 3.6e-6 of the Gaussian's
//               largest value along each axis (lines/recursive_gaussian.hpp)
//   automatic   the quickest of these for each axis
//
// Beyond its ends the field goes on as its mirror image (mirror.hpp), so that the sum along every axis stays
// what it was. An axis of one node, or with a sigma under a tenth of its spacing, is left alone; wider than
// twice its nodes, a Gaussian is their mean. What is no finite number stays where it is, bit by bit, and does
// not spread: all others are means over the finite nodes, (w * f) / (w * 1 there); such a volume costs
// several times as much. Results below 1e-37 may be 0. The same bits for any number of threads. Shapes: one
// value a node of `grid`, x fastest; `out` may not overlap `in`. Units: metres, degrees; reach in sigmas.
// Errors: InputError for values that cannot be, a turned ellipsoid that is not direct, the thesis's gain
// where sigma is not the same number of nodes on each axis; ResourceError; Stopped, and `out` is of no use.
#pragma once

#include <array>
#include <span>
#include <string>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

enum class GaussianMethod { automatic, direct, separable, recursive };
enum class GaussianGain { unit, thesis };

struct GaussianFilter {
  std::array<double, 3> sigma{};
  double azimuth = 0.0;  // of the dip of a_1, clockwise from north
  double dip = 0.0;
  double rake = 0.0;
  GaussianMethod method = GaussianMethod::automatic;
  GaussianGain gain = GaussianGain::unit;
  double reach = 5.0;

  bool operator==(const GaussianFilter&) const = default;
};

void gaussian(std::span<const float> in, const Grid3& grid, const GaussianFilter& filter,
              std::span<float> out, const Job& job = {});

// The field in its own place, by the same sigma along each axis, and by taps: to the rounding of its mean.
void make_smooth(Field<float>& field, const Grid3& grid, double sigma, const Job& job = {});

// Of a filter by name ("automatic"); InputError lists them.
GaussianMethod gaussian_method_named(const std::string& name);
const char* gaussian_method_name(GaussianMethod method);

}  // namespace foldwave
