// The thin-plate spline: the surface through given points with the least bending energy,
//
//   f(x, y) = a0 + a1 x + a2 y + sum over i of w_i r_i^2 log r_i        (Duchon 1977)
#pragma once

#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

class ThinPlate {
 public:
  // Points (x, y, value). Throws InputError at `place` when two share x and y with different values, when all
  // lie on one line, or when there are more than 2000; Stopped.
  ThinPlate(std::vector<Vec3> points, const std::string& place, const Job& job = {});
  double at(double x, double y) const;

 private:
  std::vector<Vec3> points_;  // scaled to a unit box
  std::vector<double> weights_;
  double x0_ = 0.0, y0_ = 0.0, scale_ = 1.0;
};

}  // namespace foldwave
