// A folded volume along a vertical section: T and the heights over cuts by trilinear interpolation, and from
// them the section's layers, so that its boundaries are as sharp as the volume's.
#pragma once

#include "core/base/map_line.hpp"
#include "core/base/progress.hpp"
#include "core/engine/fold_result.hpp"

namespace foldwave {

// The part of a map line within the box of a grid. Throws InputError at /section for a line beside it.
MapLine line_in_box(const Grid3& grid, const MapLine& line);

// Nodes along the line as far apart as the volume's are in that direction, downwards the volume's own. x is
// the distance along the line; the origin is the line's first point for a line to the east, else (0, 0, top).
Grid3 section_grid(const Grid3& grid, const MapLine& line);

// Map coordinates of a node of the section's x.
Vec3 section_place(const Grid3& section, const MapLine& line, int column);

// A field of the volume at the section's nodes, or one on any grid at those of a section. Throws Stopped.
Field<float> field_on_section(const Field<float>& field, const Grid3& grid, const MapLine& line,
                              const Job& job);
Field<float> field_on_section(const Field<float>& field, const Grid3& grid, const Grid3& section,
                              const MapLine& line, const Job& job);

// `line` within the box. Horizon, mesh and what was measured of the volume stay behind. Throws Stopped.
FoldResult fold_on_section(const Scenario& scenario, const FoldResult& fold, const MapLine& line,
                           const Job& job);

}  // namespace foldwave
