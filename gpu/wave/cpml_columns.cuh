// CPML slabs as the device's kernels see them, and the kernels of those across y or z.
#pragma once

#include "core/wave/cpml_slabs.hpp"

namespace foldwave::device_cpml {

constexpr int threads = 256;
constexpr int march_threads = 64;
// Of slabs across y or z whose lines go side by side: so many nodes at a time, so often at most.
constexpr int column_lines = threads / 32, most_column_rows = 8;

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

// Slabs across y or z that are longer: a thread marches along the axis with a pack of lines, and what it
// needs of p and psi in registers, so each is read once; memory is asked one node ahead. What lies beside the
// updated nodes in a pack stays as it is: there p, or v^2 dt^2, is zero.
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

// Others: 32 lines side by side, p and psi of them in shared memory, `Rows` nodes a thread at most: all
// that memory holds is asked for before anything is waited for.
template <int Radius, int Rows, class Real>
__global__ __launch_bounds__(threads) void column_kernel(
    SlabViews<Real> slabs, const Real* __restrict__ present, Real* __restrict__ next,
    const Real* __restrict__ v2dt2, const Real* __restrict__ g_x, const Real* __restrict__ g_along,
    const Real* __restrict__ g_other, int length) {
  constexpr int wide = 32, lines = column_lines, more_rows = Rows + (2 * Radius + lines - 1) / lines;
  const SlabView<Real>& slab = slabs.of[blockIdx.z];
  extern __shared__ __align__(8) unsigned char shared[];
  const int lane = static_cast<int>(threadIdx.x) % wide, row = static_cast<int>(threadIdx.x) / wide;
  Real* const p = reinterpret_cast<Real*>(shared) + lane;
  Real* const psi = p + wide * length;
  const int x = static_cast<int>(blockIdx.x) * wide + lane;
  const int y = slab.other_first[1] + static_cast<int>(blockIdx.y), low = slab.term_first - Radius;
  const bool inside = x < slab.other_last[0];
  Real* const line = next + x * slab.other[0] + y * slab.other[1];
  const Real* const speeds = v2dt2 + x * slab.other[0] + y * slab.other[1];
  const Index in_slab = x * slab.slab_other[0] + y * slab.slab_other[1];
  Real* const psi_stored = slab.psi + in_slab;
  Real* const zeta_stored = slab.zeta + in_slab;
  const Real* const from = present + x * slab.other[0] + y * slab.other[1] + low * slab.along;
  const auto in_pad = [&](int at) { return at >= slab.first && at < slab.last; };

  Real read_p[more_rows]{}, read_psi[Rows]{}, zeta[Rows]{}, old[Rows]{}, speed[Rows]{};
#pragma unroll
  for (int i = 0; i < more_rows; ++i)
    if (inside && row + lines * i < length) read_p[i] = from[(row + lines * i) * slab.along];
#pragma unroll
  for (int i = 0; i < Rows; ++i) {
    const int c = slab.first + row + lines * i, t = slab.term_first + row + lines * i;
    if (inside && c < slab.last) read_psi[i] = psi_stored[c * slab.slab_along];
    if (!inside || t >= slab.term_last) continue;
    if (in_pad(t)) zeta[i] = zeta_stored[t * slab.slab_along];
    old[i] = line[t * slab.along];
    speed[i] = speeds[t * slab.along];
  }
#pragma unroll
  for (int i = 0; i < more_rows; ++i)
    if (row + lines * i < length) {
      p[(row + lines * i) * wide] = read_p[i];
      psi[(row + lines * i) * wide] = 0;
    }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Rows; ++i) {
    const int c = slab.first + row + lines * i, at = (c - low) * wide;
    if (!inside || c >= slab.last) continue;
    psi[at] = cpml_psi<Radius>(p + at, Index{wide}, read_psi[i], slab.b[c], slab.c[c], slab.stencil);
    psi_stored[c * slab.slab_along] = psi[at];
  }
  __syncthreads();
  if (!inside) return;
  const Real g = g_x[x] * g_other[y];
#pragma unroll
  for (int i = 0; i < Rows; ++i) {
    const int t = slab.term_first + row + lines * i, at = (t - low) * wide;
    if (t >= slab.term_last) continue;
    const Real b = in_pad(t) ? slab.b[t] : Real(0), c = in_pad(t) ? slab.c[t] : Real(0);
    const Real term =
        cpml_term<Radius>(p + at, Index{wide}, psi + at, Index{wide}, zeta[i], b, c, slab.stencil);
    if (in_pad(t)) zeta_stored[t * slab.slab_along] = zeta[i];
    line[t * slab.along] = old[i] + g * g_along[t] * speed[i] * term;
  }
}

}  // namespace foldwave::device_cpml
