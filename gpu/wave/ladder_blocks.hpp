// What the threads of a block do between two barriers, in the ladder's kernels that share memory. It holds no
// CUDA: tests play whole blocks on the processor, in either order of the threads.
//
// Pointers and strides are those of LeapfrogFields (core/wave/wave_kernel.hpp). Along each axis nodes
// -Radius .. n + Radius - 1 can be read; what lies beyond counts as zero and is never a tap of a node that is
// updated.
#pragma once

#include "core/wave/wave_kernel.hpp"

namespace foldwave {

// The padded nodes of an array and those of them that a step updates, first .. last - 1.
struct LadderGrid {
  int n[3]{};
  int first[3]{};
  int last[3]{};

  HOST_DEVICE bool updates(int x, int y, int z) const {
    return x >= first[0] && x < last[0] && y >= first[1] && y < last[1] && z >= first[2] && z < last[2];
  }
};

// One convolution along x by 128 x 1 threads: the block takes nodes x0 .. x0 + 127 of a line.
template <int Radius>
struct MajorAxisBlock {
  static constexpr int threads = 128;
  static constexpr int shared_values = threads + 2 * Radius;

  HOST_DEVICE static void stage(const float* line, int n, int x0, int t, float* shared) {
    const int x = x0 + t;
    shared[Radius + t] = x < n + Radius ? line[x] : 0.0F;
    if (t >= Radius) return;
    shared[t] = line[x - Radius];
    shared[Radius + threads + t] = x + threads < n + Radius ? line[x + threads] : 0.0F;
  }
  HOST_DEVICE static float sum(const float* shared, int t, float centre, const float* side) {
    const float* const p = shared + Radius + t;
    float value = centre * p[0];
    FOLDWAVE_UNROLL
    for (int k = 1; k <= Radius; ++k)
      value += side[k - 1] * (p[k] + p[-k]);
    return value;
  }
};

// One convolution across x by 16 x 16 threads: the block takes 16 lines along the axis, side by side in x,
// from coordinate t0. `at` points at the thread's node, (x, t0 + j).
template <int Radius>
struct MinorAxisBlock {
  static constexpr int side_threads = 16;
  static constexpr int shared_values = (side_threads + 2 * Radius) * side_threads;

  HOST_DEVICE static void stage(const float* at, Index stride, int nx, int n, int x, int t0, int i, int j,
                                float* shared) {
    const int t = t0 + j;
    const bool in_line = x < nx;
    shared[(Radius + j) * side_threads + i] = in_line && t < n + Radius ? at[0] : 0.0F;
    if (j >= Radius) return;
    // A block starts on a line, so the lower halo of its first Radius threads is there.
    shared[j * side_threads + i] = in_line ? at[-Radius * stride] : 0.0F;
    shared[(Radius + side_threads + j) * side_threads + i] =
        in_line && t + side_threads < n + Radius ? at[side_threads * stride] : 0.0F;
  }
  HOST_DEVICE static float sum(const float* shared, int i, int j, const float* side) {
    const float* const p = shared + (Radius + j) * side_threads + i;
    float value = 0.0F;
    FOLDWAVE_UNROLL
    for (int k = 1; k <= Radius; ++k)
      value += side[k - 1] * (p[k * side_threads] + p[-k * side_threads]);
    return value;
  }
};

// Neighbours along x that are read at once.
template <int Wide>
struct alignas(4 * Wide) Run {
  float v[Wide];
};

// A march along z: a thread owns `Wide` nodes of x and the 2 Radius + 1 values of each one's column; the
// block shares the plane with its halo, in two buffers so that one barrier a plane is enough. Between
// barriers a thread updates plane z - 1 and stages plane z.
template <int Radius, int Wide>
struct QueueBlock {
  static constexpr int threads_x = Wide == 4 ? 16 : 32;
  static constexpr int threads_y = 8;
  static constexpr int threads = threads_x * threads_y;
  static constexpr int tile_x = threads_x * Wide;
  static constexpr int side_runs = (Radius + Wide - 1) / Wide;  // of the halo, left and right
  static constexpr int halo_x = side_runs * Wide;
  static constexpr int width = tile_x + 2 * halo_x;
  static constexpr int height = threads_y + 2 * Radius;
  static constexpr int shared_values = 2 * width * height;

  using Values = Run<Wide>;

  int x = 0, y = 0;    // the thread's first node
  int x0 = 0, y0 = 0;  // the tile's
  Values column[2 * Radius + 1];
  Values previous, v2dt2;

