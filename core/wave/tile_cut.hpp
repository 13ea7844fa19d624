// How a device's tiled steps cut a volume: into tiles of x and y, and these into chunks of planes, so that
// the blocks that run at once are at work longest. Shapes by the stencil's radius, single precision.
#pragma once

#include <algorithm>
#include <cstddef>

namespace foldwave {

// Halo of a tile along x, in full 32-byte sectors.
inline constexpr int tile_margin = 8;
inline constexpr int tile_ahead = 2, tile_old_stages = 2;  // planes asked for before they are needed

constexpr int widest_tile(int radius) {
  return radius <= 5 ? 192 : 128;
}
constexpr int tile_height(int radius) {
  return radius == 8 ? 8 : 16;
}
constexpr int tile_rows(int radius) {  // that a thread works on
  return radius == 8 ? 1 : 2;
}
// Planes of p(n) with halos, and p(n-1) and v^2 dt^2 of the tile alone.
constexpr std::size_t tile_shared_bytes(int radius, int width) {
  const int ring = radius + 1 + tile_ahead, height = tile_height(radius);
  const int plane = ((width + 2 * tile_margin) * (height + 2 * radius) + 31) / 32 * 32;
  return sizeof(float) * static_cast<std::size_t>(ring * plane + 2 * tile_old_stages * width * height) +
         8 * static_cast<std::size_t>(ring + tile_old_stages);
}

// The width, a multiple of 8 and at most `widest`, that covers `nodes` with the fewest tiles and the least
// beyond.
constexpr int even_width(int nodes, int widest) {
  const int tiles = (nodes + widest - 1) / widest;
  return std::min(widest, ((nodes + tiles - 1) / tiles + 7) / 8 * 8);
}

struct TileCut {
  int chunk = 1, items = 1;
  double share = 0.0;  // of the blocks' time that the planes themselves take
};

// Every chunk costs `lost` planes more; `slots` blocks run at once.
inline TileCut cut_planes(int tiles, int planes, int slots, double lost) {
  TileCut best;
  for (int chunks = 1; chunks <= std::max(1, planes / 8); ++chunks) {
    const int chunk = (planes + chunks - 1) / chunks;
    const int items = tiles * ((planes + chunk - 1) / chunk);
    const double rounds = (items + slots - 1) / slots;
    const double share = static_cast<double>(tiles) * planes / (rounds * slots * (chunk + lost));
    if (share > best.share * 1.01) best = {chunk, items, share};
  }
  return best;
}

}  // namespace foldwave
