#include "core/volume/cube/tiled_cube.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// Where a tile takes its values from: axis a of the tile is axis from[a] of the volume, backwards or not.
struct TileTurn {
  std::array<std::size_t, 3> from{0, 1, 2};
  std::array<bool, 3> backwards{};
};

TileTurn mirrored_tile(std::array<int, 3> tile) {
  TileTurn turn;
  for (std::size_t a = 0; a < 3; ++a)
    turn.backwards[a] = tile[a] % 2 != 0;
  return turn;
}

// A quarter about the axis that is neither u nor v.
void quarter(TileTurn& turn, std::size_t u, std::size_t v) {
  std::swap(turn.from[u], turn.from[v]);
  std::swap(turn.backwards[u], turn.backwards[v]);
  turn.backwards[v] = !turn.backwards[v];
}

TileTurn turned_tile(std::array<int, 3> tile, std::array<int, 3> size) {
  std::uint64_t hash = 0;
  for (const int t : tile)
    hash = (hash + static_cast<std::uint64_t>(t) + 1) * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 31;
  TileTurn turn;
  for (std::size_t a = 0; a < 3; ++a, hash >>= 2) {
    const std::size_t u = (a + 1) % 3, v = (a + 2) % 3;
    const bool is_square = size[u] == size[v];
    const auto quarters = static_cast<int>(is_square ? hash & 3U : hash & 2U);
    for (int q = 0; q < quarters; ++q)
      quarter(turn, u, v);
  }
  return turn;
}

TileTurn turn_of(Tiling tiling, std::array<int, 3> tile, std::array<int, 3> size) {
  if (tiling == Tiling::mirrored) return mirrored_tile(tile);
  if (tiling == Tiling::turned) return turned_tile(tile, size);
  return {};
}

// One row of the cube, tile after tile along x.
void tile_row(const Field<float>& volume, Tiling tiling, int j, int k, std::span<float> row) {
  const std::array<int, 3> size = volume.shape();
  const std::array<Index, 3> pitch{1, size[0], Index{size[0]} * size[1]};
  const int n = static_cast<int>(row.size());
  for (int begin = 0; begin < n; begin += size[0]) {
    const std::array<int, 3> tile{begin / size[0], j / size[1], k / size[2]};
    const TileTurn turn = turn_of(tiling, tile, size);
    const std::array<int, 3> at{0, j % size[1], k % size[2]};
    Index base = 0;
    for (std::size_t a = 0; a < 3; ++a)
      base += pitch[turn.from[a]] * (turn.backwards[a] ? size[a] - 1 - at[a] : at[a]);
    const Index step = turn.backwards[0] ? -pitch[turn.from[0]] : pitch[turn.from[0]];
    const int count = std::min(size[0], n - begin);
    for (int i = 0; i < count; ++i)
      row[static_cast<std::size_t>(begin + i)] = volume[base + step * i];
  }
}

}  // namespace

void tile_planes(const Field<float>& volume, std::array<int, 3> n, Tiling tiling, int first,
                 std::span<float> out) {
  const bool is_some = n[0] > 0 && n[1] > 0 && n[2] > 0 && !volume.empty();
  const std::size_t plane = is_some ? static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) : 1;
  const std::size_t planes = out.size() / plane;
  if (!is_some || out.size() % plane != 0 || first < 0 ||
      planes + static_cast<std::size_t>(first) > static_cast<std::size_t>(n[2]))
    throw InputError("cube", "its sizes or planes are none",
                     "give three sizes from 1 up and planes within them");
  const auto rows = static_cast<Index>(planes) * n[1];
#pragma omp parallel for schedule(static)
  for (Index r = 0; r < rows; ++r)
    tile_row(volume, tiling, static_cast<int>(r % n[1]), first + static_cast<int>(r / n[1]),
             out.subspan(static_cast<std::size_t>(r) * static_cast<std::size_t>(n[0]),
                         static_cast<std::size_t>(n[0])));
}

Field<float> tile_cube(const Field<float>& volume, std::array<int, 3> n, Tiling tiling) {
  if (n[0] < 1 || n[1] < 1 || n[2] < 1)
    throw InputError("cube", "its sizes are none", "give three sizes from 1 up");
  Field<float> cube(n);
  tile_planes(volume, n, tiling, 0, cube.values());
  return cube;
}

}  // namespace foldwave
