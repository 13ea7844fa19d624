// A regular grid of nodes. Node (i, j, k) lies at local position (i hx, j hy, k hz) and at map position
// origin + local; n nodes span (n - 1) h. Axes: x east, y north, z depth (positive down); metres.
// Solvers work in local coordinates; the origin stays double, so map coordinates lose nothing.
// `offset` and `whole` place a slab of a wave's ranks (core/wave/ranks) in the grid that it was cut from, and
// `halo` says how many planes on each side where it goes on are copies of a neighbour's.
#pragma once

#include <array>
#include <cstddef>

#include "core/base/vec3.hpp"

namespace foldwave {

using Index = std::ptrdiff_t;

struct Grid3 {
  std::array<int, 3> n{1, 1, 1};
  std::array<double, 3> h{1.0, 1.0, 1.0};
  Vec3 origin{};
  std::array<int, 3> offset{0, 0, 0};
  std::array<int, 3> whole{0, 0, 0};  // all zero: this grid is the whole
  int halo = 0;

  bool goes_on_below(std::size_t axis) const { return whole[axis] > 0 && offset[axis] > 0; }
  bool goes_on_above(std::size_t axis) const {
    return whole[axis] > 0 && offset[axis] + n[axis] < whole[axis];
  }
  int whole_nodes(std::size_t axis) const { return whole[axis] > 0 ? whole[axis] : n[axis]; }
  bool operator==(const Grid3&) const = default;

  Index size() const { return Index{1} * n[0] * n[1] * n[2]; }
  Index index(int i, int j, int k) const { return i + n[0] * (j + Index{1} * n[1] * k); }
  Vec3 local(int i, int j, int k) const { return {i * h[0], j * h[1], k * h[2]}; }
  Vec3 extent() const { return local(n[0] - 1, n[1] - 1, n[2] - 1); }
  bool is_section() const { return n[1] == 1; }  // a 2D section in x and z
};

}  // namespace foldwave
