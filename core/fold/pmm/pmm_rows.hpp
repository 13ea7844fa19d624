// Rows of a PMM sub-sweep, updated several nodes at a time: the formulas of fold/pmm/pmm_kernel.hpp with
// selects in place of branches, compiled for several instruction sets of x86-64 and chosen at run time. Each
// node gets what it would get alone, whichever nodes share its vector; fused multiply-adds make the last
// digits differ from the plain path's.
//
// Rows are cut into chunks of 16 nodes. A chunk has one bit in a row's bit set (`visit`, `changed`), and 16
// bits that say which of its nodes may be updated.
#pragma once

#include <cstdint>

#include "core/fold/fold_model.hpp"
#include "core/fold/pmm/pmm_kernel.hpp"

namespace foldwave {

inline constexpr int chunk_nodes = 16;

// PatchStencil with what its groups have in common worked out. Axis 1 of a triangle runs from the centre to
// the axis node, axis 2 from there to the corner; g is 1 / (signed side), k the way into the triangle.
template <class Real>
struct RowTriangle {
  int axis, corner;
  Real g1, g2, b1, b2, k1, k2;
  Real least;
};

template <class Real>
struct RowEdge {
  int from, to;
  Real inverse_length, ahead, distance;
  Real be, bp, K, below;  // below = K - bp^2
  Real first, last;       // where an entry is accepted
  Real least;
};

template <class Real>
struct RowStencil {
  Real F, F2, bw, below, hw, patch_least;  // below = F^2 - bw^2
  RowTriangle<Real> triangles[8];
  int edge_count;
  RowEdge<Real> edges[16];
  Real node_time[9];
};

template <class Real>
RowStencil<Real> make_row_stencil(const PatchStencil<Real>& s);

// One row: signed times `row` are improved from three rows of the plane before, at v - 1, v, v + 1. All rows
// start at a chunk's first node, are 64-byte aligned, and can be read one node before and behind.
template <class Real>
struct RowWork {
  const RowStencil<Real>* side[2];  // upper, lower
  Real* row;
  const Real* before[3];
  const std::uint16_t* free;  // a chunk's nodes that may be updated
  const std::uint64_t* visit;
  std::uint64_t* changed;  // out: chunks with an earlier node
  int words;
};

// What an instruction set offers. Arrays of a tile: 16 nodes along the row by 16 planes.
template <class Real>
struct RowFunctions {
  // The number of nodes that became earlier by more than rounding.
  std::int64_t (*update)(const RowWork<Real>& work);
  // to[i * to_step + j] = from[j * from_step + i], i, j = 0 .. 15.
  void (*transpose)(const Real* from, Index from_step, Real* to, Index to_step);
};

// Throws InputError when this processor does not have the path. Null for the plain path, which is also the
// fastest where there is no other.
template <class Real>
const RowFunctions<Real>* row_functions(FoldPath path);

// In their own files, which are compiled for these instruction sets; null in a build for other processors.
template <class Real>
const RowFunctions<Real>* avx2_row_functions();
template <class Real>
const RowFunctions<Real>* avx512_row_functions();

}  // namespace foldwave
