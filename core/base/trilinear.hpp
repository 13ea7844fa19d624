// Values between the nodes of a grid, and beyond its ends the nearest ones.
#pragma once

#include "core/base/field.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

// Between `node` and node + 1, by a part of 0 to 1.
struct NodePlace {
  int node = 0;
  double part = 0.0;
};
// Of a map coordinate along an axis. A millionth of a spacing beside a node is on it, so that values come
// back bit by bit where grids have the same nodes.
NodePlace place_between(const Grid3& grid, int axis, double map);

// A field at a place of the map.
double trilinear_at(const Field<float>& field, const Grid3& grid, const Vec3& map);

// A field on `from`, trilinear at the nodes of `to`. An axis of one node holds for all places along it.
// Throws Stopped.
Field<float> resampled(const Field<float>& field, const Grid3& from, const Grid3& to, const Job& job = {});

}  // namespace foldwave
