// The initial horizon as a triangulated surface, for folds that no height field holds: limbs that are turned
// over, recumbent folds. Smooth between the vertices (mesh_smooth.hpp), continued beyond its rim
// (mesh_skirt.hpp), with exact arrivals (mesh_foot.hpp). Coordinates are local to the grid.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/grid.hpp"
#include "core/horizon/mesh/mesh_check.hpp"
#include "core/horizon/mesh/mesh_foot.hpp"

namespace foldwave {

class TriangulatedHorizon {
 public:
  explicit TriangulatedHorizon(PatchSurface surface);
  TriangulatedHorizon(const TriangulatedHorizon&) = delete;
  TriangulatedHorizon& operator=(const TriangulatedHorizon&) = delete;

  const PatchSurface& surface() const { return surface_; }

  // The arrival at x for F other than 0; `b` as the solved side sees it. For F = 0 `along`, with a signed
  // time.
  MeshFoot arrival(Vec3 x, double F, Vec3 b, const MeshFoot* near) const {
    return search_.find(x, F, b, near);
  }
  MeshFoot along(Vec3 x, Vec3 b) const { return search_.find_along(x, b); }
  // With F = 1, b = 0: time is the distance, and the side follows.
  MeshFoot nearest(Vec3 x, const MeshFoot* near) const { return search_.find(x, 1.0, {}, near); }
  bool is_younger_side(Vec3 x, const MeshFoot& nearest) const;

  Vec3 point(const MeshFoot& foot) const;
  bool on_skirt(const MeshFoot& foot) const {
    return foot.patch >= 0 && static_cast<std::size_t>(foot.patch) >= surface_.skirt;
  }
  // On the rim of the skirt itself: the front came round the end of all that is known.
  bool on_outer_rim(const MeshFoot& foot) const;

 private:
  PatchSurface surface_;
  MeshFootSearch search_;
};

struct MeshReport {
  std::int64_t vertices = 0, triangles = 0, patches = 0;  // as checked; patches without the skirt
  MeshRepairs repairs;
  std::string read;  // of a file: how it was read
};

// The horizon of a scenario's event. `folder` is where a relative file is looked for; `path` the event's JSON
// path. Throws InputError naming the JSON path or the file's line when the mesh cannot be a horizon; Stopped
// between its steps (a million triangles take seconds).
std::shared_ptr<const TriangulatedHorizon> make_mesh_horizon(const MeshHorizon& spec, const Grid3& grid,
                                                             const std::string& folder,
                                                             const std::string& path,
                                                             MeshReport* report = nullptr,
                                                             const Job& job = {});

// Where the mesh lies, and whether it goes through the grid's box.
struct MeshExtent {
  Vec3 low, high;  // local, without the skirt
  bool meets_box = false;
  bool rim_inside = false;  // the mesh ends more than a cell inside the box,
  Vec3 rim_at{};            // here
};
MeshExtent mesh_extent(const TriangulatedHorizon& mesh, const Grid3& grid);

// From points and triangles in local coordinates, for callers that made them themselves.
std::shared_ptr<const TriangulatedHorizon> make_mesh_horizon(const SurfaceMesh& given, YoungerSide younger,
                                                             const Grid3& grid, const MeshPlaces& places,
                                                             MeshReport* report = nullptr,
                                                             const Job& job = {});

}  // namespace foldwave
