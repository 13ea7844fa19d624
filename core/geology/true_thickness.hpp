// The thickness of one layer at one place, across its bedding: along the straight normal through the place,
//
//   n = grad B / |grad B|,   B the field whose levels are the layer's boundaries (T, of deposits their own)
//
// from the boundary on the younger side to that on the older. Between parallel boundaries it is the distance
// between them; in a fold it is what a ruler held across the bedding at that place reads. Boundaries are
// found in steps of half a cell and halved to rounding: a layer thinner than that may be passed over.
//
// Metres; places local to the grid. Nothing outside the box, where the rock has no bedding, and where the
// normal leaves the box before it meets both boundaries.
#pragma once

#include <optional>

#include "core/geology/arrival_probe.hpp"

namespace foldwave {

struct TrueThickness {
  int layer = 0;
  double metres = 0.0;
  Vec3 top{}, base{};  // where the normal meets the boundaries, younger and older
};
std::optional<TrueThickness> true_thickness(const Grid3& grid, const Layering& layering, const Vec3& local);

}  // namespace foldwave
