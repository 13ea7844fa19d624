// Where a well goes, by minimum curvature: between two stations the well is the circular arc that has their
// directions, so with the angle b between these and the length L along the well
//
//   step = L/2 RF (t1 + t2),   RF = (2 / b) tan(b / 2)        (Sawaryn and Thorogood 2005)
//
// and likewise from a station to any depth on the arc. Map coordinates in metres: x east, y north, z depth
// below sea level. Above the first station the well has that one's direction, below the last that one's.
// Errors: InputError naming the well when it has no head, or its arc turns back on itself.
#pragma once

#include <vector>

#include "core/formats/wells/well.hpp"

namespace foldwave {

class WellPath {
 public:
  explicit WellPath(const Well& well);

  Vec3 at(double measured_depth) const;
  // The path from one measured depth to another as points that a broken line through them misses by at most
  // `tolerance` metres.
  std::vector<Vec3> between(double from, double to, double tolerance) const;

 private:
  struct Node {
    double depth;
    Vec3 place, direction;
  };
  Vec3 step(const Node& from, double length) const;

  std::vector<Node> nodes_;
};

}  // namespace foldwave
