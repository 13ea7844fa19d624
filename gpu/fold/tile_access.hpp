// What a tile of PMM works on, and how its threads share nodes and read memory (gpu/fold/pmm_tile.hpp).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "core/fold/pmm/sweeps.hpp"
#include "gpu/fold/likely_triangle.hpp"

namespace foldwave {

inline constexpr int brick = 8;  // edge of the cubes of nodes that remember when they last changed

// The solver's arrays. Rows of x are padded to whole groups of 8 nodes with what is no number; fixed nodes
// are bits, 8 nodes of x a byte; `stamps` holds the number of the sub-sweep that last changed a brick; at the
// start, a sweep's number of sub-sweeps where a node of the brick is reached, else 0.
template <class Real>
struct TileArrays {
  Real* T;
  const std::uint8_t* fixed;
  int* stamps;
};

// One sub-sweep. Axis 0: u, 1: v, 2: w; x is u, or w.
template <class Real>
struct TileSweep {
  int n[3];
  Index step[3];        // in T
  Index fixed_step[3];  // in `fixed`; 0 along x
  Index brick_step[3];  // in `stamps`
  bool x_along_w;
  bool forward;
  bool skip_settled;
  int tile_u, tile_v, tiles_u, tiles_v;
  // The nodes that are updated, as places in a plane of the tile's memory: the tile's, then ring by ring
  // those of the halo, so that a plane takes the first of them and no thread is left idle between them.
  const std::uint16_t* cells;
  int number, period;  // of this sub-sweep, counted from `period`, and how many a sweep has
  QuickStencil<Real> side[2];
};

template <class Real>
struct UnsignedBits;
template <>
struct UnsignedBits<float> {
  using type = std::uint32_t;
};
template <>
struct UnsignedBits<double> {
  using type = std::uint64_t;
};

namespace tile_detail {

template <class Real>
HOST_DEVICE typename UnsignedBits<Real>::type to_bits(Real a) {
  return std::bit_cast<typename UnsignedBits<Real>::type>(a);
}

// 16 bytes, aligned: how the device likes its memory read.
struct alignas(16) Bytes16 {
  unsigned word[4];
};

// Copies 16 bytes past the registers where the device can; they arrive at the next wait. They are read past
// the first cache, which may hold what was there before an earlier launch that overlapped this one.
template <class Real>
HOST_DEVICE void copy_ahead(Real* to, const Real* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile(
      "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))),
      "l"(from)
      : "memory");
#else
  *reinterpret_cast<Bytes16*>(to) = *reinterpret_cast<const Bytes16*>(from);
#endif
}

HOST_DEVICE inline Bytes16 read_fresh(const Bytes16* from) {
#ifdef __CUDA_ARCH__
  return std::bit_cast<Bytes16>(__ldcg(reinterpret_cast<const uint4*>(from)));
#else
  return *from;
#endif
}

template <class T>
HOST_DEVICE T read_fresh(const T* from) {
#ifdef __CUDA_ARCH__
  return __ldcg(from);
#else
  return *from;
#endif
}

HOST_DEVICE inline int larger(int a, int b) {
  return a > b ? a : b;
}

struct Rectangle {
  int u0, u1, v0, v1;
};

// a / b for a < 2^20: a float's quotient cannot fall on the wrong side.
HOST_DEVICE inline int quotient(int a, int b) {
#ifdef __CUDA_ARCH__
  return static_cast<int>(__fdividef(static_cast<float>(a) + 0.5f, static_cast<float>(b)));
#else
  return a / b;
#endif
}

// f(u, v, c) for each node of a rectangle, shared among threads; neighbours in u go to neighbouring threads.
// c counts nodes in rows of `pitch`, from `first` at (u0, v0).
template <class F>
HOST_DEVICE void share_nodes(const Rectangle& r, int thread, int threads, int pitch, int first, const F& f) {
  const int width = r.u1 - r.u0;
  if (width <= 0) return;
  const int rows = quotient(threads, width);
  const int rest = threads - rows * width;
  const int row = quotient(thread, width);
  int u = r.u0 + thread - row * width;
  int v = r.v0 + row;
  int c = first + row * pitch + u - r.u0;
  while (v < r.v1) {
    f(u, v, c);
    u += rest;
    v += rows;
    c += rows * pitch + rest;
    if (u >= r.u1) {
      u -= width;
      ++v;
      c += pitch - width;
    }
  }
}

}  // namespace tile_detail

}  // namespace foldwave
