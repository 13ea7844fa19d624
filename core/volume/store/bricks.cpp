#include "core/volume/store/bricks.hpp"

#include <algorithm>

namespace foldwave {

namespace {

// First and last brick along an axis that hold grid nodes low .. low + n - 1 of an axis stored upwards or
// not.
struct BrickRange {
  int first = 0, last = 0;
};

int stored_index(const BrickLayout& layout, std::size_t axis, int node) {
  return axis == 2 ? layout.nodes[2] - 1 - node : node;
}

BrickRange range_of(const BrickLayout& layout, std::size_t axis, int low, int n) {
  const int a = stored_index(layout, axis, low), b = stored_index(layout, axis, low + n - 1);
  return {std::min(a, b) / layout.brick[axis], std::max(a, b) / layout.brick[axis]};
}

}  // namespace

std::array<int, 3> BrickLayout::counts() const {
  std::array<int, 3> c{};
  for (std::size_t a = 0; a < 3; ++a)
    c[a] = stored[a] / brick[a] + (stored[a] % brick[a] == 0 ? 0 : 1);
  return c;
}

Index BrickLayout::count() const {
  const auto c = counts();
  return Index{1} * c[0] * c[1] * c[2];
}

Index BrickLayout::brick_nodes() const {
  return Index{1} * brick[0] * brick[1] * brick[2];
}

std::array<int, 3> BrickLayout::first(Index number) const {
  const auto c = counts();
  const auto row = number / c[0];
  return {static_cast<int>(number % c[0]) * brick[0], static_cast<int>(row % c[1]) * brick[1],
          static_cast<int>(row / c[1]) * brick[2]};
}

BrickLayout brick_layout(const std::array<int, 3>& nodes, int side) {
  BrickLayout layout{nodes, nodes, {}};
  for (std::size_t a = 1; a < 3; ++a)
    if (nodes[a] == 1) layout.stored[a] = 2;
  for (std::size_t a = 0; a < 3; ++a)
    layout.brick[a] = std::min(side, layout.stored[a]);
  return layout;
}

void gather_brick(std::span<const float> field, const BrickLayout& layout, Index number,
                  std::span<float> values) {
  gather_brick(field, {{0, 0, 0}, layout.nodes}, layout, number, values);
}

void gather_brick(std::span<const float> part, const NodeBox& box, const BrickLayout& layout, Index number,
                  std::span<float> values) {
  const auto [nx, ny, nz] = layout.nodes;
  const auto [bx, by, bz] = layout.brick;
  const std::array<int, 3> first = layout.first(number);
  const int inside = std::min(bx, nx - first[0]);
  float* to = values.data();
  for (int k = 0; k < bz; ++k) {
    const Index layer = nz - 1 - std::min(first[2] + k, nz - 1) - box.low[2];
    for (int j = 0; j < by; ++j, to += bx) {
      const Index row = std::min(first[1] + j, ny - 1) - box.low[1];
      const float* const from = part.data() + (first[0] - box.low[0]) + box.n[0] * (row + box.n[1] * layer);
      std::copy_n(from, inside, to);
      std::fill(to + inside, to + bx, from[inside - 1]);
    }
  }
}

std::vector<Index> bricks_of(const BrickLayout& layout, const NodeBox& box) {
  std::array<BrickRange, 3> range{};
  for (std::size_t a = 0; a < 3; ++a)
    range[a] = range_of(layout, a, box.low[a], box.n[a]);
  const auto c = layout.counts();
  std::vector<Index> numbers;
  for (int k = range[2].first; k <= range[2].last; ++k)
    for (int j = range[1].first; j <= range[1].last; ++j)
      for (int i = range[0].first; i <= range[0].last; ++i)
        numbers.push_back(i + c[0] * (j + Index{1} * c[1] * k));
  return numbers;
}

void scatter_brick(std::span<const float> values, const BrickLayout& layout, Index number, const NodeBox& box,
                   std::span<float> out) {
  const std::array<int, 3> first = layout.first(number);
  const auto [bx, by, bz] = layout.brick;
  const int x0 = std::max(first[0], box.low[0]), x1 = std::min(first[0] + bx, box.low[0] + box.n[0]);
  const int y0 = std::max(first[1], box.low[1]), y1 = std::min(first[1] + by, box.low[1] + box.n[1]);
  if (x0 >= x1) return;
  for (int k = 0; k < bz; ++k) {
    const int layer = layout.nodes[2] - 1 - (first[2] + k) - box.low[2];
    if (layer < 0 || layer >= box.n[2]) continue;
    for (int j = y0; j < y1; ++j)
      std::copy_n(
          values.data() + (x0 - first[0]) + bx * ((j - first[1]) + Index{1} * by * k), x1 - x0,
          out.data() + (x0 - box.low[0]) + box.n[0] * ((j - box.low[1]) + Index{1} * box.n[1] * layer));
  }
}

}  // namespace foldwave
