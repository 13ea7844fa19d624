// First arrivals from a point by the fold solver: its equation with F = v in space and psi = 0 is the
// eikonal,
//
//   v |grad T| = 1,   T(source) = 0
//
// solved by PMM (fold/pmm) from exact times in a ball of four cells about the source, on the grid and on one
// of half its spacing: 2 T_half - T is free of most of the method's error, which is of first order: 0.3 ms
// are left on cells of 20 m. Between nodes trilinear. Shapes: one value a node; local coordinates, metres,
// seconds. Errors: InputError for a source outside the grid or a velocity that is not above 0; Stopped.
#pragma once

#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

Field<float> travel_times(const Grid3& grid, const Field<float>& velocity, const Vec3& source,
                          const Job& job);

// At places of the grid.
std::vector<double> times_at(const Field<float>& times, const Grid3& grid, const std::vector<Vec3>& places);

}  // namespace foldwave
