// The body of wave/cpu/row_kernels.hpp, for the one file of each instruction set: vectors as wide as that
// file is compiled for. Everything here is local to the file, so that no other one gets code that its machine
// lacks; for the same reason nothing of the standard library is called.
//
// What makes the leapfrog fast on AVX-512: neighbours along x come from three aligned vectors by shuffles, as
// every unaligned load would touch two cache lines; one sum an axis, so that they run side by side; rows to
// come are asked for in time, as the hardware follows fewer streams than a stencil has.
#pragma once

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "core/wave/cpu/row_kernels.hpp"

namespace foldwave {
namespace {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

template <class Real>
struct Wide;
template <>
struct Wide<float> {
  typedef float Vector __attribute__((vector_size(vector_bytes)));
  typedef float Loose __attribute__((vector_size(vector_bytes), aligned(sizeof(float))));
};
template <>
struct Wide<double> {
  typedef double Vector __attribute__((vector_size(vector_bytes)));
  typedef double Loose __attribute__((vector_size(vector_bytes), aligned(sizeof(double))));
};

template <class Real>
constexpr int lanes = vector_bytes / static_cast<int>(sizeof(Real));

template <class Real>
using Vector = typename Wide<Real>::Vector;

template <class Real>
FOLDWAVE_INLINE Vector<Real> load(const Real* p) {
  return *reinterpret_cast<const typename Wide<Real>::Loose*>(p);
}
template <class Real>
FOLDWAVE_INLINE Vector<Real> load_aligned(const Real* p) {
  return *reinterpret_cast<const Vector<Real>*>(p);
}
template <class Real>
FOLDWAVE_INLINE void store(Real* p, Vector<Real> value) {
  *reinterpret_cast<typename Wide<Real>::Loose*>(p) = value;
}
template <class Real>
FOLDWAVE_INLINE Vector<Real> all(Real value) {
  return value - Vector<Real>{};
}

// The values K places after the first of `low`, where `high` follows it in memory. (The forms without a mask
// warn of an undefined operand in g++ 12.)
#if defined(__AVX512F__)
template <int K>
FOLDWAVE_INLINE Vector<float> after(Vector<float> low, Vector<float> high) {
  return _mm512_castsi512_ps(
      _mm512_maskz_alignr_epi32(__mmask16(-1), _mm512_castps_si512(high), _mm512_castps_si512(low), K));
}
template <int K>
FOLDWAVE_INLINE Vector<double> after(Vector<double> low, Vector<double> high) {
  if constexpr (K == lanes<double>)
    return high;
  else if constexpr (K == 0)
    return low;
  else
    return _mm512_castsi512_pd(
        _mm512_maskz_alignr_epi64(__mmask8(-1), _mm512_castpd_si512(high), _mm512_castpd_si512(low), K));
}
#endif

// The three vectors of a row about x, handed on as x goes by.
template <class Real>
struct Window {
  Vector<Real> left, middle, right;

