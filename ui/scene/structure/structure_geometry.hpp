// The surfaces of a folded volume as triangles, made off the drawing thread: a big model takes seconds.
#pragma once

#include <vector>

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include "core/base/progress.hpp"
#include "core/engine/fold_result.hpp"

namespace foldwave {

// World coordinates (see scene.hpp), with normals. In a 2D section the surfaces are lines in its plane.
struct StructureGeometry {
  vtkSmartPointer<vtkPolyData> horizon;                  // cut to the box
  std::vector<vtkSmartPointer<vtkPolyData>> boundaries;  // as Layering::boundaries has them
  // Where rock that is older than the horizon ends at a younger cut: the parts of each cut's surface.
  std::vector<vtkSmartPointer<vtkPolyData>> lids;
  double lowest = 0.0, highest = 0.0;  // T that was reached
};

// How fine the surfaces are drawn. Slices, results and files are never coarsened.
struct SurfaceDetail {
  int horizon = 160;  // samples along each side: enough that no facet shows
  int nodes = 1024;   // along each side of the T that layer surfaces are drawn from, at most
};
// What a software renderer draws in well under a tenth of a second.
inline constexpr SurfaceDetail software_detail{112, 88};

vtkSmartPointer<vtkPolyData> horizon_surface(const Grid3& grid, const Horizon& horizon,
                                             const SurfaceDetail& detail = {});

// The same of a triangulated horizon.
vtkSmartPointer<vtkPolyData> mesh_surface(const Grid3& grid, const TriangulatedHorizon& mesh);

// Of one of the scenario's events, whatever its kind.
vtkSmartPointer<vtkPolyData> horizon_surface(const Scenario& scenario, const SurfaceDetail& detail,
                                             const Job& job, std::size_t event = 0);

// Throws Stopped when the job's token is set.
StructureGeometry structure_geometry(const FoldResult& fold, const Job& job,
                                     const SurfaceDetail& detail = {});

}  // namespace foldwave
