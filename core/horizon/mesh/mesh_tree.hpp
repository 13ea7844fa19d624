// The order of items in a tree that halves them along the longest side of their centres' box, down to one
// item a leaf. The tree needs no links: a node over the items [begin, end) of the order has its halves at
// `middle`, and in an array of nodes in preorder the left child of node i is i + 1, the right one
// i + 2 (middle - begin). A tree of n items has 2 n - 1 nodes.
#pragma once

#include <vector>

#include "core/base/vec3.hpp"

namespace foldwave {

struct TreeRange {
  int node = 0, begin = 0, end = 0;

  bool leaf() const { return end - begin == 1; }
  int middle() const { return begin + (end - begin) / 2; }
  TreeRange left() const { return {node + 1, begin, middle()}; }
  TreeRange right() const { return {node + 2 * (middle() - begin), middle(), end}; }
};

std::vector<int> median_order(const std::vector<Vec3>& centres);

}  // namespace foldwave
