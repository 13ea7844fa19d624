// The CPML pads on the device: psi and zeta of every slab (core/wave/cpml_slabs.hpp), and their part of a
// step: psi everywhere first, then the terms slab after slab, as edges and corners belong to several.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/wave/cpml_slabs.hpp"
#include "gpu/base/device_array.cuh"

namespace foldwave {

template <class Real>
class DeviceCpml {
 public:
  DeviceCpml() = default;
  DeviceCpml(const PaddedGrid& padded, const Field<float>& velocity, double dt, double frequency);

  static std::int64_t memory_bytes(const PaddedGrid& padded);

  bool empty() const { return slabs_.empty(); }
  // Whether a thin grid's terms reach behind the free face across from a pad: then the images there must be
  // made, whoever steps.
  bool reads_images() const { return reads_images_; }
  std::vector<std::pair<Real*, std::size_t>> memory();  // psi and zeta of every slab

  // To be called once a step: `present` is p(n) with its images, `next` takes the terms; both at padded node
  // (0, 0, 0), as the fields' v2dt2 and factors.
  void launch(const Real* present, Real* next, const LeapfrogFields<Real>& fields, cudaStream_t stream) {
    constexpr int all = std::numeric_limits<int>::max();
    launch_planes(present, next, fields, -all, all, stream);
  }

  // Whether the pads of the faces along z lie in the planes first .. last - 1; then those of the other faces
  // can be worked on by planes, and these with the part that holds them.
  bool has_ends_in(int first, int last) const {
    return std::ranges::all_of(slabs_, [&](const Slab& s) { return fits_in(s.layout, first, last); });
  }
  void launch_planes(const Real* present, Real* next, const LeapfrogFields<Real>& fields, int first, int last,
                     cudaStream_t stream);

 private:
  // Along z, of a slab across it.
  static bool fits_in(const CpmlSlab& slab, int first, int last) {
    return slab.axis != 2 || (slab.term_first[2] >= first && slab.term_last[2] <= last);
  }
  struct Slab {
    CpmlSlab layout;
    CpmlStencil<Real> stencil;
    DeviceArray<Real> b, c, psi, zeta;
  };
  int radius_ = 0;
  bool reads_images_ = false;
  std::vector<Slab> slabs_;
};

extern template class DeviceCpml<float>;
extern template class DeviceCpml<double>;

}  // namespace foldwave
