// Part of a surface or of lines: that where a field on a grid is at or above 0, or that where it is at or
// below. The field is trilinear between its nodes and taken as linear along each edge, so an edge is parted
// at p = p0 + f0 / (f0 - f1) (p1 - p0). What lies on the level as a whole stays. Points that nothing uses are
// left out; point scalars are not carried on. Shapes: `field` has grid.n; points in map coordinates as in
// mesh.hpp.
#pragma once

#include "core/base/field.hpp"
#include "core/formats/vtk/mesh.hpp"

namespace foldwave {

TriangleMesh clipped(const TriangleMesh& mesh, const Grid3& grid, const Field<float>& field, bool above);
Polylines clipped(const Polylines& lines, const Grid3& grid, const Field<float>& field, bool above);

}  // namespace foldwave
