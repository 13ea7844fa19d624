// What a section's step (section_wave.cu) works on: its arguments, the tile of a block, and the CPML's part
// of a tile. psi of a pad is read at R nodes to each side as it becomes in this step, so each block makes
// what it needs of it in shared memory.
#pragma once

#include "core/wave/cpml_kernel.hpp"
#include "gpu/imaging/section_wave.cuh"

namespace foldwave::section_wave {

// A warp a row of the tile at a time; each takes as many rows, one below the other, as shared memory holds.
constexpr int tile_x = 32, warps = 16;
constexpr int section_threads = tile_x * warps;
template <int Radius, class Real>
constexpr int warp_rows = sizeof(Real) == sizeof(double) && Radius > 6 ? 1 : 2;
template <int Radius, class Real>
constexpr int tile_z = warps* warp_rows<Radius, Real>;

// psi and zeta of the pads at both ends of an axis, which lie together in memory: first the low pad's nodes
// along the axis, 0 .. low_end - 1, then those of the high one, from high_begin on.
template <class Real>
struct PadsAcross {
  const Real* psi = nullptr;  // null: there are none
  Real* psi_next = nullptr;
  Real* zeta = nullptr;
  const Real* b = nullptr;
  const Real* c = nullptr;
  int low_end = 0, high_begin = 0;
  int first_inner = 0, last_inner = 0;  // nodes first_inner .. last_inner - 1 lie R nodes from any
  int along = 0, other = 0;             // strides
  CpmlStencil<Real> stencil;

  __device__ bool touch(int first, int last) const {
    return psi != nullptr && (first < first_inner || last > last_inner);
  }
  // The place of a coordinate among the pads'; -1: in none.
  __device__ int place(int at) const {
    return at < low_end ? at : at >= high_begin ? at - high_begin + low_end : -1;
  }
};

template <class Real>
struct SectionStepWork {
  LeapfrogFields<Real> fields;
  StepBox box;
  UserBox user;
  int nodes_x = 0, nodes_z = 0;  // padded
  int user_x = 0, user_z = 0;
  bool free_face[4]{};
  PadsAcross<Real> across_x, across_z;
  int step = 0;
  const int2* slot = nullptr;         // null: nothing goes in
  int slot_first = 0, slot_last = 0;  // rows of nodes where something does
  TraceTable<Real> traces;
  SectionSums<Real> sums;
  int rows = 0;  // of blocks that hold nodes; those beyond read receivers
  ReceiverTable<Real> receivers;
  SectionLevel<Real> pending;
};

// p of a tile, and what psi becomes in this step on it and R nodes beyond, by pads across x and across z.
template <int Radius, class Real>
struct SectionTile {
  static constexpr int z = tile_z<Radius, Real>, rows = warp_rows<Radius, Real>;
  static constexpr int reach = 2 * Radius, pitch = tile_x + 2 * reach, across = tile_x + 2 * Radius;
  Real p[z + 2 * reach][pitch];
  Real psi_x[z][across];
  Real psi_z[z + 2 * Radius][tile_x];
};

template <class Real>
__device__ bool is_updated(const SectionStepWork<Real>& w, int x, int z) {
  return x >= w.box.first[0] && x < w.box.last[0] && z >= w.box.first[2] && z < w.box.last[2];
}

// What pads across one axis have in memory of a tile: psi on it and R nodes beyond, an item a thread and
// turn, and zeta of the thread's own nodes. Asked for before the tile is waited for.
template <int Radius, class Real, bool AlongX>
struct TileOfPads {
  using Tile = SectionTile<Radius, Real>;
  static constexpr int wide = AlongX ? Tile::across : tile_x, deep = AlongX ? Tile::z : Tile::z + 2 * Radius;
  static constexpr int turns = (wide * deep + section_threads - 1) / section_threads;
  static constexpr Index stride = AlongX ? 1 : Tile::pitch;  // of the tile
  Real psi[turns], zeta[Tile::rows];
  int at[turns];  // of psi in memory; -1: in no pad

  static __device__ const PadsAcross<Real>& pads(const SectionStepWork<Real>& w) {
    return AlongX ? w.across_x : w.across_z;
  }
  static __device__ int in_memory(const SectionStepWork<Real>& w, int x, int z) {
    const PadsAcross<Real>& p = pads(w);
    const int place = is_updated(w, x, z) ? p.place(AlongX ? x : z) : -1;
    return place < 0 ? -1 : place * p.along + (AlongX ? z : x) * p.other;
  }

  __device__ void ask(const SectionStepWork<Real>& w, int x0, int z0, int x, int first_z) {
#pragma unroll
    for (int t = 0; t < turns; ++t) {
      const int m = static_cast<int>(threadIdx.x) + section_threads * t, row = m / wide;
      at[t] = row < deep
                  ? in_memory(w, x0 + m % wide - (AlongX ? Radius : 0), z0 + row - (AlongX ? 0 : Radius))
                  : -1;
      psi[t] = at[t] >= 0 ? pads(w).psi[at[t]] : Real(0);
    }
#pragma unroll
    for (int r = 0; r < Tile::rows; ++r) {
      const int place = in_memory(w, x, first_z + r);
      zeta[r] = place >= 0 ? pads(w).zeta[place] : Real(0);
    }
  }

  // The new psi, into the tile and, where this block updates the node, to memory.
  __device__ void make(const SectionStepWork<Real>& w, Tile& tile, int x0, int z0) const {
#pragma unroll
    for (int t = 0; t < turns; ++t) {
      const int m = static_cast<int>(threadIdx.x) + section_threads * t, row = m / wide, column = m % wide;
      if (row >= deep) continue;
      Real made = 0;
      if (at[t] >= 0) {
        const int place = pads(w).place(AlongX ? x0 + column - Radius : z0 + row - Radius);
        const Real* const p = AlongX ? &tile.p[row + Tile::reach][column + Radius]
                                     : &tile.p[row + Radius][column + Tile::reach];
        made = cpml_psi<Radius>(p, stride, psi[t], pads(w).b[place], pads(w).c[place], pads(w).stencil);
        const int in = AlongX ? column : row;
        if (in >= Radius && in < Radius + (AlongX ? tile_x : Tile::z)) pads(w).psi_next[at[t]] = made;
      }
      if constexpr (AlongX)
        tile.psi_x[row][column] = made;
      else
        tile.psi_z[row][column] = made;
    }
  }

  // What the pads add to the Laplacian at the thread's node in its row r; zeta there goes on.
  __device__ Real term(const SectionStepWork<Real>& w, const Tile& tile, const Real* p, int x, int z, int row,
                       int column, int r) {
    const int place = pads(w).place(AlongX ? x : z);
    const Real b = place >= 0 ? pads(w).b[place] : Real(0), c = place >= 0 ? pads(w).c[place] : Real(0);
    const Real* made = nullptr;
    if constexpr (AlongX)
      made = &tile.psi_x[row][column + Radius];
    else
      made = &tile.psi_z[row + Radius][column];
    const Real term =
        cpml_term<Radius>(p, stride, made, AlongX ? Index{1} : Index{tile_x}, zeta[r], b, c, pads(w).stencil);
    if (place >= 0) pads(w).zeta[place * pads(w).along + (AlongX ? z : x) * pads(w).other] = zeta[r];
    return term;
  }
};

}  // namespace foldwave::section_wave
