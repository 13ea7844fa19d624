// The geometry of a solved volume in one go: its axis and profile, Ramsay's class measured and foretold,
// volume and thickness of each layer. What the command line reports and the desktop shows.
//
// Units: metres, cubic metres (square metres in a section), radians; places local to the grid. Throws
// Stopped.
#pragma once

#include <memory>

#include "core/geology/hinges.hpp"
#include "core/geology/isogons.hpp"
#include "core/geology/layer_volumes.hpp"
#include "core/geology/thickness_map.hpp"
#include "core/geology/wells/top_misfit.hpp"
#include "core/horizon/horizon.hpp"
#include "core/horizon/mesh/mesh_horizon.hpp"

namespace foldwave {

struct SolvedFold {
  const Grid3& grid;
  Layering layering;
  const Horizon* horizon = nullptr;           // this one
  const TriangulatedHorizon* mesh = nullptr;  // or this one; neither after several events
  const FoldSpec& fold;
  bool refolded = false;

  // Of the oldest sequence, where it was not cut away.
  ArrivalProbe probe() const { return {grid, layering.arrival, layering.cuts}; }
};

// The fold axis of the horizon inside the box: its normals, weighted by area.
FoldAxis horizon_axis(const SolvedFold& solved);

// Normal to the fold axis, through the middle of the box. `axis`, or null: the horizon's own. A section is
// its own profile; a plane has none of its own: the one along its dip is taken, or, level, the one that looks
// north.
struct ChosenProfile {
  Profile profile;
  FoldAxis axis;       // of the horizon
  std::string remark;  // how the profile was come by, when not by the horizon's axis; else empty
  std::string doubt;   // why it is not normal to a cylindrical fold; empty: it is
};
ChosenProfile choose_profile(const SolvedFold& solved, const Vec3* axis = nullptr);

// What F and psi a come to in the profile; nothing where they vary in space, the profile is in doubt, or the
// rock is folded more than once.
std::optional<FoldParameters> foretold_parameters(const SolvedFold& solved, const ChosenProfile& chosen);

// Boundaries of the oldest sequence's layers in the profile, youngest first as LayerBands has them.
std::vector<LevelCurves> boundary_curves(const ArrivalProbe& probe, const Profile& profile,
                                         const LayerBands& bands, const Job& job);

struct LayerGeometry {
  std::string name;
  double volume = 0.0;
  ThicknessRange vertical, orthogonal;
  double thin_share = 0.0;  // of the columns that show it: thinner than a cell
  LayerThickness dips;      // t'(alpha) and the class; without points in deposits and the outermost layers
};

struct FoldGeometry {
  ChosenProfile chosen;
  std::optional<FoldParameters> foretold;
  ClassFit measured;  // of all layers together
  std::vector<LayerGeometry> layers;
  double unreached_volume = 0.0;
  std::vector<TopMisfit> tops;        // of the wells among the markers
  std::vector<std::string> warnings;  // a profile in doubt or sampled coarsely, thin layers
};

// `names` of the layers.
FoldGeometry measure_fold(const SolvedFold& solved, const std::vector<std::string>& names, const Vec3* axis,
                          const Job& job);

// Of measured layers, those of the oldest sequence, together: t of each over its thickness in T, so that all
// lie on one line.
ClassFit common_class(std::span<const LayerGeometry> layers, const LayerBands& bands);

}  // namespace foldwave
