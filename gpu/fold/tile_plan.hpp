// How a grid lies in a device's memory, and how its sub-sweeps are cut into tiles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gpu/fold/pmm_tile.hpp"

namespace foldwave {

// Rows of x are padded to whole groups of 8 nodes: 32-byte sectors of T, bytes of `fixed`.
struct TileLayout {
  int n[3];
  int pitch;
  int bricks[3];

  explicit TileLayout(const Grid3& grid) : n{grid.n[0], grid.n[1], grid.n[2]}, pitch((n[0] + 7) / 8 * 8) {
    for (int a = 0; a < 3; ++a)
      bricks[a] = (n[a] + brick - 1) / brick;
  }
  std::size_t rows() const { return static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(n[2]); }
  std::size_t times() const { return rows() * static_cast<std::size_t>(pitch); }
  std::size_t fixed_bytes() const { return times() / 8; }
  std::size_t stamps() const {
    return static_cast<std::size_t>(bricks[0]) * static_cast<std::size_t>(bricks[1]) *
           static_cast<std::size_t>(bricks[2]);
  }
};

// What a choice of tiles has to go by.
struct TileBudget {
  int processors = 132;            // blocks that run side by side
  int threads = 512;               // of a block
  int blocks_each = 1;             // at least, for each processor, where the plane is large enough
  int at_once = 1;                 // blocks of a processor that run in one wave, which the last fill badly
  std::size_t memory = 100 << 10;  // bytes of fast memory a block may take
};

struct TileSize {
  int u, v;
};

// The tiles of a plane of nu x nv nodes that take the fewest node updates on the busiest processor, halo and
// idle threads counted. Their width is a multiple of `grain`.
template <class Real, int S>
TileSize choose_tile(int nu, int nv, int grain, const TileBudget& budget) {
  TileSize best{8, std::min(nv, 8)};
  double least = -1.0;
  const auto rounds_up = [](int a, int b) { return (a + b - 1) / b; };
  for (int across = 1; across <= rounds_up(nu, 8); ++across)
    for (int down = 1; down <= rounds_up(nv, 8); ++down) {
      const TileSize tile{rounds_up(rounds_up(nu, across), grain) * grain, rounds_up(nv, down)};
      if (static_cast<std::size_t>(PmmTile<Real, S, false>::memory_size(tile.u, tile.v)) * sizeof(Real) >
          budget.memory)
        continue;
      const auto nodes = [&](int halo) {
        return std::min(nu, tile.u + 2 * halo) * std::min(nv, tile.v + 2 * halo);
      };
      // A part of a round of threads costs more than its nodes, and a plane costs a barrier.
      double work = 0.0;
      for (int halo = 0; halo < S; ++halo)
        work += 0.5 * nodes(halo) + 0.5 * budget.threads * rounds_up(nodes(halo), budget.threads) + 100.0;
      const int blocks = rounds_up(nu, tile.u) * rounds_up(nv, tile.v);
      const int most = rounds_up(nu, 8) * rounds_up(nv, 8);
      if (blocks < std::min(most, budget.blocks_each * budget.processors)) continue;
      const double cost = work * budget.at_once * rounds_up(blocks, budget.at_once * budget.processors);
      if (least < 0.0 || cost < least) {
        least = cost;
        best = tile;
      }
    }
  return best;
}

// TileSweep::cells of tiles of this size, padded to whole pieces of 16 bytes.
template <int S>
std::vector<std::uint16_t> list_cells(int tile_u, int tile_v) {
  std::vector<std::uint16_t> cells;
  const auto outside = [](int at, int size) { return std::max(-at, at - size + 1); };
  for (int halo = 0; halo < S; ++halo)
    for (int v = -halo; v < tile_v + halo; ++v)
      for (int u = -halo; u < tile_u + halo; ++u)
        if (halo == 0 || std::max(outside(u, tile_u), outside(v, tile_v)) == halo)
          cells.push_back(static_cast<std::uint16_t>((v + S) * (tile_u + 2 * S) + u + S));
  cells.resize((cells.size() + 7) / 8 * 8);
  return cells;
}

// Of `shares` devices, how many rows of n each takes but the last.
inline int rows_of_share(int n, int shares) {
  return (n + shares - 1) / shares;
}

// Sub-sweep q of a sweep over the grid, whose rows so many devices share; its `cells` are for the caller to
// place, its `number` is set before each launch.
template <class Real, int S>
TileSweep<Real> make_tile_sweep(const TileLayout& layout, const SubSweep<Real>& sub, int period,
                                bool skip_settled, const TileBudget& budget, int shares) {
  const int axes[3] = {sub.u, sub.v, sub.w};
  const Index node_step[3] = {1, layout.pitch, Index{1} * layout.pitch * layout.n[1]};
  const Index brick_step[3] = {1, layout.bricks[0], Index{1} * layout.bricks[0] * layout.bricks[1]};
  TileSweep<Real> s{};
  for (int i = 0; i < 3; ++i) {
    const int a = axes[i];
    s.n[i] = layout.n[a];
    s.step[i] = node_step[a];
    s.fixed_step[i] = a == 0 ? 0 : node_step[a] / 8;
    s.brick_step[i] = brick_step[a];
  }
  s.x_along_w = sub.w == 0;
  s.forward = sub.forward;
  s.skip_settled = skip_settled;
  const int rows = rows_of_share(s.n[1], shares);
  const TileSize tile =
      choose_tile<Real, S>(s.n[0], rows, s.x_along_w ? 1 : PmmTile<Real, S, false>::piece, budget);
  s.tile_u = tile.u;
  s.tile_v = tile.v;
  s.tiles_u = (s.n[0] + tile.u - 1) / tile.u;
  s.tiles_v = (rows + tile.v - 1) / tile.v;
  s.period = period;
  s.side[0] = make_quick_stencil(sub.stencil[0]);
  s.side[1] = make_quick_stencil(sub.stencil[1]);
  return s;
}

template <class Real, int S>
std::vector<TileSweep<Real>> make_tile_sweeps(const TileLayout& layout,
                                              const std::vector<SubSweep<Real>>& subs, bool skip_settled,
                                              const TileBudget& budget, int shares = 1) {
  std::vector<TileSweep<Real>> all;
  for (const SubSweep<Real>& sub : subs)
    all.push_back(
        make_tile_sweep<Real, S>(layout, sub, static_cast<int>(subs.size()), skip_settled, budget, shares));
  return all;
}

}  // namespace foldwave
