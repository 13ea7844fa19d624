// The six sub-sweeps of a PMM sweep over a grid: along +x, -x, +y, -y, +z, -z. Shared by the CPU and CUDA
// drivers.
#pragma once

#include <array>
#include <vector>

#include "core/fold/fold_model.hpp"
#include "core/fold/pmm/pmm_kernel.hpp"

namespace foldwave {

// A change smaller than this share of a value is rounding, not news.
template <class Real>
inline constexpr Real rounding_share = sizeof(Real) == sizeof(float) ? Real(2e-7) : Real(4e-16);

// A sub-sweep's axes over the grid: u runs along rows, v over the rows of a plane, w over planes.
struct SweepAxes {
  int u, v, w;
  bool forward;
};

// One sub-sweep: planes of constant w, done one after the other; u and v run inside a plane.
template <class Real>
struct SubSweep {
  int u, v, w;  // axes
  bool forward;
  PatchStencil<Real> stencil[2];  // upper side, lower side
};

// The axes of a sweep's sub-sweeps, in turn. A 2D section (n_y = 1) has no y sub-sweeps; there u is the long
// axis of the plane, too.
inline std::vector<SweepAxes> sweep_axes(const Grid3& grid) {
  const int axes[3][2] = {{grid.is_section() ? 2 : 1, grid.is_section() ? 1 : 2}, {0, 2}, {0, 1}};
  std::vector<SweepAxes> all;
  for (const int w : {2, 0, 1}) {
    if (w == 1 && grid.is_section()) continue;
    for (const bool forward : {true, false})
      all.push_back({axes[w][0], axes[w][1], w, forward});
  }
  return all;
}

// A 2D section does not see b.y.
template <class Real>
std::vector<SubSweep<Real>> sub_sweeps(const Grid3& grid, double F, Vec3 b) {
  if (grid.is_section()) b.y = 0.0;
  std::vector<SubSweep<Real>> all;
  const auto h = [&](int a) { return grid.h[static_cast<std::size_t>(a)]; };
  for (const auto& [u, v, w, forward] : sweep_axes(grid)) {
    SubSweep<Real> s{u, v, w, forward, {}};
    s.stencil[0] = make_patch_stencil<Real>(F, b[u], b[v], b[w], h(u), h(v), h(w), forward);
    s.stencil[1] = make_patch_stencil<Real>(F, -b[u], -b[v], -b[w], h(u), h(v), h(w), forward);
    all.push_back(s);
  }
  return all;
}

// The unsigned times of a node's patch as its side of the horizon sees them: infinite across the horizon.
// `at(du, dv)` reads the signed value of a patch node; outside the grid it must give infinity.
template <class Real, class Read>
HOST_DEVICE void gather_patch(bool lower, const Read& at, Real (&t)[9]) {
  for (int dv = -1; dv <= 1; ++dv)
    for (int du = -1; du <= 1; ++du) {
      const Real value = at(du, dv);
      t[(du + 1) + 3 * (dv + 1)] =
          std::signbit(value) == lower ? std::fabs(value) : std::numeric_limits<Real>::infinity();
    }
}

// The node's own part of a sub-sweep: gathers the patch from the signed field and gives back the new signed
// value.
template <class Real, class Read>
HOST_DEVICE Real updated_arrival(const PatchStencil<Real> (&stencil)[2], Real old, const Read& at) {
  const bool lower = std::signbit(old);
  Real t[9];
  gather_patch(lower, at, t);
  const Real time = patch_update(stencil[lower ? 1 : 0], t, std::fabs(old));
  return lower ? -time : time;
}

}  // namespace foldwave
