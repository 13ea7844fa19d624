// CPML slabs as the device's kernels see them, and the kernels of those across y or z.
#pragma once

#include "core/wave/cpml_slabs.hpp"

namespace foldwave::device_cpml {

constexpr int threads = 256;
constexpr int march_threads = 64;
constexpr int longest_column = 80;  // nodes
// Measured on an H200: below that a slab across y or z has too few lines to march along.
constexpr int narrow_slab(int radius) {
  return radius >= 6 ? 512 : 160;
}

// A slab as a kernel sees it: coordinates are padded ones, along the slab's axis or along the others.
template <class Real>
struct SlabView {
  Real* psi = nullptr;  // at padded node (0, 0, 0), as zeta, though that may lie outside
  Real* zeta = nullptr;
  const Real* b = nullptr;  // by coordinate
  const Real* c = nullptr;
  int first = 0, last = 0;                // the pad
  int term_first = 0, term_last = 0;      // where terms are added
  int other_first[2]{}, other_last[2]{};  // of the other two axes, the faster first
  Index along = 0, other[2]{};            // strides in p
  Index slab_along = 0, slab_other[2]{};  // and in psi
  CpmlStencil<Real> stencil;
};
template <class Real>
struct SlabViews {
  SlabView<Real> of[2];
};

// 16 bytes of neighbours along x, read and written at once.
template <class Real>
struct alignas(16) Pack {
  static constexpr int lanes = 16 / sizeof(Real);
  Real at[lanes]{};
};
template <class Real>
__device__ Pack<Real> load_pack(const Real* p) {
  return *reinterpret_cast<const Pack<Real>*>(p);
}
template <class Real>
__device__ void store_pack(Real* p, const Pack<Real>& pack) {
  *reinterpret_cast<Pack<Real>*>(p) = pack;
}

// Slabs across y or z: a thread marches along the axis with a pack of lines, and what it needs of p and psi
// in registers, so each is read once; memory is asked one node ahead. What lies beside the updated nodes in a
// pack stays as it is: there p, or v^2 dt^2, is zero.
template <int Radius, class Real>
__global__ __launch_bounds__(march_threads) void march_kernel(
    SlabViews<Real> slabs, const Real* __restrict__ present, Real* __restrict__ next,
    const Real* __restrict__ v2dt2, const Real* __restrict__ g_x, const Real* __restrict__ g_along,
    const Real* __restrict__ g_other) {
  using Values = Pack<Real>;
  constexpr int lanes = Values::lanes;
  const SlabView<Real>& slab = slabs.of[blockIdx.z];
  const int x = lanes * static_cast<int>(blockIdx.x * march_threads + threadIdx.x);
  const int y = slab.other_first[1] + static_cast<int>(blockIdx.y);
  if (x >= slab.other_last[0] || y >= slab.other_last[1]) return;
  const Index line = x * slab.other[0] + y * slab.other[1];
  const Index in_slab = x * slab.slab_other[0] + y * slab.slab_other[1];
  Real* __restrict__ const psi_stored = slab.psi + in_slab;
  Real* __restrict__ const zeta_stored = slab.zeta + in_slab;
  Real g[lanes];
  for (int l = 0; l < lanes; ++l)
    g[l] = x + l < slab.other_last[0] ? g_x[x + l] * g_other[y] : Real(0);
  const auto in_pad = [&](int at) { return at >= slab.first && at < slab.last; };
  const auto has_term = [&](int at) { return at >= slab.term_first && at < slab.term_last; };

  // What memory holds for psi at c and the term at c - R.
  struct Read {
    Values p, psi, zeta, next, v2dt2;
  };
  const auto read = [&](int c) {
    const int t = c - Radius;
    Read r{};
    if (c < slab.term_last) r.p = load_pack(present + line + (c + Radius) * slab.along);
    if (in_pad(c)) r.psi = load_pack(psi_stored + c * slab.slab_along);
    if (in_pad(t)) r.zeta = load_pack(zeta_stored + t * slab.slab_along);
    if (has_term(t)) {
      r.next = load_pack(next + line + t * slab.along);
      r.v2dt2 = load_pack(v2dt2 + line + t * slab.along);
    }
    return r;
  };
  // p from c - 2 R to c + R and psi from c - 2 R to c, where psi is made at c and the term added at c - R.
  Real column[lanes][3 * Radius + 1]{}, psi[lanes][2 * Radius + 1]{};
  int c = slab.term_first - Radius;
#pragma unroll
  for (int k = 0; k < Radius; ++k) {
    const Values p = load_pack(present + line + (c + k) * slab.along);
#pragma unroll
    for (int l = 0; l < lanes; ++l)
      column[l][2 * Radius + 1 + k] = p.at[l];
  }
  Read ahead = read(c);
  for (; c < slab.term_last + Radius; ++c) {
    Read now = ahead;
    ahead = read(c + 1);
    const int t = c - Radius;
    const bool makes_psi = in_pad(c), ends = in_pad(t);
    const Real b = makes_psi ? slab.b[c] : Real(0), a = makes_psi ? slab.c[c] : Real(0);
    const Real term_b = ends ? slab.b[t] : Real(0), term_a = ends ? slab.c[t] : Real(0);
    const Real along = has_term(t) ? g_along[t] : Real(0);
#pragma unroll
    for (int l = 0; l < lanes; ++l) {
#pragma unroll
      for (int k = 0; k < 3 * Radius; ++k)
        column[l][k] = column[l][k + 1];
#pragma unroll
      for (int k = 0; k < 2 * Radius; ++k)
        psi[l][k] = psi[l][k + 1];
      column[l][3 * Radius] = now.p.at[l];
      psi[l][2 * Radius] =
          makes_psi ? cpml_psi<Radius>(column[l] + 2 * Radius, Index{1}, now.psi.at[l], b, a, slab.stencil)
                    : Real(0);
      now.psi.at[l] = psi[l][2 * Radius];
      const Real term = cpml_term<Radius>(column[l] + Radius, Index{1}, psi[l] + Radius, Index{1},
                                          now.zeta.at[l], term_b, term_a, slab.stencil);
      now.next.at[l] += g[l] * along * now.v2dt2.at[l] * term;
    }
    if (makes_psi) store_pack(psi_stored + c * slab.slab_along, now.psi);
    if (ends) store_pack(zeta_stored + t * slab.slab_along, now.zeta);
    if (has_term(t)) store_pack(next + line + t * slab.along, now.next);
  }
}

// The same of 32 lines side by side, p and psi of them in shared memory: all nodes are asked for at once.
template <int Radius, class Real>
__global__ __launch_bounds__(threads) void column_kernel(
    SlabViews<Real> slabs, const Real* __restrict__ present, Real* __restrict__ next,
    const Real* __restrict__ v2dt2, const Real* __restrict__ g_x, const Real* __restrict__ g_along,
    const Real* __restrict__ g_other, int length) {
  constexpr int wide = 32, rows = threads / wide;
  const SlabView<Real>& slab = slabs.of[blockIdx.z];
  extern __shared__ __align__(8) unsigned char shared[];
  const int lane = static_cast<int>(threadIdx.x) % wide, row = static_cast<int>(threadIdx.x) / wide;
  Real* const p = reinterpret_cast<Real*>(shared) + lane;
  Real* const psi = p + wide * length;
  const int x = static_cast<int>(blockIdx.x) * wide + lane;
  const int y = slab.other_first[1] + static_cast<int>(blockIdx.y), low = slab.term_first - Radius;
  const bool inside = x < slab.other_last[0];
  const Index line = x * slab.other[0] + y * slab.other[1];
  const Index in_slab = x * slab.slab_other[0] + y * slab.slab_other[1];
#pragma unroll 4
  for (int k = row; k < length; k += rows) {
    p[k * wide] = inside ? present[line + (low + k) * slab.along] : Real(0);
    psi[k * wide] = 0;
  }
  __syncthreads();
  if (inside)
#pragma unroll 4
    for (int c = slab.first + row; c < slab.last; c += rows) {
      Real& stored = slab.psi[in_slab + c * slab.slab_along];
      const int at = (c - low) * wide;
      stored = psi[at] = cpml_psi<Radius>(p + at, Index{wide}, stored, slab.b[c], slab.c[c], slab.stencil);
    }
  __syncthreads();
  if (!inside) return;
  const Real g = g_x[x] * g_other[y];
#pragma unroll 4
  for (int t = slab.term_first + row; t < slab.term_last; t += rows) {
    const bool in_pad = t >= slab.first && t < slab.last;
    const Index n = line + t * slab.along;
    const Real old = next[n], speed = v2dt2[n];
    Real* const stored = slab.zeta + in_slab + t * slab.slab_along;
    Real zeta = in_pad ? *stored : Real(0);
    const int at = (t - low) * wide;
    const Real term =
        cpml_term<Radius>(p + at, Index{wide}, psi + at, Index{wide}, zeta, in_pad ? slab.b[t] : Real(0),
                          in_pad ? slab.c[t] : Real(0), slab.stencil);
    if (in_pad) *stored = zeta;
    next[n] = old + g * g_along[t] * speed * term;
  }
}

}  // namespace foldwave::device_cpml
