// T between the nodes of a solved volume, with its first and second derivatives: the cubic through the four
// nearest nodes along each axis (Lagrange; fewer where the grid has fewer). Errors on a smooth T: T fourth
// order in the spacing, the gradient third, the second derivatives second. Across a shock, where grad T
// jumps, two cells on each side are smeared.
//
// Places are local to the grid, metres. Nothing is given outside the box, or beside a node that the front
// never reached.
#pragma once

#include <optional>

#include "core/base/field.hpp"

namespace foldwave {

struct ArrivalJet {
  double T = 0.0;
  Vec3 gradient{};
  Vec3 xs{}, ys{}, zs{};  // rows of the matrix of second derivatives

  // That matrix times v.
  Vec3 bend(const Vec3& v) const { return {dot(xs, v), dot(ys, v), dot(zs, v)}; }
};

class ArrivalProbe {
 public:
  // Both must outlive the probe.
  ArrivalProbe(const Grid3& grid, const Field<float>& arrival) : grid_(grid), arrival_(arrival) {}

  const Grid3& grid() const { return grid_; }
  double finest() const;  // the least spacing, metres; of a section, in its plane

  std::optional<double> value(const Vec3& local) const;
  std::optional<ArrivalJet> at(const Vec3& local) const;

 private:
  const Grid3& grid_;
  const Field<float>& arrival_;
};

}  // namespace foldwave
