// The transpose of the CPML on the device, as core/wave/cpu/cpu_cpml_adjoint.hpp says it: plain kernels, a
// thread a node, slab after slab, as edges and corners belong to several.
#pragma once

#include <utility>
#include <vector>

#include "core/wave/cpml_slabs.hpp"
#include "gpu/base/device_array.cuh"

namespace foldwave {

template <class Real>
class DeviceCpmlAdjoint {
 public:
  DeviceCpmlAdjoint(const PaddedGrid& padded, const Field<float>& velocity, const Field<float>* density,
                    double dt, double frequency);

  // To be called once a step: `q` is the present level and `to` the next one, at padded node (0, 0, 0), as
  // the fields' v2dt2 and factors.
  void launch(const Real* q, Real* to, const LeapfrogFields<Real>& fields, cudaStream_t stream);

  std::vector<std::pair<Real*, std::size_t>> memory();  // A and B of every slab

 private:
  struct Slab {
    CpmlSlab layout;
    CpmlStencil<Real> stencil;
    DeviceArray<Real> b, c;
    DeviceArray<Real> first, second, sum;  // A, B, and q / rho + B wherever the layout reaches
  };

  PaddedGrid padded_;
  DeviceArray<Real> density_;  // at the padded nodes; empty: one
  std::vector<Slab> slabs_;
};

extern template class DeviceCpmlAdjoint<float>;
extern template class DeviceCpmlAdjoint<double>;

}  // namespace foldwave
