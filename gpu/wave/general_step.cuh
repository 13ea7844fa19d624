// The step of what is not the usual case, fourth order in time or variable density, on the device: as CpuWave
// (core/wave/cpu/cpu_wave.hpp) takes it. Plain kernels, a thread a node.
#pragma once

#include "core/wave/density_line.hpp"
#include "gpu/base/device_array.cuh"
#include "gpu/wave/cpml_kernels.cuh"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

template <class Real>
class GeneralStep {
 public:
  GeneralStep(const PaddedGrid& padded, const WaveModel& model);

  static bool is_needed(const WaveModel& model) {
    return model.time_order == 4 || model.density != nullptr || model.start != nullptr;
  }
  static std::int64_t memory_bytes(const PaddedGrid& padded, const WaveModel& model);

  // Fields at padded node (0, 0, 0); fields.oldest becomes the next level.
  void launch(Real* present, const LeapfrogFields<Real>& fields, DeviceCpml<Real>& cpml, cudaStream_t stream);

  // The fields that the model starts from, with their images; both levels are zero beforehand. Nothing for a
  // model that starts from rest.
  void begin(const PaddedGrid& padded, const WaveModel& model, Real* present, Real* past,
             const LeapfrogFields<Real>& fields);

  void restrict_to(const StepBox& box) { box_ = box; }  // nodes that are updated from now on

 private:
  // The level before a field at rest.
  void launch_rest(Real* present, Real* past, const LeapfrogFields<Real>& fields, cudaStream_t stream);
  void apply(Real* p, Real* out, const LeapfrogFields<Real>& fields, cudaStream_t stream);

  Index origin_ = 0;
  int radius_ = 0;
  bool section_ = false, fourth_ = false;
  StepBox box_;
  AxisImages images_[3];
  DeviceArray<Real> w_, ww_, ones_;
  // Of variable density alone.
  DeviceArray<Real> density_, signs_[3], weights_[3];
  DeviceArray<int> from_[3];
};

extern template class GeneralStep<float>;
extern template class GeneralStep<double>;

}  // namespace foldwave
