// How a volume lies in its file: in bricks of equal size, each packed alone, x fastest, layers of nodes from
// the deepest up. The last brick along an axis reaches beyond the volume and repeats its last node there.
// An axis y or z of one node is stored as two equal ones, half a spacing to either side of the plane: VTK's
// reader (9.1 to 9.3) breaks on a flat image. Shapes: fields have grid.n, x fastest, the uppermost layer
// first.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/grid.hpp"

namespace foldwave {

inline constexpr int usual_brick = 64;  // nodes a side: 1 MiB of floats

struct BrickLayout {
  std::array<int, 3> nodes{1, 1, 1};   // of the grid
  std::array<int, 3> stored{1, 1, 1};  // of the file, flat axes twice
  std::array<int, 3> brick{1, 1, 1};   // of a brick, what reaches beyond included

  bool operator==(const BrickLayout&) const = default;

  std::array<int, 3> counts() const;            // bricks along each axis
  Index count() const;                          // of all bricks
  Index brick_nodes() const;                    // values of a brick
  std::array<int, 3> first(Index brick) const;  // stored node where a brick begins
};

// Bricks of at most `side` nodes, clipped to small grids.
BrickLayout brick_layout(const std::array<int, 3>& nodes, int side = usual_brick);

// A box of grid nodes.
struct NodeBox {
  std::array<int, 3> low{0, 0, 0};
  std::array<int, 3> n{1, 1, 1};

  Index size() const { return Index{1} * n[0] * n[1] * n[2]; }
};

// The values of one brick out of a field, or out of a box of it that holds all nodes of the brick.
void gather_brick(std::span<const float> field, const BrickLayout& layout, Index brick,
                  std::span<float> values);
void gather_brick(std::span<const float> part, const NodeBox& box, const BrickLayout& layout, Index brick,
                  std::span<float> values);

// Numbers of the bricks that a box needs, ascending.
std::vector<Index> bricks_of(const BrickLayout& layout, const NodeBox& box);

// The part of a brick that lies in `box`, into `out`, which has the box's shape.
void scatter_brick(std::span<const float> values, const BrickLayout& layout, Index brick, const NodeBox& box,
                   std::span<float> out);

}  // namespace foldwave
