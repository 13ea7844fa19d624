// The CPML pads on the CPU: psi and zeta of every slab, and their part of a step (wave/cpml_kernel.hpp).
#pragma once

#include <vector>

#include "core/base/field.hpp"
#include "core/wave/cpml_slabs.hpp"
#include "core/wave/wave_kernel.hpp"

namespace foldwave {

template <class Real>
class CpuCpml {
 public:
  CpuCpml(const PaddedGrid& padded, const Field<float>& velocity, double dt, double frequency);

  bool empty() const { return slabs_.empty(); }

  // `p` is the field at step n with its images, `to` takes the terms: all point at padded node (0, 0, 0), as
  // do the fields' v2dt2 and factors. To be called once a step.
  void add_terms(const Real* p, Real* to, const LeapfrogFields<Real>& fields);

 private:
  struct Slab {
    CpmlSlab layout;
    CpmlStencil<Real> stencil;
    std::vector<Real> b, c;
    Field<Real> psi, zeta;
  };
  template <int Radius>
  void update(Slab& slab, const Real* p, Real* to, const LeapfrogFields<Real>& fields) const;

  int radius_ = 0;
  std::vector<Slab> slabs_;
};

extern template class CpuCpml<float>;
extern template class CpuCpml<double>;

}  // namespace foldwave
