// From triangles as a file or a scenario holds them to a mesh that can be a horizon: one sheet with one rim,
// no two triangles through each other, its normals all on the younger side. What can be put right is put
// right and counted; the rest is an InputError that names the vertex or the triangle, its place and what to
// do.
#pragma once

#include <functional>
#include <string>

#include "core/base/progress.hpp"
#include "core/horizon/mesh/mesh_topology.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Where the parts of the mesh stand, for messages: a JSON path, or a file and its line.
struct MeshPlaces {
  std::string whole;
  std::function<std::string(int)> vertex, triangle;  // by index in the mesh as given
  Vec3 origin{};                                     // of local coordinates, on the map
};

struct MeshRepairs {
  int merged = 0;     // vertices that lay on another one
  int collapsed = 0;  // triangles that lost a corner thereby
  int repeated = 0;   // triangles that stood there twice
  int turned = 0;     // triangles that were wound against the others
  int welded = 0;     // triangles too small or too low to tell the shape
};

// Slivers smaller than `shortest`, metres, are welded (mesh_weld.hpp).
SurfaceMesh checked_mesh(const SurfaceMesh& given, YoungerSide younger, const MeshPlaces& places,
                         MeshRepairs& repairs, double shortest = 0.0, const Job& job = {});

}  // namespace foldwave
