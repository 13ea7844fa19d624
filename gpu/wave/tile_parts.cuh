// What the tiled kernels share: quads of four nodes along x, a node's sum from shared memory and registers,
// and how a box of nodes is cut into tiles and chunks of planes.
#pragma once

#include <algorithm>

#include "core/wave/padded_grid.hpp"
#include "core/wave/tile_cut.hpp"
#include "core/wave/wave_kernel.hpp"
#include "gpu/base/device_array.cuh"

namespace foldwave {

inline constexpr int margin = tile_margin;

// Where the tiles lie and what they may write; strides and pointers as in LeapfrogFields, at padded node 0.
struct TileGrid {
  Index row = 0, plane = 0;
  int lead[3]{};              // array coordinates of padded node 0
  int first[3]{}, last[3]{};  // padded nodes that are updated
  int from = 0, to = 0;       // planes that a launch works on
  bool free_low[3]{}, free_high[3]{};
  int width = 0;  // of a tile
  int tiles_x = 1, tiles_y = 1, chunk = 1, items = 1;
  const float* gx = nullptr;  // the sponge's factors; null: there is none
  const float* gy = nullptr;
  const float* gz = nullptr;
};

inline TileGrid tile_grid(const PaddedGrid& padded) {
  TileGrid grid;
  grid.row = padded.row();
  grid.plane = padded.plane();
  for (std::size_t a = 0; a < 3; ++a) {
    grid.lead[a] = padded.lead[a];
    grid.first[a] = padded.first[a];
    grid.last[a] = padded.last[a];
    grid.free_low[a] = padded.boundaries[2 * a] == Boundary::free;
    grid.free_high[a] = padded.boundaries[2 * a + 1] == Boundary::free;
  }
  grid.from = grid.first[2];
  grid.to = grid.last[2];
  return grid;
}

// Blocks of this kernel that the device runs at once; no launch of it takes more than `most_bytes`. Throws
// DeviceError when it is none.
template <class Kernel>
int block_slots(Kernel kernel, int threads, std::size_t shared_bytes, std::size_t most_bytes) {
  int device = 0, processors = 0, blocks = 0;
  check_cuda(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(most_bytes)),
      "the tiled step does not fit the device");
  check_cuda(cudaGetDevice(&device), "the device does not answer");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "the device does not answer");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
             "the tiled step does not fit the device");
  if (blocks == 0) throw DeviceError("cuda", "the tiled step does not fit the device", "use another kernel");
  return blocks * processors;
}

// Cuts into tiles of width x height and chunks of planes (core/wave/tile_cut.hpp).
inline void cut_tiles(TileGrid& grid, int width, int height, int slots, double lost) {
  grid.tiles_x = (grid.last[0] + width - 1) / width;
  grid.tiles_y = (grid.last[1] + height - 1) / height;
  const TileCut cut = cut_planes(grid.tiles_x * grid.tiles_y, grid.to - grid.from, slots, lost);
  grid.chunk = cut.chunk;
  grid.items = cut.items;
}

#if defined(__CUDACC__)

// The first nodes of a work item's tile, and its planes.
struct TilePlace {
  int x0, y0, z0, z1;
};
__device__ inline TilePlace tile_place(const TileGrid& grid, int item, int width, int height) {
  const int z0 = grid.from + item / (grid.tiles_x * grid.tiles_y) * grid.chunk;
  return {item % grid.tiles_x * width, item / grid.tiles_x % grid.tiles_y * height, z0,
          min(z0 + grid.chunk, grid.to)};
}

__device__ inline float lane(const float4& quad, int i) {
  return i == 0 ? quad.x : i == 1 ? quad.y : i == 2 ? quad.z : quad.w;
}
__device__ inline float4 load_quad(const float* p) {
  return *reinterpret_cast<const float4*>(p);
}

// The leapfrog of four nodes (wave/wave_kernel.hpp). `centre` is the first of them in a plane in shared
// memory with rows of `pitch`; `own` is them, as the stencil along x sees them; `column[0 .. 2 Radius]` are
// the quads behind, at and before them along z; `above` and `below` the rows y - 1 .. y - Radius and y + 1 ..
// y + Radius.
template <int Radius, bool Sponge>
__device__ inline float4 leapfrog_quad(const float* centre, const float4& own, const float4* column,
                                       const float4* above, const float4* below, const float4& previous,
                                       const float4& v2dt2, const float4& g,
                                       const AxisStencils<Radius, float>& c) {
  constexpr int side = (Radius + 3) / 4 * 4;
  float x[2 * side + 4];
#pragma unroll
  for (int k = 0; k < side; k += 4) {
    *reinterpret_cast<float4*>(x + k) = load_quad(centre - side + k);
    *reinterpret_cast<float4*>(x + side + 4 + k) = load_quad(centre + 4 + k);
  }
  *reinterpret_cast<float4*>(x + side) = own;
  float next[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float p = x[side + i];
    float laplacian = c.centre * p;
#pragma unroll
    for (int k = 1; k <= Radius; ++k) {
      laplacian += c.side[0][k - 1] * (x[side + i + k] + x[side + i - k]);
      laplacian += c.side[1][k - 1] * (lane(below[k - 1], i) + lane(above[k - 1], i));
      laplacian += c.side[2][k - 1] * (lane(column[Radius + k], i) + lane(column[Radius - k], i));
    }
    if constexpr (Sponge)
      next[i] = lane(g, i) * (2.0F * p - lane(g, i) * lane(previous, i) + lane(v2dt2, i) * laplacian);
    else
      next[i] = 2.0F * p - lane(previous, i) + lane(v2dt2, i) * laplacian;
  }
  return make_float4(next[0], next[1], next[2], next[3]);
}

// Writes those of four nodes from x on that are updated, past the cache.
__device__ inline void store_quad(float* to, const float4& quad, int x, const TileGrid& grid) {
  if (x >= grid.first[0] && x + 3 < grid.last[0]) {
    __stcs(reinterpret_cast<float4*>(to), quad);
    return;
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    if (x + i >= grid.first[0] && x + i < grid.last[0]) to[i] = lane(quad, i);
}

// The sponge's factors of four nodes along x.
__device__ inline float4 sponge_quad(const TileGrid& grid, int x) {
  const auto at = [&](int i) { return x + i >= 0 && x + i < grid.last[0] ? grid.gx[x + i] : 0.0F; };
  return make_float4(at(0), at(1), at(2), at(3));
}
__device__ inline float4 scaled(const float4& quad, float by) {
  return make_float4(by * quad.x, by * quad.y, by * quad.z, by * quad.w);
}

#endif

}  // namespace foldwave
