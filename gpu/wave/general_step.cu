#include "gpu/wave/general_step.cuh"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/wave/density_kernel.hpp"

namespace foldwave {

namespace {

constexpr int block_x = 32, block_y = 4, block_z = 4;

struct Place {
  int x, y, z;
  bool inside;
};
__device__ Place place_of(const StepBox& box) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  return {x, y, z,
          x >= box.first[0] && x < box.last[0] && y >= box.first[1] && y < box.last[1] && z >= box.first[2] &&
              z < box.last[2]};
}
dim3 blocks_over(const StepBox& box) {
  const auto along = [](int nodes, int block) { return static_cast<unsigned>((nodes + block - 1) / block); };
  return {along(box.last[0], block_x), along(box.last[1], block_y), along(box.last[2], block_z)};
}
const dim3 block_shape(block_x, block_y, block_z);

// out = v^2 dt^2 L p: a leapfrog from a field that was 2 p before, so that nothing else is left.
template <int Radius, bool Section, class Real>
__global__ void laplacian_kernel(const Real* p, Real* out, LeapfrogFields<Real> f, StepBox box) {
  const Place at = place_of(box);
  if (!at.inside) return;
  const Index m = at.x + at.y * f.row + at.z * f.plane;
  out[m] = leapfrog_node<Radius, Section>(p + m, Real(2) * p[m], f.v2dt2[m], Real(1), f.row, f.plane,
                                          axis_stencils<Radius>(f));
}

template <class Real>
struct DensityWork {
  const Real* rho = nullptr;
  LineRules<Real> rules[3];
  const Real* weights[3]{};
  bool section = false;
};
template <int Radius, class Real>
__global__ void density_kernel(const Real* p, Real* out, LeapfrogFields<Real> f, StepBox box,
                               DensityWork<Real> work) {
  const Place at = place_of(box);
  if (!at.inside) return;
  const Index m = at.x + at.y * f.row + at.z * f.plane;
  const Index strides[3] = {1, f.row, f.plane};
  const int coordinates[3] = {at.x, at.y, at.z};
  Real sum{};
  for (int axis = 0; axis < 3; ++axis) {
    if (axis == 1 && work.section) continue;
    const Index line = m - coordinates[axis] * strides[axis];
    sum += density_term<Radius>(p + line, work.rho + line, strides[axis], coordinates[axis], work.rules[axis],
                                work.weights[axis]);
  }
  out[m] = f.v2dt2[m] * sum;
}

// q = g (2 p - g q + w + ww / 12); `ww` may be null.
template <class Real>
__global__ void combine_kernel(const Real* p, Real* q, const Real* w, const Real* ww, LeapfrogFields<Real> f,
                               StepBox box) {
  const Place at = place_of(box);
  if (!at.inside) return;
  const Index m = at.x + at.y * f.row + at.z * f.plane;
  const Real g = f.gy[at.y] * f.gz[at.z] * f.gx[at.x];
  const Real more = ww == nullptr ? Real(0) : ww[m] / Real(12);
  q[m] = g * (Real(2) * p[m] - g * q[m] + w[m] + more);
}

// past = p + w / 2 + ww / 24
template <class Real>
__global__ void rest_kernel(const Real* p, Real* past, const Real* w, const Real* ww, LeapfrogFields<Real> f,
                            StepBox box) {
  const Place at = place_of(box);
  if (!at.inside) return;
  const Index m = at.x + at.y * f.row + at.z * f.plane;
  past[m] = p[m] + w[m] / Real(2) + (ww == nullptr ? Real(0) : ww[m] / Real(24));
}

template <int Radius, class Real>
void run_laplacian(const Real* p, Real* out, const LeapfrogFields<Real>& f, const StepBox& box, bool section,
                   cudaStream_t stream) {
  if (section)
    laplacian_kernel<Radius, true><<<blocks_over(box), block_shape, 0, stream>>>(p, out, f, box);
  else
    laplacian_kernel<Radius, false><<<blocks_over(box), block_shape, 0, stream>>>(p, out, f, box);
}
template <int Radius, class Real>
void run_density(const Real* p, Real* out, const LeapfrogFields<Real>& f, const StepBox& box,
                 const DensityWork<Real>& work, cudaStream_t stream) {
  density_kernel<Radius><<<blocks_over(box), block_shape, 0, stream>>>(p, out, f, box, work);
}

template <class Real>
using RunLaplacian = void (*)(const Real*, Real*, const LeapfrogFields<Real>&, const StepBox&, bool,
                              cudaStream_t);
template <class Real>
using RunDensity = void (*)(const Real*, Real*, const LeapfrogFields<Real>&, const StepBox&,
                            const DensityWork<Real>&, cudaStream_t);
template <class Real, int... Below>
std::pair<RunLaplacian<Real>, RunDensity<Real>> runs_of(int radius, std::integer_sequence<int, Below...>) {
  constexpr std::array<RunLaplacian<Real>, sizeof...(Below)> laplacian{run_laplacian<Below + 1, Real>...};
  constexpr std::array<RunDensity<Real>, sizeof...(Below)> density{run_density<Below + 1, Real>...};
  const auto at = static_cast<std::size_t>(radius - 1);
  return {laplacian.at(at), density.at(at)};
}

}  // namespace

