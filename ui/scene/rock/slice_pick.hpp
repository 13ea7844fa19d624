// Which slice lies under the pointer.
#pragma once

#include <array>
#include <optional>

#include "core/base/grid.hpp"

namespace foldwave {

// Where the line from `near` towards `far` first meets a slice inside the box; a negative node: there is no
// such slice. A section is its own one slice. Local metres.
std::optional<Vec3> first_slice(const Grid3& grid, const std::array<int, 3>& nodes, const Vec3& near,
                                const Vec3& far);

}  // namespace foldwave
