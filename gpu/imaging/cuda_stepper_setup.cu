#include <algorithm>

#include "core/wave/stepper_check.hpp"
#include "gpu/imaging/cuda_stepper.cuh"
#include "gpu/imaging/trace_tables.hpp"
#include "gpu/wave/tensor_map.cuh"

namespace foldwave {

namespace {

template <class T>
DeviceArray<T> to_device(const std::vector<T>& values) {
  return DeviceArray<T>(values.data(), values.size());
}

// The user's grid alone is updated on the way back.
PaddedGrid inner_grid(const PaddedGrid& padded) {
  PaddedGrid inner = padded;
  for (std::size_t a = 0; a < 3; ++a) {
    inner.first[a] = std::max(padded.first[a], padded.user[a]);
    inner.last[a] = std::min(padded.last[a], padded.user[a] + padded.grid.n[a]);
  }
  return inner;
}

}  // namespace

template <class Real>
CudaStepper<Real>::CudaStepper(const StepperSetup& setup)
    : model_(without_survey(setup.model)),
      padded_(setup.model),
      inner_(inner_grid(padded_)),
      places_(setup.model.receivers),
      strips_(padded_, strip_reach(setup.model)),
      stream_(std::make_shared<const DeviceStream>()),
      origin_(padded_.index(0, 0, 0)),
      box_(updated_box(padded_)),
      fields_(leapfrog_stencils<Real>(padded_)),
      samples_(padded_, setup.model),
      largest_bits_(1) {
  const auto size = static_cast<std::size_t>(padded_.size());
  for (DeviceArray<Real>* const field : {&v2dt2_, &levels_[0], &levels_[1]}) {
    *field = DeviceArray<Real>(size);
    field->clear();
  }
  {
    const DeviceArray<float> velocity(model_.velocity->data(), static_cast<std::size_t>(padded_.grid.size()));
    launch_squared_steps(velocity.data(), padded_, model_.dt, v2dt2_.data(), *stream_);
    check_cuda(cudaStreamSynchronize(*stream_), "the velocity cannot be set up");
  }
  const auto factors = sponge_factors(padded_, *model_.velocity, model_.dt);
  bool sponge = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sponge_[axis] = to_device(std::vector<Real>(factors[axis].begin(), factors[axis].end()));
    sponge =
        sponge || std::any_of(factors[axis].begin(), factors[axis].end(), [](double g) { return g != 1.0; });
    images_[axis] = axis_images(padded_, static_cast<int>(axis));
  }
  ones_ = to_device(std::vector<Real>(
      static_cast<std::size_t>(std::max({padded_.n[0], padded_.n[1], padded_.n[2]})), Real(1)));
  fields_.v2dt2 = v2dt2_.data() + origin_;
  fields_.gx = sponge_[0].data();
  fields_.gy = sponge_[1].data();
  fields_.gz = sponge_[2].data();
  make_steps(setup, sponge, put_traces(setup, factors));
  if (setup.scattering != nullptr) {
    const auto nodes = static_cast<std::size_t>(padded_.grid.size());
    scattering_ = DeviceArray<float>(setup.scattering->data(), nodes);
    rate_ = DeviceArray<Real>(nodes);
    rate_.clear();
  }
  // Batches of some hundredths of a second.
  batch_ = static_cast<int>(std::clamp<Index>(2'000'000'000 / std::max<Index>(1, padded_.nodes()), 2, 64));
  check_cuda(cudaDeviceSynchronize(), "the wave cannot be set up on the device");
  read_receivers();
}

template <class Real>
void CudaStepper<Real>::make_steps(const StepperSetup& setup, bool sponge, const TraceLists<Real>& traces) {
  if (GeneralStep<Real>::is_needed(model_)) begin_from(model_);
  // Born's source comes after the images that this one makes.
  if (!general_ && !setup.adjoint && setup.scattering == nullptr && section_wave_fits(padded_)) {
    section_ =
        std::make_unique<SectionWave<Real>>(padded_, *model_.velocity, model_.dt, model_.frequency, traces);
    return;
  }
  if (setup.adjoint)
    adjoint_ = std::make_unique<DeviceCpmlAdjoint<Real>>(padded_, *model_.velocity, model_.density.get(),
                                                         model_.dt, model_.frequency);
  else
    cpml_ = DeviceCpml<Real>(padded_, *model_.velocity, model_.dt, model_.frequency);
  if constexpr (sizeof(Real) == sizeof(float)) {
    if (general_ || !tile_step_fits(padded_) || !has_tensor_copies()) return;
    const std::array<const float*, 3> g =
        sponge ? std::array<const float*, 3>{fields_.gx, fields_.gy, fields_.gz}
               : std::array<const float*, 3>{};
    tiles_ = make_tile_step(padded_, levels_[0].data(), levels_[1].data(), v2dt2_.data(), g);
  }
}

template <class Real>
void CudaStepper<Real>::begin_from(const WaveModel& model) {
  general_ = std::make_unique<GeneralStep<Real>>(padded_, model);
  general_->begin(padded_, model, origin(present_), origin(1 - present_), fields_);
  // A start alone asks for no other steps than the usual ones.
  if (model.time_order == 2 && model.density == nullptr) general_.reset();
}

template <class Real>
TraceLists<Real> CudaStepper<Real>::put_traces(const StepperSetup& setup,
                                               const std::array<std::vector<double>, 3>& factors) {
  TraceLists<Real> lists = list_traces<Real>(padded_, setup, factors);
  trace_node_ = to_device(lists.nodes);
  trace_start_ = to_device(lists.start);
  trace_entries_ = to_device(lists.entries);
  trace_samples_ = to_device(lists.samples);
  traces_ = {trace_node_.data(),
             trace_start_.data(),
             trace_entries_.data(),
             trace_samples_.data(),
             static_cast<int>(lists.nodes.size()),
             lists.traces,
             lists.steps};
  return lists;
}

// The class's other members are in cuda_stepper.cu.
#define FOLDWAVE_STEPPER_SETUP(Real)                                                               \
  template CudaStepper<Real>::CudaStepper(const StepperSetup&);                                    \
  template void CudaStepper<Real>::make_steps(const StepperSetup&, bool, const TraceLists<Real>&); \
  template void CudaStepper<Real>::begin_from(const WaveModel&);                                   \
  template TraceLists<Real> CudaStepper<Real>::put_traces(const StepperSetup&,                     \
                                                          const std::array<std::vector<double>, 3>&)
FOLDWAVE_STEPPER_SETUP(float);
FOLDWAVE_STEPPER_SETUP(double);
#undef FOLDWAVE_STEPPER_SETUP

}  // namespace foldwave
