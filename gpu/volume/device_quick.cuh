// A volume's bricks packed and unpacked on the device by the codec quick: the memory for it, taken once, and
// the kernels in order. Errors: DeviceError.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/base/device_array.cuh"
#include "gpu/volume/quick_kernels.cuh"

namespace foldwave {

class DeviceQuick {
 public:
  // Room for so many words; twice the values and a little always is enough.
  DeviceQuick(const QuickVolume& volume, std::uint64_t most_words)
      : volume_(volume),
        words_(most_words),
        starts_(bricks() + 1),
        state_(bricks() + static_cast<std::size_t>(volume.tiles()) + 1),
        sizes_(static_cast<std::size_t>(volume.tiles())) {}

  static std::int64_t device_bytes(const QuickVolume& volume, std::uint64_t most_words) {
    return 4 * static_cast<std::int64_t>(most_words) + 16 * std::int64_t{volume.bricks()} +
           12 * std::int64_t{volume.tiles()} + 16;
  }
  static std::uint64_t enough_words(const QuickVolume& volume) {
    return std::uint64_t{static_cast<std::uint32_t>(volume.bricks())} * volume.grid.header_words() +
           std::uint64_t{static_cast<std::uint32_t>(volume.tiles())} * quick_most_words;
  }

  // In `stream`; the words, and the starts of the bricks in them, are there when it is done.
  void pack(const float* field, const QuickSteps& steps, cudaStream_t stream) {
    check_cuda(cudaMemsetAsync(state_.data(), 0, state_.size() * sizeof(std::uint64_t), stream),
               "cannot clear device memory");
    QuickPacked packed;
    packed.words = words_.data();
    packed.most_words = words_.size();
    packed.starts = starts_.data();
    packed.sums = state_.data();
    packed.places = state_.data() + bricks();
    packed.next = reinterpret_cast<std::uint32_t*>(state_.data() + state_.size() - 1);
    packed.sizes = sizes_.data();
    launch_quick_pack(field, volume_, steps, packed, stream);
  }
  // Not 0 after packing: there was too little room, and the words are worth nothing.
  const std::uint32_t* overflow() const {
    return reinterpret_cast<const std::uint32_t*>(state_.data() + state_.size() - 1) + 1;
  }

  // Of the words that lie here; `damaged` has a number for each brick.
  void unpack(float* field, std::uint32_t* damaged, cudaStream_t stream) {
    check_cuda(cudaMemsetAsync(state_.data(), 0, bricks() * sizeof(std::uint64_t), stream),
               "cannot clear device memory");
    check_cuda(cudaMemsetAsync(damaged, 0, bricks() * sizeof(std::uint32_t), stream),
               "cannot clear device memory");
    launch_quick_unpack(words_.data(), starts_.data(), volume_, state_.data(), damaged, field, stream);
  }

  const QuickVolume& volume() const { return volume_; }
  std::size_t bricks() const { return static_cast<std::size_t>(volume_.bricks()); }
  DeviceArray<std::uint32_t>& words() { return words_; }
  DeviceArray<std::uint64_t>& starts() { return starts_; }

 private:
  QuickVolume volume_;
  DeviceArray<std::uint32_t> words_;
  DeviceArray<std::uint64_t> starts_, state_;
  DeviceArray<std::uint32_t> sizes_;
};

}  // namespace foldwave
