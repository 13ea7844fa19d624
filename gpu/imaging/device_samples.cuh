// The receivers of a stepper on the device, and what they have read, in the stepper's precision.
#pragma once

#include <vector>

#include "gpu/base/device_array.cuh"
#include "gpu/imaging/stepper_kernels.cuh"

namespace foldwave {

template <class Real>
class DeviceSamples {
 public:
  DeviceSamples(const PaddedGrid& padded, const WaveModel& model);

  bool empty() const { return table_.receivers == 0; }
  const ReceiverTable<Real>& table() const { return table_; }
  Real* at(int step);                       // the place of that step's samples
  std::vector<Real> read(int steps) const;  // of steps 0 .. steps - 1; waits for nothing

 private:
  DeviceArray<Index> index_;
  DeviceArray<Real> weight_;
  DeviceArray<int> start_;
  ReceiverTable<Real> table_;
  int columns_ = 1;                       // of a part
  std::vector<DeviceArray<Real>> parts_;  // receivers fastest
};

extern template class DeviceSamples<float>;
extern template class DeviceSamples<double>;

}  // namespace foldwave
