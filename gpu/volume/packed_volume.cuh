// What the packers of whole volumes (core/volume/store/volume_packer.hpp) share: their checks, copies off the
// device, and a packer made of two functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/volume/store/volume_packer.hpp"
#include "gpu/base/device_array.cuh"

namespace foldwave {

inline void require_nodes(std::size_t values, const BrickLayout& layout) {
  const std::size_t nodes = static_cast<std::size_t>(layout.nodes[0]) *
                            static_cast<std::size_t>(layout.nodes[1]) *
                            static_cast<std::size_t>(layout.nodes[2]);
  if (values != nodes)
    throw InputError("volume", "its values and its sizes do not fit", "give one value a node");
}

inline void require_starts(const QuickBricks& bricks) {
  const auto& starts = bricks.starts;
  if (starts.size() != static_cast<std::size_t>(bricks.layout.count()) + 1 ||
      starts.back() > bricks.bytes.size() || !std::is_sorted(starts.begin(), starts.end()))
    throw InputError("packed volume", "its bricks do not lie one after the other",
                     "the file is damaged, or of another shape or codec");
}

template <class T>
std::vector<T> on_host(const T* device, std::size_t size) {
  std::vector<T> values(size);
  if (size > 0)
    check_cuda(cudaMemcpy(values.data(), device, size * sizeof(T), cudaMemcpyDeviceToHost),
               "cannot read the device");
  return values;
}

// In the stream of the work: a small copy of its own accord may come later than that.
template <class T>
void to_device(DeviceArray<T>& to, const void* from, std::size_t bytes, cudaStream_t stream) {
  if (bytes == 0) return;
  check_cuda(cudaMemcpyAsync(to.data(), from, bytes, cudaMemcpyHostToDevice, stream),
             "cannot copy to the device");
}

using DevicePack = DevicePacked (*)(std::span<const float>, const BrickLayout&, ErrorBound);
using DeviceUnpack = DeviceUnpacked (*)(const QuickBricks&, std::span<float>);

template <DevicePack pack_all, DeviceUnpack unpack_all>
std::unique_ptr<VolumePacker> packer_of() {
  class Packer final : public VolumePacker {
   public:
    DevicePacked pack(std::span<const float> field, const BrickLayout& layout,
                      ErrorBound bound) const override {
      return pack_all(field, layout, bound);
    }
    DeviceUnpacked unpack(const QuickBricks& bricks, std::span<float> field) const override {
      return unpack_all(bricks, field);
    }
  };
  return std::make_unique<Packer>();
}

}  // namespace foldwave
