// The step of a section without CPML in one launch: small fields live in the cache, so what counts is how
// often the device is started. The kernel takes the step, adds the sources, writes the odd images behind free
// faces for the step to come, and reads the receivers of the step before.
#pragma once

#include "gpu/base/device_array.cuh"
#include "gpu/wave/wave_kernels.cuh"
#include "gpu/wave/wave_tables.hpp"

namespace foldwave {

bool section_step_fits(const PaddedGrid& padded);

// What the receivers of the present level still have to give.
template <class Real>
struct PendingSample {
  const Real* field = nullptr;  // that level, whole; null: nothing
  float* traces = nullptr;
  Index row = 0, column = 0;
};

template <class Real>
class SectionStep {
 public:
  SectionStep(const PaddedGrid& padded, const SourceLists<Real>& sources);

  static std::int64_t memory_bytes(const PaddedGrid& padded, const WaveModel& model);

  // The source terms of step n are added when `with_sources` is set; `series` as in the lists.
  void launch(const LeapfrogFields<Real>& fields, int n, bool with_sources, const float* series,
              const ReceiverTable<Real>& receivers, const PendingSample<Real>& pending,
              cudaStream_t stream) const;

 private:
  int radius_ = 0;
  StepBox box_;
  bool free_low_[3]{}, free_high_[3]{};
  Index row_ = 0;            // stride of z
  DeviceArray<int> start_;   // entries of each block of nodes
  DeviceArray<Index> node_;  // from padded node (0, 0, 0)
  DeviceArray<SourceEntry<Real>> entries_;
};

extern template class SectionStep<float>;
extern template class SectionStep<double>;

}  // namespace foldwave
