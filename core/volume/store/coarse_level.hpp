// Every so-manieth node of a volume, both ends of each axis among them: a small volume that a view shows at
// once while a plane of the whole is being read. Shapes: x fastest, as Field has it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/field.hpp"
#include "core/volume/store/bricks.hpp"

namespace foldwave {

// The node that coarse node i of an axis stands for.
int coarse_node(int i, int coarse, int nodes);

std::array<int, 3> coarse_shape(const std::array<int, 3>& nodes, int side);  // at most `side` an axis

// Takes those of a box's nodes that `coarse` has; how many these are.
Index take_coarse(const NodeBox& box, std::span<const float> values, const std::array<int, 3>& nodes,
                  Field<float>& coarse);

// The coarse values nearest to a plane of the volume, the lower of the other axes fastest.
std::vector<float> coarse_values(const Field<float>& coarse, const std::array<int, 3>& nodes, int axis,
                                 int node);

// Files of the store keep one of volumes whose planes are not read at once: of a five hundredth of the nodes.
inline constexpr Index nodes_with_coarse = Index{1} << 26;
inline constexpr int most_coarse = 128;  // nodes a side: 8 MiB
int coarse_side(const std::array<int, 3>& nodes);

// As a file keeps it: the floats' first bytes, then their second .., deflated.
std::vector<std::byte> pack_coarse(const Field<float>& coarse);
bool unpack_coarse(std::span<const std::byte> packed,
                   Field<float>& coarse);  // false: they are not of its shape

}  // namespace foldwave
