// A snapshot that lies on the device, packed there by the codec quick and brought to the host as bytes: a
// fifth to a tenth of what the values would be.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "core/wave/wave_model.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/volume/device_quick.cuh"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

class PackedMail {
 public:
  static std::int64_t device_bytes(const Grid3& grid) {
    const QuickVolume volume = quick_volume(brick_layout(grid.n));
    return DeviceQuick::device_bytes(volume, room(volume));
  }

  PackedMail(const Grid3& grid, PackedSnapshotSink& sink)
      : layout_(brick_layout(grid.n)),
        sink_(sink),
        quick_(quick_volume(layout_), room(quick_volume(layout_))),
        largest_(1) {}

  // False where it must go as it is: a value is no number, or the words are no fewer than the values.
  bool send(const float* values, int step, double time, cudaStream_t stream) {
    check_cuda(cudaMemsetAsync(largest_.data(), 0, sizeof(int), stream), "cannot clear device memory");
    launch_largest(values, quick_.volume().values(), largest_.data(), stream);
    float largest = 0.0F;
    bring(&largest, largest_.data(), sizeof largest, stream);
    if (!(largest <= std::numeric_limits<float>::max())) return false;
    quick_.pack(values, sink_.steps(largest), stream);
    std::vector<std::uint64_t> starts(quick_.bricks() + 1);
    std::uint32_t overflow = 0;
    bring(starts.data(), quick_.starts().data(), starts.size() * sizeof(starts[0]), stream);
    bring(&overflow, quick_.overflow(), sizeof overflow, stream);
    if (overflow != 0) return false;
    const auto bricks = std::make_shared<QuickBricks>();
    bricks->layout = layout_;
    for (const std::uint64_t start : starts)
      bricks->starts.push_back(static_cast<std::size_t>(start) * sizeof(std::uint32_t));
    bricks->bytes.resize(bricks->starts.back());
    bring(bricks->bytes.data(), quick_.words().data(), bricks->bytes.size(), stream);
    sink_.packed_snapshot(step, time, bricks);
    return true;
  }

 private:
  static void bring(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
    check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream), "cannot read the device");
    check_cuda(cudaStreamSynchronize(stream), "a snapshot failed on the device");
  }

  // In words: the values' own, and the headers'.
  static std::uint64_t room(const QuickVolume& volume) {
    return std::uint64_t{static_cast<std::uint32_t>(volume.tiles())} *
               (quick_blocks * quick_depth + quick_width_words) +
           std::uint64_t{static_cast<std::uint32_t>(volume.bricks())} * volume.grid.header_words();
  }

  BrickLayout layout_;
  PackedSnapshotSink& sink_;
  DeviceQuick quick_;
  DeviceArray<int> largest_;
};

}  // namespace foldwave
