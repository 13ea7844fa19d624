#include "core/fold/pmm/pmm_rows.hpp"

#include "core/base/error.hpp"

namespace foldwave {

template <class Real>
RowStencil<Real> make_row_stencil(const PatchStencil<Real>& s) {
  constexpr Real slack = Real(1e-4);
  RowStencil<Real> r{};
  r.F = s.F;
  r.F2 = s.F * s.F;
  r.bw = s.bw;
  r.below = r.F2 - s.bw * s.bw;
  r.hw = s.hw;
  r.patch_least = s.patch_least;
  int count = 0;
  for (int sv = -1; sv <= 1; sv += 2)
    for (int su = -1; su <= 1; su += 2)
      for (int which = 0; which < 2; ++which) {
        const bool along_u = which == 0;
        const Real gu = Real(su) / s.hu;
        const Real gv = Real(sv) / s.hv;
        RowTriangle<Real>& t = r.triangles[count++];
        t.axis = along_u ? (su + 1) + 3 : 1 + 3 * (sv + 1);
        t.corner = (su + 1) + 3 * (sv + 1);
        t.g1 = along_u ? gu : gv;
        t.g2 = along_u ? gv : gu;
        t.b1 = along_u ? s.bu : s.bv;
        t.b2 = along_u ? s.bv : s.bu;
        t.k1 = -s.hw * t.g1;
        t.k2 = -s.hw * t.g2;
        t.least = s.triangle_least[su > 0][sv > 0][which];
      }
  for (const PatchEdge<Real>& e : s.edges) {
    if (!(e.K > Real(0))) continue;
    r.edges[r.edge_count++] = {e.from,
                               e.to,
                               e.inverse_length,
                               e.ahead,
                               e.distance,
                               e.be,
                               e.bp,
                               e.K,
                               e.K - e.bp * e.bp,
                               -slack * e.length,
                               (Real(1) + slack) * e.length,
                               e.least};
  }
  for (int m = 0; m < 9; ++m)
    r.node_time[m] = s.node_time[m];
  return r;
}
template RowStencil<float> make_row_stencil<float>(const PatchStencil<float>&);
template RowStencil<double> make_row_stencil<double>(const PatchStencil<double>&);

namespace {

bool has_avx2() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

bool has_avx512() {
#if defined(__x86_64__) && defined(__GNUC__)
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
#else
  return false;
#endif
}

}  // namespace

template <class Real>
const RowFunctions<Real>* row_functions(FoldPath path) {
  const RowFunctions<Real>* const wide = has_avx512() ? avx512_row_functions<Real>() : nullptr;
  const RowFunctions<Real>* const narrow = has_avx2() ? avx2_row_functions<Real>() : nullptr;
  const char* const remedy = "take the fastest or the plain path";
  switch (path) {
    case FoldPath::plain:
      return nullptr;
    case FoldPath::avx2:
      if (narrow == nullptr) throw InputError("fold path", "this machine has no AVX2", remedy);
      return narrow;
    case FoldPath::avx512:
      if (wide == nullptr) throw InputError("fold path", "this machine has no AVX-512", remedy);
      return wide;
    case FoldPath::fastest:
      break;
  }
  return wide != nullptr ? wide : narrow;
}
template const RowFunctions<float>* row_functions<float>(FoldPath);
template const RowFunctions<double>* row_functions<double>(FoldPath);

}  // namespace foldwave
