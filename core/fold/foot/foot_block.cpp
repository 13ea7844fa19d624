#include "core/fold/foot/foot_block.hpp"

#include <cmath>
#include <limits>

namespace foldwave {

namespace {

template <bool Section, class Real>
FOLDWAVE_INLINE void look(const SurfaceView<Real>& surface, const FootSpeeds<Real>& speeds,
                          const FootLimits<Real>& limits, const FootLanes<Real>& lanes) {
  // Plain copies: nothing that the lanes write can alias them.
  const SurfaceView<Real> s = surface;
  const FootSpeeds<Real> c = speeds;
  const FootLimits<Real> l = limits;
  const Real* __restrict const x = lanes.x;
  const Real* __restrict const y = lanes.y;
  const Real* __restrict const z = lanes.z;
  Real* __restrict const u = lanes.u;
  Real* __restrict const v = lanes.v;
  Real* __restrict const time = lanes.time;
  Real* __restrict const change = lanes.change;
  Real* __restrict const quality = lanes.quality;
  const int n = lanes.n;
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) {
    const Real ui = u[i];
    const Real vi = v[i];
    const FootStep<Real> step = foot_step<Section>(s, c, x[i], y[i], z[i], ui, vi);
    const Real far2 = step.du * step.du + step.dv * step.dv;
    const Real share = l.longest / std::sqrt(far2);
    const Real part = share < Real(1) ? share : Real(1);
    const bool inside = (ui >= l.u0) & (ui <= l.u1) & (vi >= l.v0) & (vi <= l.v1);
    const bool sound = inside & (step.speed > Real(0)) & (share >= Real(1));
    // A step that is not a number leaves the guess where it was.
    const bool finite = far2 < std::numeric_limits<Real>::max();
    const Real du = finite ? step.du : Real(0);
    const Real dv = finite ? step.dv : Real(0);
    u[i] = ui + part * du;
    v[i] = vi + part * dv;
    time[i] = step.time;
    change[i] = far2 <= l.settled * l.settled ? std::fabs(step.gain) : std::numeric_limits<Real>::infinity();
    quality[i] = sound ? step.quality : Real(-1);
  }
}

template <bool Section, class Real>
void look_plain(const SurfaceView<Real>& s, const FootSpeeds<Real>& c, const FootLimits<Real>& l,
                const FootLanes<Real>& lanes) {
  look<Section>(s, c, l, lanes);
}

#if defined(__x86_64__) && defined(__GNUC__)
template <bool Section, class Real>
__attribute__((target("avx2,fma"))) void look_avx2(const SurfaceView<Real>& s, const FootSpeeds<Real>& c,
                                                   const FootLimits<Real>& l, const FootLanes<Real>& lanes) {
  look<Section>(s, c, l, lanes);
}
template <bool Section, class Real>
__attribute__((target("avx512f,avx512vl,avx512dq,avx2,fma,prefer-vector-width=512"))) void look_avx512(
    const SurfaceView<Real>& s, const FootSpeeds<Real>& c, const FootLimits<Real>& l,
    const FootLanes<Real>& lanes) {
  look<Section>(s, c, l, lanes);
}
#endif

template <bool Section, class Real>
FootLook<Real> look_for(FoldPath path) {
#if defined(__x86_64__) && defined(__GNUC__)
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512dq");
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx512 && (path == FoldPath::fastest || path == FoldPath::avx512))
    return look_avx512<Section, Real>;
  if (has_avx2 && (path == FoldPath::fastest || path == FoldPath::avx2)) return look_avx2<Section, Real>;
#endif
  if (path == FoldPath::avx512 || path == FoldPath::avx2)
    throw InputError("fold path", "this machine lacks the instruction set", "use the fastest path");
  return look_plain<Section, Real>;
}

}  // namespace

template <class Real>
FootLook<Real> foot_look(bool section, FoldPath path) {
  return section ? look_for<true, Real>(path) : look_for<false, Real>(path);
}
template FootLook<float> foot_look<float>(bool, FoldPath);
template FootLook<double> foot_look<double>(bool, FoldPath);

}  // namespace foldwave
