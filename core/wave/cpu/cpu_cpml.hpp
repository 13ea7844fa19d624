// The CPML pads on the CPU: psi and zeta of every slab, and their part of a step, row by row
// (wave/cpu/row_kernels.hpp), while the row is in the cache.
#pragma once

#include <utility>
#include <vector>

#include "core/base/field.hpp"
#include "core/wave/cpml_slabs.hpp"
#include "core/wave/cpu/row_kernels.hpp"
#include "core/wave/cpu/sweep.hpp"

namespace foldwave {

template <class Real>
class CpuCpml {
 public:
  CpuCpml(const PaddedGrid& padded, const Field<float>& velocity, double dt, double frequency,
          const RowKernels<Real>& kernels);

  static std::int64_t values(const PaddedGrid& padded);  // psi and zeta of all slabs

  bool empty() const { return slabs_.empty(); }
  bool on_axis(int axis) const;
  void leave_out() { slabs_.clear(); }
  std::vector<Field<Real>*> memory();  // psi and zeta of all slabs
  // Of the slabs that stand across planes: where plane 0 begins, and how far planes are apart.
  std::vector<std::pair<Real*, Index>> planes();

  // Of one step, in this order: psi, from p at step n with its images, then the terms of every row, which
  // read psi a radius away along the slab's axis; in slabs of the x axis psi is made with the terms. p and
  // `to` point at padded node (0, 0, 0), as do the fields' v2dt2 and factors. psi of slabs of the y axis is
  // made in the rows of `ahead`, of the z axis in its planes.
  void update_psi(const Real* p, const LeapfrogFields<Real>& fields, const RowRange& range,
                  const RowRange& ahead);
  void add_terms(const Real* p, Real* to, const LeapfrogFields<Real>& fields, int y, int z);

 private:
  struct Slab {
    CpmlSlab layout;
    CpmlStencil<Real> stencil;
    std::vector<Real> b, c;
    Field<Real> psi, zeta;
  };
  CpmlRow<Real> row(Slab& slab, const LeapfrogFields<Real>& fields, const Real* p, int x, int y, int z) const;

  RowKernels<Real> kernels_;
  std::vector<Slab> slabs_;
};

extern template class CpuCpml<float>;
extern template class CpuCpml<double>;

}  // namespace foldwave
