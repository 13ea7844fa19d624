// Acoustics of variable density on the CPU, by staggered differences (wave/stencil.hpp) of the stencil's
// radius:
//
//   out = v^2 dt^2 rho D-( b D+ p ),   b at half nodes = 2 / (rho_i + rho_{i + 1})
//
// summed over the axes. Density goes on outside the user's grid as the nearest node has it, evenly through
// free faces, where p is odd.
#pragma once

#include <vector>

#include "core/base/field.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

// A wave of velocity v and density rho is as hard to keep stable as one of this velocity at constant density:
// v sqrt(2 rho / (rho + smallest density)), by the energy of the differences; whatever lies beside it.
double effective_velocity(double velocity, double density, double smallest_density);

// The largest stable step of the staggered scheme for the largest effective velocity.
double density_stable_dt(const Grid3& grid, int radius, double effective_velocity, int time_order);

// The density at the padded nodes, zero in the halo.
template <class Real>
Field<Real> padded_density(const PaddedGrid& padded, const Field<float>& density);

// Along an axis, the node whose value stands at each coordinate from -2 R to n - 1 + 2 R, and its sign: odd
// through free ends; beyond others 0, with the outermost node for the density.
std::vector<MirrorPlane> density_line(const PaddedGrid& padded, int axis);

template <class Real>
class CpuDensity {
 public:
  CpuDensity(const PaddedGrid& padded, const Field<float>& density);

  static std::int64_t memory_bytes(const PaddedGrid& padded);

  // At the updated nodes of `out`, laid out as `p` and `v2dt2` are.
  void apply(const Field<Real>& p, const Field<Real>& v2dt2, Field<Real>& out) const;

 private:
  struct Scratch {
    std::vector<Real> p, rho, flux;
  };
  void line(std::size_t axis, Index at, int columns, const Field<Real>& p, const Field<Real>& v2dt2,
            Field<Real>& out, Scratch& scratch) const;

  PaddedGrid padded_;
  Field<Real> density_;
  std::array<std::vector<MirrorPlane>, 3>
      beyond_;                                // where the values beyond each end come from; sign 0: no field
  std::array<std::vector<Real>, 3> weights_;  // e_k / h
};

extern template class CpuDensity<float>;
extern template class CpuDensity<double>;

}  // namespace foldwave