  // Before plane `z` is staged.
  HOST_DEVICE void start(const LeapfrogFields<float>& f, const LadderGrid& grid, int block_x, int block_y,
                         int i, int j, int z) {
    x0 = block_x * tile_x;
    y0 = block_y * threads_y;
    x = x0 + i * Wide;
    y = y0 + j;
    FOLDWAVE_UNROLL
    for (int k = 0; k < 2 * Radius; ++k)
      column[k + 1] = read(f, grid, x, y, z - Radius + k);
  }

  HOST_DEVICE void stage(const LeapfrogFields<float>& f, const LadderGrid& grid, int i, int j, int z,
                         float* shared) {
    FOLDWAVE_UNROLL
    for (int k = 0; k < 2 * Radius; ++k)
      column[k] = column[k + 1];
    column[2 * Radius] = read(f, grid, x, y, z + Radius);
    if (x < grid.n[0] && y < grid.n[1]) {
      const Index m = x + y * f.row + z * f.plane;
      previous = *reinterpret_cast<const Values*>(f.oldest + m);
      v2dt2 = *reinterpret_cast<const Values*>(f.v2dt2 + m);
    }
    float* const plane = shared + (z & 1) * width * height;
    put(plane, halo_x + i * Wide, Radius + j, column[Radius]);
    const int t = j * threads_x + i;
    for (int s = t; s < 2 * Radius * threads_x; s += threads) {
      const int line = s / threads_x, to_x = s % threads_x * Wide;
      const int to_y = line < Radius ? line : threads_y + line;
      put(plane, halo_x + to_x, to_y, read(f, grid, x0 + to_x, y0 + to_y - Radius, z));
    }
    for (int s = t; s < 2 * side_runs * threads_y; s += threads) {
      const int line = s / (2 * side_runs), run = s % (2 * side_runs);
      const int to_x = run < side_runs ? run * Wide : tile_x + run * Wide;
      put(plane, to_x, Radius + line, read(f, grid, x0 + to_x - halo_x, y0 + line, z));
    }
  }

  HOST_DEVICE void update(const LeapfrogFields<float>& f, const LadderGrid& grid, int i, int j, int z,
                          const float* shared) const {
    if (y < grid.first[1] || y >= grid.last[1] || x >= grid.last[0]) return;
    const float* const at = shared + (z & 1) * width * height + (Radius + j) * width + i * Wide;
    float line[Wide + 2 * halo_x];
    FOLDWAVE_UNROLL
    for (int s = 0; s < 2 * side_runs + 1; ++s) {
      const Values some = s == side_runs ? column[Radius] : *reinterpret_cast<const Values*>(at + s * Wide);
      FOLDWAVE_UNROLL
      for (int w = 0; w < Wide; ++w)
        line[s * Wide + w] = some.v[w];
    }
    float laplacian[Wide];
    FOLDWAVE_UNROLL
    for (int w = 0; w < Wide; ++w)
      laplacian[w] = f.centre * line[halo_x + w];
    FOLDWAVE_UNROLL
    for (int k = 1; k <= Radius; ++k) {
      const Values below = *reinterpret_cast<const Values*>(at + halo_x + k * width);
      const Values above = *reinterpret_cast<const Values*>(at + halo_x - k * width);
      FOLDWAVE_UNROLL
      for (int w = 0; w < Wide; ++w) {
        laplacian[w] += f.side[0][k - 1] * (line[halo_x + w + k] + line[halo_x + w - k]);
        laplacian[w] += f.side[1][k - 1] * (below.v[w] + above.v[w]);
        laplacian[w] += f.side[2][k - 1] * (column[Radius + k].v[w] + column[Radius - k].v[w]);
      }
    }
    const float g_yz = f.gy[y] * f.gz[z];
    Values next = previous;
    FOLDWAVE_UNROLL
    for (int w = 0; w < Wide; ++w) {
      if (x + w < grid.first[0] || x + w >= grid.last[0]) continue;
      const float g = g_yz * f.gx[x + w];
      next.v[w] = g * (2.0F * line[halo_x + w] - g * previous.v[w] + v2dt2.v[w] * laplacian[w]);
    }
    // The nodes of a run that are not updated keep what they held.
    *reinterpret_cast<Values*>(f.oldest + x + y * f.row + z * f.plane) = next;
  }

 private:
  HOST_DEVICE static Values read(const LeapfrogFields<float>& f, const LadderGrid& grid, int at_x, int at_y,
                                 int at_z) {
    if (at_x >= grid.n[0] + Radius || at_y >= grid.n[1] + Radius) return Values{};
    return *reinterpret_cast<const Values*>(f.present + at_x + at_y * f.row + at_z * f.plane);
  }
  HOST_DEVICE static void put(float* plane, int at_x, int at_y, const Values& values) {
    *reinterpret_cast<Values*>(plane + at_x + at_y * width) = values;
  }
};

}  // namespace foldwave
