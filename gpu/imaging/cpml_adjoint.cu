#include "gpu/imaging/cpml_adjoint.cuh"

#include <algorithm>

#include "core/wave/density_line.hpp"

namespace foldwave {

namespace {

constexpr int adjoint_threads = 128;

// A slab as a kernel sees it, over nodes from .. to - 1 by padded coordinates.
template <class Real>
struct AdjointView {
  Real* first = nullptr;
  Real* second = nullptr;
  Real* sum = nullptr;
  const Real* b = nullptr;  // by coordinate along the axis less low[axis]
  const Real* c = nullptr;
  const Real* density = nullptr;  // at padded node (0, 0, 0); null: one
  int axis = 0, radius = 0;
  int low[3]{}, from[3]{}, to[3]{};
  int pad_first = 0, pad_last = 0;
  Index row = 0, plane = 0, stride = 0;  // of the slab's arrays
  CpmlStencil<Real> stencil;

  __device__ Index at(int x, int y, int z) const {
    return (x - low[0]) + row * (y - low[1]) + plane * (z - low[2]);
  }
};

struct AdjointPlace {
  int x, y, z, along;
  bool inside;
};
template <class Real>
__device__ AdjointPlace place_in(const AdjointView<Real>& s) {
  const int x = s.from[0] + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = s.from[1] + static_cast<int>(blockIdx.y), z = s.from[2] + static_cast<int>(blockIdx.z);
  return {x, y, z, s.axis == 0 ? x : s.axis == 1 ? y : z, x < s.to[0]};
}

template <class Real>
__global__ void adjoint_second_kernel(AdjointView<Real> s, const Real* q, Index row, Index plane) {
  const AdjointPlace p = place_in(s);
  if (!p.inside) return;
  const Index node = p.x + p.y * row + p.z * plane, at = s.at(p.x, p.y, p.z);
  const Real value = s.density != nullptr ? q[node] / s.density[node] : q[node];
  Real second = s.second[at];
  if (p.along >= s.pad_first && p.along < s.pad_last) {
    const int profile = p.along - s.low[s.axis];
    s.second[at] = second = s.b[profile] * second + s.c[profile] * value;
  }
  s.sum[at] = value + second;
}

template <class Real>
__global__ void adjoint_first_kernel(AdjointView<Real> s) {
  const AdjointPlace p = place_in(s);
  if (!p.inside) return;
  const Index at = s.at(p.x, p.y, p.z);
  Real slope{};
  for (int k = 1; k <= s.radius; ++k)
    slope += s.stencil.first[k] * (s.sum[at + k * s.stride] - s.sum[at - k * s.stride]);
  const int profile = p.along - s.low[s.axis];
  s.first[at] = s.b[profile] * s.first[at] + s.c[profile] * slope;
}

template <class Real>
__global__ void adjoint_terms_kernel(AdjointView<Real> s, Real* to, LeapfrogFields<Real> f) {
  const AdjointPlace p = place_in(s);
  if (!p.inside) return;
  const Index at = s.at(p.x, p.y, p.z);
  Real terms = s.stencil.second[0] * s.second[at];
  for (int k = 1; k <= s.radius; ++k)
    terms += s.stencil.first[k] * (s.first[at + k * s.stride] - s.first[at - k * s.stride]) +
             s.stencil.second[k] * (s.second[at + k * s.stride] + s.second[at - k * s.stride]);
  const Index node = p.x + p.y * f.row + p.z * f.plane;
  const Real rho = s.density != nullptr ? s.density[node] : Real(1);
  to[node] += f.gy[p.y] * f.gz[p.z] * f.gx[p.x] * f.v2dt2[node] * rho * terms;
}

template <class Real>
bool set_range(AdjointView<Real>& view, const std::array<int, 3>& from, const std::array<int, 3>& to,
               dim3& grid) {
  for (std::size_t a = 0; a < 3; ++a) {
    view.from[a] = from[a];
    view.to[a] = to[a];
    if (to[a] <= from[a]) return false;
  }
  grid = {static_cast<unsigned>((to[0] - from[0] + adjoint_threads - 1) / adjoint_threads),
          static_cast<unsigned>(to[1] - from[1]), static_cast<unsigned>(to[2] - from[2])};
  return true;
}

}  // namespace

template <class Real>
DeviceCpmlAdjoint<Real>::DeviceCpmlAdjoint(const PaddedGrid& padded, const Field<float>& velocity,
                                           const Field<float>* density, double dt, double frequency)
    : padded_(padded) {
  if (density != nullptr) {
    const Field<Real> values = padded_density<Real>(padded, *density);
    density_ = DeviceArray<Real>(values.data(), static_cast<std::size_t>(values.size()));
  }
  for (const CpmlSlab& layout : cpml_slabs(padded, velocity, dt, frequency)) {
    const std::vector<Real> b(layout.b.begin(), layout.b.end()), c(layout.c.begin(), layout.c.end());
    const auto size = static_cast<std::size_t>(layout.size());
    slabs_.push_back({layout, cpml_stencil<Real>(padded, layout.axis), DeviceArray<Real>(b.data(), b.size()),
                      DeviceArray<Real>(c.data(), c.size()), DeviceArray<Real>(size), DeviceArray<Real>(size),
                      DeviceArray<Real>(size)});
    for (DeviceArray<Real>* const array : {&slabs_.back().first, &slabs_.back().second, &slabs_.back().sum})
      array->clear();
  }
}

template <class Real>
std::vector<std::pair<Real*, std::size_t>> DeviceCpmlAdjoint<Real>::memory() {
  std::vector<std::pair<Real*, std::size_t>> all;
  for (Slab& slab : slabs_)
    for (DeviceArray<Real>* const array : {&slab.first, &slab.second})
      all.emplace_back(array->data(), array->size());
  return all;
}

template <class Real>
void DeviceCpmlAdjoint<Real>::launch(const Real* q, Real* to, const LeapfrogFields<Real>& fields,
                                     cudaStream_t stream) {
  for (Slab& slab : slabs_) {
    const CpmlSlab& s = slab.layout;
    const auto a = static_cast<std::size_t>(s.axis);
    AdjointView<Real> view;
    view.first = slab.first.data();
    view.second = slab.second.data();
    view.sum = slab.sum.data();
    view.b = slab.b.data();
    view.c = slab.c.data();
    if (density_.size() > 0) view.density = density_.data() + padded_.index(0, 0, 0);
    view.axis = s.axis;
    view.radius = padded_.radius;
    for (std::size_t i = 0; i < 3; ++i)
      view.low[i] = s.low[i];
    view.pad_first = s.first[a];
    view.pad_last = s.last[a];
    view.row = s.row();
    view.plane = s.plane();
    view.stride = s.stride();
    view.stencil = slab.stencil;
    // The sums are wanted as far as the first difference in the pad reaches.
    std::array<int, 3> from = s.first, last = s.last;
    from[a] = std::max(padded_.first[a], s.first[a] - padded_.radius);
    last[a] = std::min(padded_.last[a], s.last[a] + padded_.radius);
    dim3 grid;
    if (!set_range(view, from, last, grid)) continue;
    adjoint_second_kernel<<<grid, adjoint_threads, 0, stream>>>(view, q, fields.row, fields.plane);
    if (set_range(view, s.first, s.last, grid))
      adjoint_first_kernel<<<grid, adjoint_threads, 0, stream>>>(view);
    if (set_range(view, s.term_first, s.term_last, grid))
      adjoint_terms_kernel<<<grid, adjoint_threads, 0, stream>>>(view, to, fields);
  }
  check_cuda(cudaGetLastError(), "the adjoint of the pads does not start");
}

template class DeviceCpmlAdjoint<float>;
template class DeviceCpmlAdjoint<double>;

}  // namespace foldwave
