#include "gpu/imaging/device_sinks.cuh"

#include <type_traits>

#include "core/wave/stepper_check.hpp"
#include "gpu/imaging/cuda_stepper.cuh"

namespace foldwave {

namespace {

constexpr int sink_threads = 128;

template <class Real>
struct SinkWork {
  SinkLevels<Real> levels;
  UserBox box;
  Real* values = nullptr;
  int* steps = nullptr;
  int step = 0;
  Real slope[3]{};  // 1 / (4 h^2); 0 along y in a section
};

template <class Real>
__device__ Real several_together(const SinkLevels<Real>& levels, Index m) {
  bool positive = false, negative = false;
  double product = 1.0;
  for (int w = 0; w < levels.count; ++w) {
    const Real p = levels.present[w][m];
    (p > Real(0) ? positive : negative) = true;
    product *= fabs(static_cast<double>(p));
  }
  if (positive && negative) return Real(0);
  return static_cast<Real>(pow(product, 1.0 / levels.count));
}

// What the node `m` gives at this step.
template <SinkKind Kind, class Real>
__device__ Real given_by(const SinkWork<Real>& w, Index m) {
  const int last = w.levels.count - 1;
  const Real* const a = w.levels.present[0];
  const Real* const b = w.levels.present[last];
  if constexpr (Kind == SinkKind::largest) {
    return w.levels.count == 1 ? fabs(a[m]) : several_together(w.levels, m);
  } else if constexpr (Kind == SinkKind::product) {
    Real product = 1;
    for (int k = 0; k <= last; ++k)
      product *= w.levels.present[k][m];
    return product;
  } else if constexpr (Kind == SinkKind::energy) {
    return a[m] * a[m];
  } else {
    const Real rate = a[m] - w.levels.past[0][m];
    if constexpr (Kind == SinkKind::rate_energy) return rate * rate;
    const Real rates = rate * (b[m] - w.levels.past[last][m]);
    if constexpr (Kind == SinkKind::rates) return rates;
    const Index stride[3] = {1, w.box.row, w.box.plane};
    Real slopes = 0;
    for (int axis = 0; axis < 3; ++axis)
      slopes += w.slope[axis] * (a[m + stride[axis]] - a[m - stride[axis]]) *
                (b[m + stride[axis]] - b[m - stride[axis]]);
    return slopes * rates < Real(0) ? a[m] * b[m] : Real(0);
  }
}

// A thread for some nodes of a row, all asked for before any is used.
constexpr int sink_nodes = 4;
template <SinkKind Kind, class Real>
__global__ __launch_bounds__(sink_threads) void sink_kernel(const __grid_constant__ SinkWork<Real> w) {
  const int x = static_cast<int>(blockIdx.x) * sink_threads * sink_nodes + static_cast<int>(threadIdx.x);
  const Index y = blockIdx.y, z = blockIdx.z;
  const Index m = w.box.first + x + y * w.box.row + z * w.box.plane;
  const Index at = x + w.box.n[0] * (y + w.box.n[1] * z);
  Real given[sink_nodes]{}, before[sink_nodes]{};
#pragma unroll
  for (int i = 0; i < sink_nodes; ++i)
    if (x + i * sink_threads < w.box.n[0]) {
      given[i] = given_by<Kind>(w, m + i * sink_threads);
      before[i] = w.values[at + i * sink_threads];
    }
#pragma unroll
  for (int i = 0; i < sink_nodes; ++i) {
    const Index to = at + i * sink_threads;
    if (x + i * sink_threads >= w.box.n[0]) continue;
    if constexpr (Kind == SinkKind::largest) {
      if (!(given[i] > before[i])) continue;
      w.values[to] = given[i];
      w.steps[to] = w.step;
    } else {
      w.values[to] = before[i] + given[i];
    }
  }
}

}  // namespace

template <class Real>
DeviceSink<Real>::DeviceSink(const PaddedGrid& padded, SinkKind kind)
    : padded_(padded),
      box_(user_box(padded)),
      kind_(kind),
      values_(static_cast<std::size_t>(padded.grid.size())),
      steps_(kind == SinkKind::largest ? static_cast<std::size_t>(padded.grid.size()) : 0) {
  clear();
}

template <class Real>
void DeviceSink<Real>::wait() const {
  if (last_ != nullptr) check_cuda(cudaStreamSynchronize(*last_), "the wave failed on the device");
}

template <class Real>
void DeviceSink<Real>::clear() {
  wait();
  values_.clear();
  // All bits: -1.
  if (steps_.size() == 0) return;
  check_cuda(cudaMemset(steps_.data(), 0xff, steps_.size() * sizeof(int)), "cannot clear device memory");
  check_cuda(cudaStreamSynchronize(cudaStreamLegacy), "cannot clear device memory");
}

template <class Real>
void DeviceSink<Real>::begin(const std::shared_ptr<const DeviceStream>& stream) {
  if (last_ == stream) return;
  if (last_ != nullptr) {
    handed_over_.record(*last_);
    handed_over_.hold_back(*stream);
  }
  last_ = stream;
}

template <class Real>
void DeviceSink<Real>::launch(const SinkLevels<Real>& levels, int step, cudaStream_t stream) {
  SinkWork<Real> work;
  work.levels = levels;
  work.box = box_;
  work.values = values_.data();
  work.steps = steps_.data();
  work.step = step;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!(padded_.section && axis == 1))
      work.slope[axis] = static_cast<Real>(0.25 / (padded_.grid.h[axis] * padded_.grid.h[axis]));
  const dim3 grid(
      static_cast<unsigned>((box_.n[0] + sink_threads * sink_nodes - 1) / (sink_threads * sink_nodes)),
      static_cast<unsigned>(box_.n[1]), static_cast<unsigned>(box_.n[2]));
  const auto run = [&](auto kernel) { kernel<<<grid, sink_threads, 0, stream>>>(work); };
  switch (kind_) {
    case SinkKind::largest:
      run(sink_kernel<SinkKind::largest, Real>);
      break;
    case SinkKind::product:
      run(sink_kernel<SinkKind::product, Real>);
      break;
    case SinkKind::energy:
      run(sink_kernel<SinkKind::energy, Real>);
      break;
    case SinkKind::rates:
      run(sink_kernel<SinkKind::rates, Real>);
      break;
    case SinkKind::rate_energy:
      run(sink_kernel<SinkKind::rate_energy, Real>);
      break;
    case SinkKind::opposed:
      run(sink_kernel<SinkKind::opposed, Real>);
      break;
  }
  check_cuda(cudaGetLastError(), "the sum over time does not start");
}

