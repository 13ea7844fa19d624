// The part of a horizon that a front into the box can come from, as a quadtree of tiles: each with its
// tangent plane and its largest deviation from it. Both sides of the horizon share one.
//
// The deviation follows from the surface's second derivatives: the trains' own for cosines, the coefficients'
// second differences for a spline (their largest bounds the derivative's, as it is a mean of them).
#pragma once

#include <vector>

#include "core/horizon/horizon.hpp"
#include "core/horizon/surface_table.hpp"

namespace foldwave {

struct FootTile {
  double u, v, f, fu, fv;  // centre and tangent plane
  double deviation;        // of the surface from the tangent plane, over the tile
};

struct FootTreeLevel {
  int n;          // tiles a side; a section has one row
  double hu, hv;  // half sizes
  std::vector<FootTile> tiles;
};

struct FootTree {
  MapDomain domain;
  std::vector<FootTreeLevel> levels;  // coarsest first
};

// Where queries will come from, local coordinates, and how far apart they are.
struct QueryBox {
  Vec3 low{}, high{};
  double spacing = 1.0;

  QueryBox(const Grid3& grid) : high(grid.extent()), spacing(grid.h[0]) {}
  QueryBox(Vec3 low_, Vec3 high_, double spacing_) : low(low_), high(high_), spacing(spacing_) {}
};

// `b` = psi a as the upper side sees it. The tree reaches as far beyond the box as characteristics can lean
// for any normal that the horizon's steepest slope allows, on either side.
FootTree make_foot_tree(const Horizon& horizon, const QueryBox& box, double F, Vec3 b);

}  // namespace foldwave
