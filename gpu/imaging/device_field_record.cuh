// Levels of the user's grid of a stepper on the device (core/wave/stepper.hpp, FieldRecord): exact ones where
// strips would lie, others in device memory, packed there by the codec wave; by quick where that is asked
// for, and a level that wave would leave to the processor.
//
// Packing a level is a chain of small kernels that a device is not filled by, and its size is known only when
// it is done. So levels go through lanes, each a stream with room of its own, beside the wave's next steps:
// the bound is found on the device, and the host asks for a level's size when its lane is needed again,
// some levels later. On the way back the levels before the one that is shown are unpacked ahead.
#pragma once

#include <map>
#include <memory>

#include "core/wave/padded_grid.hpp"
#include "core/wave/stepper.hpp"
#include "gpu/base/device_array.cuh"

namespace foldwave {

class LevelLanes;
class StripStore;

class DeviceFieldRecord final : public FieldRecord {
 public:
  DeviceFieldRecord(const PaddedGrid& padded, const FieldRecordOptions& options);
  ~DeviceFieldRecord() override;

  std::int64_t bytes() const override;
  int levels() const override;

  // Of one stepper, in its stream. Throws NumericError for a level that is not finite, once its lane is
  // needed again: bring(), bytes() and levels() need all of them; exact ones may be so.
  template <class Real>
  void keep(int step, const Real* field, const PaddedGrid& padded, cudaStream_t stream);
  template <class Real>
  void bring(int step, Real* field, const PaddedGrid& padded, cudaStream_t stream) const;

 private:
  std::unique_ptr<LevelLanes> lanes_;  // null: exact
  std::unique_ptr<StripStore> exact_;
  std::map<int, int> numbers_;  // of exact levels, by step
};

extern template void DeviceFieldRecord::keep(int, const float*, const PaddedGrid&, cudaStream_t);
extern template void DeviceFieldRecord::keep(int, const double*, const PaddedGrid&, cudaStream_t);
extern template void DeviceFieldRecord::bring(int, float*, const PaddedGrid&, cudaStream_t) const;
extern template void DeviceFieldRecord::bring(int, double*, const PaddedGrid&, cudaStream_t) const;

}  // namespace foldwave
