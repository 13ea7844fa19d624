// T between the nodes of a solved volume, with its first and second derivatives: the cubic through the four
// nearest nodes along each axis (Lagrange; fewer where the grid has fewer). Errors on a smooth T: T fourth
// order in the spacing, the gradient third, the second derivatives second. Across a shock, where grad T
// jumps, two cells on each side are smeared.
//
// Places are local to the grid, metres. Nothing is given outside the box, beside a node that the front never
// reached, or where the rock was cut away and something else was laid down.
#pragma once

#include <optional>

#include "core/fold/layers/layering.hpp"

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
  // All must outlive the probe.
  ArrivalProbe(const Grid3& grid, const Field<float>& arrival, std::span<const CutSurface> cuts = {})
      : grid_(grid), arrival_(arrival), cuts_(cuts) {}

  const Grid3& grid() const { return grid_; }
  double finest() const;  // the least spacing, metres; of a section, in its plane

  std::optional<double> value(const Vec3& local) const;
  std::optional<ArrivalJet> at(const Vec3& local) const;

 private:
  const Grid3& grid_;
  const Field<float>& arrival_;
  std::span<const CutSurface> cuts_;
};

// The layer at a place, and what tells how it lies there.
struct RockAt {
  int layer = 0;
  const Field<float>* bedding = nullptr;  // its boundaries are levels of this; null: it has none
};
// Nothing outside the box, and where the front never came.
std::optional<RockAt> rock_at(const Grid3& grid, const Layering& layering, const Vec3& local);

}  // namespace foldwave