template <class Real>
void DeviceSink<Real>::add_levels(const Real* present, const Real* past, int step,
                                  const std::shared_ptr<const DeviceStream>& stream) {
  begin(stream);
  SinkLevels<Real> levels;
  levels.present[0] = present;
  levels.past[0] = past;
  levels.count = 1;
  launch(levels, step, *stream);
}

template <class Real>
void DeviceSink<Real>::add(std::span<const WaveStepper* const> steppers) {
  if (steppers.empty()) return;
  if (steppers.size() > most_waves_together)
    throw InputError("imaging",
                     std::to_string(steppers.size()) + " waves are more than a device looks at together",
                     "use " + std::to_string(most_waves_together) + " or fewer");
  SinkLevels<Real> levels;
  std::array<const CudaStepper<Real>*, most_waves_together> mine{};
  for (const WaveStepper* const stepper : steppers) {
    const auto* const wave = dynamic_cast<const CudaStepper<Real>*>(stepper);
    if (wave == nullptr || wave->padded().shape != padded_.shape) throw_waves_do_not_meet();
    levels.present[levels.count] = wave->present_field();
    levels.past[levels.count] = wave->past_field();
    mine[static_cast<std::size_t>(levels.count++)] = wave;
  }
  const CudaStepper<Real>& first = *mine[0];
  begin(first.stream());
  for (int w = 1; w < levels.count; ++w)
    first.wait_for(*mine[static_cast<std::size_t>(w)]);
  launch(levels, steppers.front()->step(), *first.stream());
  for (int w = 1; w < levels.count; ++w)
    mine[static_cast<std::size_t>(w)]->wait_for(first);
}

template <class Real>
template <class To>
Field<To> DeviceSink<Real>::read() const {
  wait();
  Field<Real> own(padded_.grid.n);
  check_cuda(cudaMemcpy(own.data(), values_.data(), values_.size() * sizeof(Real), cudaMemcpyDeviceToHost),
             "cannot read the device");
  if constexpr (std::is_same_v<To, Real>) {
    return own;
  } else {
    Field<To> out(padded_.grid.n);
    for (Index m = 0; m < out.size(); ++m)
      out[m] = static_cast<To>(own[m]);
    return out;
  }
}

template <class Real>
Field<float> DeviceSink<Real>::values() const {
  return read<float>();
}

template <class Real>
Field<double> DeviceSink<Real>::exact_values() const {
  return read<double>();
}

template <class Real>
Field<int> DeviceSink<Real>::steps() const {
  if (steps_.size() == 0) return Field<int>();
  wait();
  Field<int> out(padded_.grid.n);
  check_cuda(cudaMemcpy(out.data(), steps_.data(), steps_.size() * sizeof(int), cudaMemcpyDeviceToHost),
             "cannot read the device");
  return out;
}

template class DeviceSink<float>;
template class DeviceSink<double>;

}  // namespace foldwave
