// Levels of the user's grid in device memory (core/wave/stepper.hpp, FieldRecord), packed there by the codec
// wave; by quick where that is asked for, and a level that wave would leave to the processor.
#pragma once

#include <map>
#include <memory>

#include "core/wave/padded_grid.hpp"
#include "core/wave/stepper.hpp"
#include "gpu/device_array.cuh"

namespace foldwave {

class DeviceFieldPacker;

class DeviceFieldRecord final : public FieldRecord {
 public:
  DeviceFieldRecord(const std::array<int, 3>& nodes, const FieldRecordOptions& options);
  ~DeviceFieldRecord() override;

  std::int64_t bytes() const override { return bytes_; }
  int levels() const override { return static_cast<int>(kept_.size()); }

  // Both wait for the stream's work.
  template <class Real>
  void keep(int step, const Real* field, const PaddedGrid& padded, cudaStream_t stream);
  template <class Real>
  void bring(int step, Real* field, const PaddedGrid& padded, cudaStream_t stream) const;

 private:
  struct Level {
    bool silent = false, quick = false;
    DeviceArray<std::uint8_t> bytes;
    DeviceArray<std::uint64_t> starts;  // of bricks, and the end: bytes, of quick words
  };

  FieldRecordOptions options_;
  std::unique_ptr<DeviceFieldPacker> packer_;
  std::map<int, Level> kept_;
  std::int64_t bytes_ = 0;
};

extern template void DeviceFieldRecord::keep(int, const float*, const PaddedGrid&, cudaStream_t);
extern template void DeviceFieldRecord::keep(int, const double*, const PaddedGrid&, cudaStream_t);
extern template void DeviceFieldRecord::bring(int, float*, const PaddedGrid&, cudaStream_t) const;
extern template void DeviceFieldRecord::bring(int, double*, const PaddedGrid&, cudaStream_t) const;

}  // namespace foldwave
