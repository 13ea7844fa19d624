// What a fold solver is given, and what it gives back: plain values in the grid's local coordinates.
//
//   F |grad T| + b . grad T = 1,  b = psi a,  T = 0 on the horizon        (Sourouri 2012, eq. 5.1)
//
// T > 0 on the upper (younger) side. The lower side is solved as its own problem with |T| and b -> -b, and
// the sign is given back at the end.
#pragma once

#include <cstdint>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

struct FoldProblem {
  Grid3 grid;
  double F = 1.0;
  Vec3 b{};  // psi a on the upper side; the y component is not used in a 2D section (n_y = 1)

  // Signed start values: fixed nodes hold their exact T, others +infinity (upper side) or -infinity (lower
  // side). No free node may have a node of the other side among its 26 neighbours.
  Field<float> start;
  Field<std::uint8_t> fixed;  // 1: never updated
};

struct FoldOptions {
  int max_sweeps = 64;
  bool to_convergence = true;  // stop after the sweep that changes nothing; false: always do max_sweeps
};

struct FoldSolution {
  Field<float> arrival;  // signed T; a node the front never reaches keeps +-infinity
  int sweeps = 0;
  Index unreached = 0;  // nodes left at infinity
  double seconds = 0.0;
};

}  // namespace foldwave
