// The transpose of the CPML (wave/cpml_kernel.hpp), for the adjoint of a wave in reversed time. In the slab
// of axis a, at every step, q at step n:
//
//   B <- b B + c q / rho,   A <- b A + c d_a (q / rho + B)
//   q(n-1) += g v^2 dt^2 rho (d_a A + d_aa B)         after the leapfrog
//
// rho is 1 where there is no density. It follows from the recursions of psi and zeta by multipliers; d_a is
// antisymmetric and d_aa symmetric, with p = 0 behind the pad. Slabs and profiles: wave/cpml_slabs.hpp.
#pragma once

#include <vector>

#include "core/base/field.hpp"
#include "core/wave/cpml_slabs.hpp"

namespace foldwave {

template <class Real>
class CpuCpmlAdjoint {
 public:
  CpuCpmlAdjoint(const PaddedGrid& padded, const Field<float>& velocity, const Field<float>* density,
                 double dt, double frequency);

  // Of one step, in this order; q and `to` are given at padded node (0, 0, 0).
  void prepare(const Real* q, const LeapfrogFields<Real>& fields);
  void add_terms(Real* to, const LeapfrogFields<Real>& fields, int y0, int y1, int z) const;

  std::vector<Field<Real>*> memory();

 private:
  struct Slab {
    CpmlSlab layout;
    CpmlStencil<Real> stencil;
    std::vector<Real> b, c;
    Field<Real> first, second;  // A and B
    Field<Real> sum;            // q / rho + B, wherever the layout reaches
  };
  void update_second(Slab& slab, const Real* q, const LeapfrogFields<Real>& fields);
  void update_first(Slab& slab);

  PaddedGrid padded_;
  Field<Real> inverse_density_, density_;
  std::vector<Slab> slabs_;
};

extern template class CpuCpmlAdjoint<float>;
extern template class CpuCpmlAdjoint<double>;

}  // namespace foldwave
