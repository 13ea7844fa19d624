// Acoustics of variable density on the CPU, by staggered differences (wave/stencil.hpp) of the stencil's
// radius:
//
//   A p = v^2 dt^2 rho D-( b D+ p ),   b at half nodes = 2 / (rho_i + rho_{i + 1})
//
// summed over the axes. The flux b D+ p of the axes of rows and of planes is kept at their half nodes, that
// of x made with the row. Density goes on outside the user's grid as the nearest node has it, evenly through
// free faces, where p is odd.
#pragma once

#include <stop_token>
#include <vector>

#include "core/base/field.hpp"
#include "core/wave/cpu/row_kernels.hpp"
#include "core/wave/cpu/sweep.hpp"
#include "core/wave/density_line.hpp"

namespace foldwave {

template <class Real>
class CpuDensity {
 public:
  CpuDensity(const PaddedGrid& padded, const Field<float>& density, const RowKernels<Real>& kernels);

  static std::int64_t memory_bytes(const PaddedGrid& padded);
  const Field<Real>& density() const { return density_; }  // at the padded nodes

  // Fields are given at padded node (0, 0, 0), with their images.
  //
  // The flux of these rows and planes; they need p as far as R nodes on.
  void make_flux(const Real* p, const RowRange& range);
  // What `end` says of these rows, from the flux of `f` as far as R nodes on. `fields` has v^2 dt^2, for
  // `next` and `fourth` the sponge's factors.
  void update(RowEnd end, const LeapfrogFields<Real>& fields, const Real* p, const Real* f, Real* to,
              const RowRange& range) const;

 private:
  FluxRow<Real> flux_row(const Real* p, std::size_t axis, int y, int z) const;
  Index offset(int y, int z) const { return y * padded_.row() + z * padded_.plane(); }

  PaddedGrid padded_;
  RowKernels<Real> kernels_;
  Field<Real> density_;
  std::array<Field<Real>, 3> flux_;           // of y and z, half a node behind each
  std::array<std::vector<Real>, 3> weights_;  // e_k / h
  std::vector<Real> zeros_;                   // a row of p where there is none
};

extern template class CpuDensity<float>;
extern template class CpuDensity<double>;

}  // namespace foldwave
