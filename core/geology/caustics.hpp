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
// Several folds: each has caustics of its own on its own horizon. Every boundary is followed from the event
// that made it through the younger ones. Where it comes beyond a fold's caustic, the characteristic is
// crossed from there to the boundary; the younger folds carry those places on to today, and what a cut took
// away before today counts for nothing. Exact at each sample: of the first horizon at every column, with
// younger folds at every half of one, and on a line in steps of half a cell. Between samples that later folds
// spread to more than a cell nothing is marked.
//
// Where F and psi a vary: geology/varying_caustics.cpp, by shooting characteristics.
//
// Units: metres; places local to the grid. Source: do Carmo 1976 for parallel surfaces; Arnold 1989.
#pragma once

#include "core/fold/layers/layers.hpp"
#include "core/fold/refold.hpp"
#include "core/fold/speed_model.hpp"
#include "core/horizon/horizon.hpp"
#include "core/horizon/mesh/mesh_horizon.hpp"

namespace foldwave {

// A boundary that a cut made, or the deposits on it: at S - level, or level at the cut's datum - level below
// S.
struct CutBoundary {
  std::size_t boundary = 0;  // of the scenario's layers: between this one and the next
  std::size_t event = 0;     // the cut, of `later`
  double level = 0.0;
  bool flat = false;
};

// The boundaries in the rock that the oldest fold made, and what came after it.
struct RockHistory {
  LayerBands bands;                // levels of T of the oldest fold
  std::size_t first = 0;           // the layer above boundary 0 of the bands
  std::vector<PastEvent> later{};  // than that fold, oldest first
  std::vector<CutBoundary> cuts{};
};

struct BoundaryCaustic {
  std::size_t boundary = 0;  // between this layer and the next
  double share = 0.0;        // of its samples that come into the box: those that are lost
};

struct Caustics {
  Field<std::uint8_t> crossed;  // 1: several characteristics come here before the last boundary; empty: none
  Index nodes = 0;              // these
  // Of the grid's columns, x fastest: 1 where one holds such a node; empty: none.
  std::vector<std::uint8_t> map;
  Index columns = 0;                        // these
  std::vector<BoundaryCaustic> boundaries;  // those that lose a part
  std::size_t event = 0;  // whose bend is tightest for the distance: 0, or 1 + a place in `later`
  Vec3 at{};              // of its horizon, where that is,
  double radius = 0.0;    // its radius there: how far along its normal the front goes before it closes,
  double distance = 0.0;  // and how far it went to the farthest boundary on that side, F T
  bool torn = false;      // some of it is by a fold with F < 0

  bool notable = false;  // by who looked for them: worth a word, and to be drawn
  bool any() const { return nodes > 0; }
  // Whether the node next to a place, in metres, is such a one; outside the box its nearest.
  bool at_place(const Grid3& grid, const Vec3& local) const;
};

// b as the upper side sees it. All throw Stopped.
Caustics find_caustics(const Grid3& grid, const Horizon& horizon, const RockHistory& history, double F,
                       Vec3 b, const Job& job = {});
// The younger events of a mesh, and of speeds that vary, are cuts.
Caustics find_caustics(const Grid3& grid, const TriangulatedHorizon& mesh, const RockHistory& history,
                       double F, Vec3 b, const Job& job = {});
Caustics find_caustics(const Grid3& grid, const Horizon& horizon, const RockHistory& history,
                       const SpeedModel& speeds, const Job& job = {});

// What the last one takes while it runs; `map` holds the columns that the front comes from
// (fold/varying/varying_start.hpp).
double varying_caustics_bytes(const Grid3& map);

}  // namespace foldwave
