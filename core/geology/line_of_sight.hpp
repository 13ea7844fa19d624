// Where a straight line first goes through a layer boundary inside the box: the first change of layer along
// it, looked for in steps of a cell and halved to rounding. A boundary that the line enters and leaves within
// one step is passed over. Local coordinates; nothing in a section, or where no boundary is met.
#pragma once

#include <functional>

#include "core/geology/arrival_probe.hpp"

namespace foldwave {

// `layer_at` a place; nothing where it is not known.
std::optional<Vec3> first_boundary(const Grid3& grid,
                                   const std::function<std::optional<int>(const Vec3&)>& layer_at,
                                   const Vec3& from, const Vec3& to);

}  // namespace foldwave
