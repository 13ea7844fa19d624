// A record of boundary strips (core/wave/boundary_strips.hpp) on the device, exact or rounded as the CPU's
// (core/wave/cpu/cpu_strips.hpp): the same blocks of 32 values, the same integers, the same interpolation.
#pragma once

#include <memory>

#include "core/wave/boundary_strips.hpp"
#include "core/wave/stepper.hpp"
#include "gpu/imaging/strip_store.cuh"

namespace foldwave {

template <class Real>
class DeviceStripRecord final : public StripRecord {
 public:
  // Throws InputError for options that make no sense, DeviceError or ResourceError where nothing holds them.
  DeviceStripRecord(const PaddedGrid& padded, const BoundaryStrips& strips, const StripOptions& options);

  std::int64_t bytes() const override;

  // Level `number`, from or to a whole field.
  void keep(int number, const Real* field, cudaStream_t stream);
  void end(int last) { last_ = last; }  // after the last one
  void bring(int number, Real* field, cudaStream_t stream);

 private:
  Real* exact_slot(int number) {
    return exact_.data() + static_cast<std::size_t>(number % exact_levels_) * values_;
  }

  StripOptions options_;
  std::size_t values_ = 0;
  int last_ = 0, exact_levels_ = 0;
  DeviceArray<unsigned> node_;       // of each value, an index into a field
  DeviceArray<unsigned char> lags_;  // of blocks, where rounded
  DeviceArray<Real> exact_;          // rounded: the last levels as they are, and one that is put together
  std::unique_ptr<StripStore> store_;
};

extern template class DeviceStripRecord<float>;
extern template class DeviceStripRecord<double>;

}  // namespace foldwave