  // p(+K) + p(-K)
  template <int K>
  FOLDWAVE_INLINE Vector<Real> pair([[maybe_unused]] const Real* p) const {
#if defined(__AVX512F__)
    return after<K>(middle, right) + after<lanes<Real> - K>(left, middle);
#else
    return load(p + K) + load(p - K);
#endif
  }
};

// Adds the taps K .. Radius of each axis to its sum.
template <int K, bool Section, int Radius, class Real>
FOLDWAVE_INLINE void add_taps(const Real* p, const Window<Real>& window, Index row, Index plane,
                              const Vector<Real> (&c)[3][Radius], Vector<Real> (&sum)[3]) {
  sum[0] += c[0][K - 1] * window.template pair<K>(p);
  if constexpr (!Section) sum[1] += c[1][K - 1] * (load_aligned(p + K * row) + load_aligned(p - K * row));
  sum[2] += c[2][K - 1] * (load_aligned(p + K * plane) + load_aligned(p - K * plane));
  if constexpr (K < Radius) add_taps<K + 1, Section>(p, window, row, plane, c, sum);
}

// g (2 p - g to + terms)
template <class Real>
FOLDWAVE_INLINE Vector<Real> stepped(Vector<Real> p, const Real* to, Vector<Real> g, Vector<Real> terms) {
  return g * (Real(2) * p - g * load(to) + terms);
}

template <int Radius, bool Section, RowEnd End, class Real>
FOLDWAVE_INLINE void stencil_rows(const LeapfrogFields<Real>& f, const Real* field, int width, int y0, int y1,
                                  int z) {
  constexpr int ahead = 2048 / static_cast<int>(sizeof(Real));
  const Index row = f.row, plane = f.plane;
  Vector<Real> c[3][Radius];
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < Radius; ++k)
      c[axis][k] = all(f.side[axis][k]);
  const Vector<Real> centre = all(f.centre);
  for (int y = y0; y < y1; ++y) {
    const Index start = y * row + z * plane;
    const Real* p = f.present + start;
    Real* q = f.oldest + start;
    const Real* v = f.v2dt2 + start;
    const Real* gx = f.gx;
    const Real* base = field + start;
    const Vector<Real> g = all(f.gy[y] * f.gz[z]);
    Window<Real> window{load_aligned(p - lanes<Real>), load_aligned(p), {}};
    for (const Real* const end = p + width; p < end;
         p += lanes<Real>, q += lanes<Real>, v += lanes<Real>, gx += lanes<Real>, base += lanes<Real>) {
      __builtin_prefetch(p + Radius * plane + ahead, 0, 2);
      __builtin_prefetch(q + ahead, 1, 2);
      __builtin_prefetch(v + ahead, 0, 2);
      window.right = load_aligned(p + lanes<Real>);
      Vector<Real> sum[3]{centre * window.middle, {}, {}};
      add_taps<1, Section>(p, window, row, plane, c, sum);
      const Vector<Real> laplacian = Section ? sum[0] + sum[2] : sum[0] + (sum[1] + sum[2]);
      const Vector<Real> terms = load_aligned(v) * laplacian;
      if constexpr (End == RowEnd::next)
        store(q, stepped(window.middle, q, g * load(gx), terms));
      else if constexpr (End == RowEnd::terms)
        store(q, terms);
      else
        store(q, stepped(load_aligned(base), q, g * load(gx), window.middle + Real(1.0 / 12.0) * terms));
      window.left = window.middle;
      window.middle = window.right;
    }
  }
}

template <int Radius, bool Section, class Real>
void leapfrog_rows(const LeapfrogFields<Real>& f, int width, int y0, int y1, int z) {
  stencil_rows<Radius, Section, RowEnd::next>(f, f.present, width, y0, y1, z);
}
template <int Radius, bool Section, RowEnd End, class Real>
void laplacian_rows(const LeapfrogFields<Real>& f, const Real* p, int width, int y0, int y1, int z) {
  stencil_rows<Radius, Section, End>(f, p, width, y0, y1, z);
}

template <int Radius, class Real>
void flux_row(const FluxRow<Real>& r) {
  Vector<Real> e[Radius];
  for (int k = 0; k < Radius; ++k)
    e[k] = all(r.e[k]);
  for (int i = 0; i < r.width; i += lanes<Real>) {
    Vector<Real> slope{};
#pragma GCC unroll 8
    for (int k = 0; k < Radius; ++k)
      slope += e[k] * (load(r.taps[Radius + k] + i) - load(r.taps[Radius - 1 - k] + i));
    store(r.to + i, Real(2) * slope / (load(r.rho + i) + load(r.rho_after + i)));
  }
}

template <int Radius, bool Section, RowEnd End, class Real>
void density_row(const DensityRow<Real>& r) {
  Vector<Real> e[3][Radius]{};
  for (int axis = 0; axis < 3; ++axis)
    if (!(Section && axis == 1))
      for (int k = 0; k < Radius; ++k)
        e[axis][k] = all(r.e[axis][k]);
  for (int i = 0; i < r.width; i += lanes<Real>) {
    Vector<Real> sum[3]{};
#pragma GCC unroll 8
    for (int k = 0; k < Radius; ++k) {
      const int after = Radius + k, before = Radius - 1 - k;
      sum[0] += e[0][k] * (load(r.x + i + k) - load(r.x + i - k - 1));
      if constexpr (!Section) sum[1] += e[1][k] * (load(r.y[after] + i) - load(r.y[before] + i));
      sum[2] += e[2][k] * (load(r.z[after] + i) - load(r.z[before] + i));
    }
    const Vector<Real> divergence = Section ? sum[0] + sum[2] : sum[0] + (sum[1] + sum[2]);
    const Vector<Real> terms = load(r.v2dt2 + i) * load(r.rho + i) * divergence;
    if constexpr (End == RowEnd::next)
      store(r.to + i, stepped(load(r.p + i), r.to + i, r.g * load(r.gx + i), terms));
    else if constexpr (End == RowEnd::terms)
      store(r.to + i, terms);
    else
      store(r.to + i,
            stepped(load(r.p + i), r.to + i, r.g * load(r.gx + i), load(r.f + i) + Real(1.0 / 12.0) * terms));
  }
}

template <int Radius, class Real>
FOLDWAVE_INLINE Vector<Real> wide_difference(const Real* f, Index stride, const Vector<Real> (&d)[Radius]) {
  Vector<Real> sum{};
#pragma GCC unroll 8
  for (int k = 1; k <= Radius; ++k)
    sum += d[k - 1] * (load(f + k * stride) - load(f - k * stride));
  return sum;
}

template <int Radius, bool AlongX, class Real>
void psi_row(const CpmlRow<Real>& r) {
  const Index stride = AlongX ? 1 : r.stride;
  Vector<Real> d[Radius];
  for (int k = 0; k < Radius; ++k)
    d[k] = all(r.stencil->first[k + 1]);
  Vector<Real> b = all(*r.b), c = all(*r.c);
  for (int i = 0; i < r.width; i += lanes<Real>) {
    if constexpr (AlongX) {
      b = load(r.b + i);
      c = load(r.c + i);
    }
    store(r.psi + i, b * load(r.psi + i) + c * wide_difference<Radius>(r.p + i, stride, d));
  }
}

template <int Radius, bool AlongX, class Real>
void terms_row(const CpmlRow<Real>& r) {
  const Index stride = AlongX ? 1 : r.stride, psi_stride = AlongX ? 1 : r.psi_stride;
  Vector<Real> d[Radius], dd[Radius];
  for (int k = 0; k < Radius; ++k) {
    d[k] = all(r.stencil->first[k + 1]);
    dd[k] = all(r.stencil->second[k + 1]);
  }
  const Vector<Real> centre = all(r.stencil->second[0]), g = all(r.g);
  Vector<Real> b = all(*r.b), c = all(*r.c);
  for (int i = 0; i < r.width; i += lanes<Real>) {
    if constexpr (AlongX) {
      b = load(r.b + i);
      c = load(r.c + i);
    }
    const Real* const p = r.p + i;
    const Vector<Real> dpsi = wide_difference<Radius>(r.psi + i, psi_stride, d);
    Vector<Real> second = centre * load(p);
#pragma GCC unroll 8
    for (int k = 1; k <= Radius; ++k)
      second += dd[k - 1] * (load(p + k * stride) + load(p - k * stride));
    const Vector<Real> zeta = b * load(r.zeta + i) + c * (second + dpsi);
    store(r.zeta + i, zeta);
    store(r.to + i, load(r.to + i) + g * load(r.gx + i) * load(r.v2dt2 + i) * (dpsi + zeta));
  }
}

template <SinkRowKind Kind, class Real>
void sink_row(const SinkRow<Real>& r) {
  const Vector<Real> step = all(r.step);
  for (int i = 0; i < r.width; i += lanes<Real>) {
    const Vector<Real> to = load(r.to + i);
    if constexpr (Kind == SinkRowKind::product) {
      store(r.to + i, to + load(r.p + i) * load(r.q + i));
    } else if constexpr (Kind == SinkRowKind::rates) {
      store(r.to + i, to + (load(r.p + i) - load(r.p_past + i)) * (load(r.q + i) - load(r.q_past + i)));
    } else {
      const Vector<Real> p = load(r.p + i);
      const Vector<Real> size = p < -p ? -p : p;
      store(r.to + i, size > to ? size : to);
      store(r.steps + i, size > to ? step : load(r.steps + i));
    }
  }
}

template <int Radius, bool Section, class Real>
RowKernels<Real> rows_of() {
  return {
      leapfrog_rows<Radius, Section, Real>,
      {laplacian_rows<Radius, Section, RowEnd::terms, Real>,
       laplacian_rows<Radius, Section, RowEnd::fourth, Real>},
      flux_row<Radius, Real>,
      {density_row<Radius, Section, RowEnd::next, Real>, density_row<Radius, Section, RowEnd::terms, Real>,
       density_row<Radius, Section, RowEnd::fourth, Real>},
      {psi_row<Radius, false, Real>, psi_row<Radius, true, Real>},
      {terms_row<Radius, false, Real>, terms_row<Radius, true, Real>},
      {sink_row<SinkRowKind::largest, Real>, sink_row<SinkRowKind::product, Real>,
       sink_row<SinkRowKind::rates, Real>}};
}

template <int Radius, class Real>
RowKernels<Real> rows_of_radius(int radius, bool section) {
  if constexpr (Radius > 1)
    if (radius < Radius) return rows_of_radius<Radius - 1, Real>(radius, section);
  return section ? rows_of<Radius, true, Real>() : rows_of<Radius, false, Real>();
}

}  // namespace
}  // namespace foldwave
