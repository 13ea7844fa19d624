// Kept levels of a stepper on the device.
#pragma once

#include <memory>
#include <vector>

#include "core/wave/stepper.hpp"
#include "gpu/base/staging.cuh"

namespace foldwave {

template <class Real>
struct DeviceLevels final : WaveLevels {
  std::vector<DeviceArray<Real>> fields;
  std::shared_ptr<const DeviceStream> stream;  // that they were copied on
  DeviceEvent copied{cudaEventDisableTiming};

  std::int64_t bytes() const override {
    std::int64_t sum = 0;
    for (const auto& field : fields)
      sum += static_cast<std::int64_t>(field.size() * sizeof(Real));
    return sum;
  }
};

template <class Real>
void copy_level(Real* to, const Real* from, std::size_t size, cudaStream_t stream) {
  if (size == 0) return;
  check_cuda(cudaMemcpyAsync(to, from, size * sizeof(Real), cudaMemcpyDeviceToDevice, stream),
             "cannot copy levels");
}

}  // namespace foldwave
