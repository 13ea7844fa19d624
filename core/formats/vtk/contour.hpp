// Iso-surfaces and iso-lines of a field on a grid, by VTK's flying edges (Schroeder, Maynard & Geveci 2015),
// with every point put in double precision on its grid edge: p = p0 + (level - f0) / (f1 - f0) (p1 - p0). A
// cell with a corner that is not finite (a node that the front has not reached) is never cut. In the
// program's frame (x east, y north, z down) the cross product (b - a) x (c - a) of a triangle's corners
// points to greater values. Points on a node are shared and triangles of no area left out.
// Shapes: `field` has grid.n. Units: metres in the map frame, depth down; `level` in the field's unit.
// Errors: InputError for a field that does not fit its grid, a level that is not finite, a section where a
// volume is asked for and the other way round. A level that the field does not reach gives an empty result.
#pragma once

#include "core/base/field.hpp"
#include "core/formats/vtk/mesh.hpp"

namespace foldwave {

// The grid has at least 2 nodes along each axis.
TriangleMesh contour(const Grid3& grid, const Field<float>& field, double level);

// The same in a section (n_y = 1): joined lines in the plane y = grid.origin.y.
Polylines contour_lines(const Grid3& grid, const Field<float>& field, double level);

}  // namespace foldwave