template <class Real>
GeneralStep<Real>::GeneralStep(const PaddedGrid& padded, const WaveModel& model)
    : origin_(padded.index(0, 0, 0)),
      radius_(padded.radius),
      section_(padded.section),
      fourth_(model.time_order == 4),
      box_(updated_box(padded)) {
  const auto size = static_cast<std::size_t>(padded.size());
  for (int axis = 0; axis < 3; ++axis)
    images_[axis] = axis_images(padded, axis);
  w_ = DeviceArray<Real>(size);
  w_.clear();
  if (fourth_) {
    ww_ = DeviceArray<Real>(size);
    ww_.clear();
  }
  const std::vector<Real> ones(static_cast<std::size_t>(std::max({padded.n[0], padded.n[1], padded.n[2]})),
                               Real(1));
  ones_ = DeviceArray<Real>(ones.data(), ones.size());
  if (model.density == nullptr) return;
  const Field<Real> density = padded_density<Real>(padded, *model.density);
  density_ = DeviceArray<Real>(density.data(), size);
  for (std::size_t a = 0; a < 3; ++a) {
    if (a == 1 && section_) continue;
    std::vector<int> from;
    std::vector<Real> signs, weights;
    for (const MirrorPlane& plane : density_line(padded, static_cast<int>(a))) {
      from.push_back(plane.from);
      signs.push_back(static_cast<Real>(plane.sign));
    }
    for (const double e : staggered_coefficients(radius_))
      weights.push_back(static_cast<Real>(e / padded.grid.h[a]));
    from_[a] = DeviceArray<int>(from.data(), from.size());
    signs_[a] = DeviceArray<Real>(signs.data(), signs.size());
    weights_[a] = DeviceArray<Real>(weights.data(), weights.size());
  }
}

template <class Real>
std::int64_t GeneralStep<Real>::memory_bytes(const PaddedGrid& padded, const WaveModel& model) {
  if (!is_needed(model)) return 0;
  const int fields = 1 + (model.time_order == 4 ? 1 : 0) + (model.density != nullptr ? 1 : 0);
  const std::int64_t lines = std::int64_t{padded.n[0]} + padded.n[1] + padded.n[2] + 24 * max_stencil_radius;
  return static_cast<std::int64_t>(sizeof(Real)) * (fields * std::int64_t{padded.size()} + 4 * lines);
}

template <class Real>
void GeneralStep<Real>::apply(Real* p, Real* out, const LeapfrogFields<Real>& fields, cudaStream_t stream) {
  const auto [laplacian, density] = runs_of<Real>(radius_, std::make_integer_sequence<int, 8>{});
  if (density_.size() == 0) {
    for (const AxisImages& images : images_)
      launch_images(p, images, stream);
    laplacian(p, out, fields, box_, section_, stream);
  } else {
    DensityWork<Real> work;
    work.rho = density_.data() + origin_;
    work.section = section_;
    for (int a = 0; a < 3; ++a) {
      work.rules[a] = {from_[a].data() + 2 * radius_, signs_[a].data() + 2 * radius_};
      work.weights[a] = weights_[a].data();
    }
    density(p, out, fields, box_, work, stream);
  }
  check_cuda(cudaGetLastError(), "the general step does not start");
}

template <class Real>
void GeneralStep<Real>::launch(Real* present, const LeapfrogFields<Real>& fields, DeviceCpml<Real>& cpml,
                               cudaStream_t stream) {
  Real* const w = w_.data() + origin_;
  Real* const ww = fourth_ ? ww_.data() + origin_ : nullptr;
  apply(present, w, fields, stream);
  if (!cpml.empty()) {
    // The sponge's factors come in when the terms are combined.
    LeapfrogFields<Real> undamped = fields;
    undamped.gx = undamped.gy = undamped.gz = ones_.data();
    cpml.launch(present, w, undamped, stream);
  }
  if (fourth_) apply(w, ww, fields, stream);
  combine_kernel<<<blocks_over(box_), block_shape, 0, stream>>>(present, fields.oldest, w, ww, fields, box_);
  check_cuda(cudaGetLastError(), "the general step does not start");
}

template <class Real>
void GeneralStep<Real>::launch_rest(Real* present, Real* past, const LeapfrogFields<Real>& fields,
                                    cudaStream_t stream) {
  Real* const w = w_.data() + origin_;
  Real* const ww = fourth_ ? ww_.data() + origin_ : nullptr;
  apply(present, w, fields, stream);
  if (fourth_) apply(w, ww, fields, stream);
  rest_kernel<<<blocks_over(box_), block_shape, 0, stream>>>(present, past, w, ww, fields, box_);
  check_cuda(cudaGetLastError(), "the start cannot be made");
}

template <class Real>
void GeneralStep<Real>::begin(const PaddedGrid& padded, const WaveModel& model, Real* present, Real* past,
                              const LeapfrogFields<Real>& fields) {
  if (model.start == nullptr) return;
  const auto put = [&](const Field<float>& from, Real* to) {
    Field<Real> values(padded.shape);
    put_user_part(padded, from, values);
    check_cuda(cudaMemcpy(to - origin_, values.data(), sizeof(Real) * static_cast<std::size_t>(padded.size()),
                          cudaMemcpyHostToDevice),
               "cannot copy to the device");
  };
  put(*model.start, present);
  if (model.start_past != nullptr)
    put(*model.start_past, past);
  else
    launch_rest(present, past, fields, nullptr);
  // A section's step leaves the images for the next one, and there was none before.
  for (const AxisImages& images : images_)
    launch_images(present, images, nullptr);
}

template class GeneralStep<float>;
template class GeneralStep<double>;

}  // namespace foldwave
