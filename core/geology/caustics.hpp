// Where a fold does not go on as one sheet. For constant F and b = psi a the characteristic from a place y of
// the horizon, with its unit normal n to the younger side, is
//
//   x(y, T) = y + T (F n + b),      and a patch there has   (1 + T F k1) (1 + T F k2)   of its area
//
// with the horizon's principal curvatures k, above 0 where it arches up (geology/curvature.hpp). Where
// 1 + T F k comes to 0 characteristics of neighbours meet: a caustic. Beyond it they cross, a place is
// reached from several parts of the horizon, and a boundary there has lost the part of itself that lies
// between: it has a crease for F > 0, where the first arrival counts, and may be torn for F < 0, where the
// last one does. The radius of a bend is then less than F T, the distance that it was folded over along its
// normal. Class 2 (F = 0) has no caustic, and a horizon that is turned over has none for that reason.
//
// Units: metres; places local to the grid. Source: do Carmo 1976 for parallel surfaces; Arnold 1989.
#pragma once

#include "core/fold/layers/layers.hpp"
#include "core/horizon/horizon.hpp"
#include "core/horizon/mesh/mesh_horizon.hpp"

namespace foldwave {

struct BoundaryCaustic {
  std::size_t boundary = 0;  // of the bands
  double share = 0.0;        // of the horizon's samples in the box: those whose part of it is lost
};

struct Caustics {
  Field<std::uint8_t> crossed;  // 1: several characteristics come here before the last boundary; empty: none
  Index nodes = 0;              // these
  // Of the grid's columns, x fastest: 1 where one holds such a node; empty: none.
  std::vector<std::uint8_t> map;
  Index columns = 0;                        // these
  std::vector<BoundaryCaustic> boundaries;  // those that lose a part
  Vec3 at{};                                // of the horizon, where the bend is tightest for the distance,
  double radius = 0.0;                      // its radius there,
  double distance = 0.0;                    // and how far the farthest boundary on that side was folded, F T

  bool notable = false;  // by who looked for them: worth a word, and to be drawn
  bool any() const { return nodes > 0; }
  // Whether the node next to a place, in metres, is such a one; outside the box its nearest.
  bool at_place(const Grid3& grid, const Vec3& local) const;
};

// Of the boundaries of `bands` (levels of T); b as the upper side sees it. Throws Stopped.
Caustics find_caustics(const Grid3& grid, const Horizon& horizon, const LayerBands& bands, double F, Vec3 b,
                       const Job& job = {});
Caustics find_caustics(const Grid3& grid, const TriangulatedHorizon& mesh, const LayerBands& bands, double F,
                       Vec3 b, const Job& job = {});

}  // namespace foldwave
