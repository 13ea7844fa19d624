// A volume's bricks packed and unpacked on the device by the codec wave: the memory for it, taken once, and
// the kernels in order. Errors: DeviceError.
#pragma once

#include "gpu/base/device_array.cuh"
#include "gpu/volume/wave_kernels.cuh"

namespace foldwave {

class DeviceWavePacker {
 public:
  explicit DeviceWavePacker(const WaveVolume& volume)
      : volume_(volume),
        kept_(bricks()),
        states_(bricks()),
        counters_(bricks() * (3 + wave_coefficient_tables) + 1),
        loud_(blocks()),
        rows_(blocks() * wave_side),
        coded_(blocks() * wave_block_values),
        block_counts_(2 * blocks()),
        escapes_(blocks() * wave_most_escapes),
        outliers_(blocks() * wave_most_outliers),
        streams_(bricks()),
        rooms_(4 * bricks() * room() + wave_bytes_behind),
        starts_(bricks() + 1),
        bound_(1),
        bytes_(most_bytes() + wave_bytes_behind) {}

  static std::int64_t device_bytes(const WaveVolume& volume) {
    const std::int64_t bricks = volume.bricks(), blocks = volume.all_blocks();
    return blocks * (1 + wave_side + 4 * wave_block_values + 8 + 4 * std::int64_t{wave_most_escapes} +
                     8 * std::int64_t{wave_most_outliers}) +
           bricks * (4 * (3 + wave_coefficient_tables) + 5 * static_cast<std::int64_t>(room_of(volume)) +
                     static_cast<std::int64_t>(sizeof(WaveStreams)) + 1024);
  }

  // `bound` as strict_wave_bound gives it. In `stream`; bytes, their starts and the states of bricks are
  // there when it is done.
  void pack(const float* field, float bound, cudaStream_t stream) {
    check_cuda(cudaMemcpyAsync(bound_.data(), &bound, sizeof bound, cudaMemcpyHostToDevice, stream),
               "cannot copy to the device");
    pack(field, bound_.data(), stream);
  }
  // The same with a bound that lies on the device.
  void pack(const float* field, const float* bound, cudaStream_t stream) {
    clear(counters_, stream);
    clear(states_, stream);
    WavePacking work = packing();
    work.bound = bound;
    launch_wave_quantise(field, volume_, work, stream);
    launch_wave_encode(volume_, work, packed(), stream);
    launch_wave_assemble(volume_, work, packed(), stream);
  }

  const WaveVolume& volume() const { return volume_; }
  std::size_t bricks() const { return static_cast<std::size_t>(volume_.bricks()); }
  const DeviceArray<std::uint8_t>& bytes() const { return bytes_; }
  const DeviceArray<std::uint64_t>& starts() const { return starts_; }
  const DeviceArray<WaveState>& states() const { return states_; }

 private:
  template <class T>
  static void clear(DeviceArray<T>& array, cudaStream_t stream) {
    check_cuda(cudaMemsetAsync(array.data(), 0, array.size() * sizeof(T), stream),
               "cannot clear device memory");
  }
  // As much as a brick may have that stays on the device, and a little.
  static std::size_t room_of(const WaveVolume& volume) {
    return (static_cast<std::size_t>(volume.brick_values()) * wave_device_bits / 8 + 2048 + 31) / 32 * 32;
  }
  std::size_t room() const { return room_of(volume_); }
  std::size_t most_bytes() const { return bricks() * room(); }
  std::size_t blocks() const { return static_cast<std::size_t>(volume_.all_blocks()); }

  WavePacking packing() {
    WavePacking work;
    work.kept = kept_.data();
    work.bits = counters_.data();
    work.sampled = work.bits + bricks();
    work.sampled_more = work.sampled + bricks();
    work.counts = work.sampled_more + bricks();
    work.states = states_.data();
    work.loud = loud_.data();
    work.rows = rows_.data();
    work.coded = coded_.data();
    work.escape_counts = block_counts_.data();
    work.outlier_counts = work.escape_counts + blocks();
    work.escapes = escapes_.data();
    work.outliers = outliers_.data();
    return work;
  }
  WavePacked packed() {
    WavePacked packed;
    packed.streams = streams_.data();
    packed.room = static_cast<std::uint32_t>(room());
    packed.words = rooms_.data();
    packed.escapes = packed.words + 2 * most_bytes();
    packed.outliers = packed.escapes + most_bytes();
    packed.starts = starts_.data();
    packed.bytes = bytes_.data();
    packed.most_bytes = most_bytes();
    packed.overflow = counters_.data() + counters_.size() - 1;
    return packed;
  }

  WaveVolume volume_;
  DeviceArray<WaveKept> kept_;
  DeviceArray<WaveState> states_;
  DeviceArray<std::uint32_t> counters_;
  DeviceArray<std::uint8_t> loud_, rows_;
  DeviceArray<std::uint32_t> coded_, block_counts_;
  DeviceArray<std::int32_t> escapes_;
  DeviceArray<WaveOutlier> outliers_;
  DeviceArray<WaveStreams> streams_;
  DeviceArray<std::uint8_t> rooms_;
  DeviceArray<std::uint64_t> starts_;
  DeviceArray<float> bound_;
  DeviceArray<std::uint8_t> bytes_;
};

class DeviceWaveUnpacker {
 public:
  explicit DeviceWaveUnpacker(const WaveVolume& volume)
      : volume_(volume),
        kept_(bricks()),
        steps_(bricks()),
        states_(bricks()),
        outlier_counts_(bricks()),
        outliers_(bricks() * most_outliers()),
        rows_(blocks() * wave_side),
        coefficients_(blocks() * wave_block_values) {}

  // Bytes with wave_bytes_behind more that can be read; where each brick begins in them, and the end.
  void unpack(const std::uint8_t* bytes, const std::uint64_t* starts, float* field, cudaStream_t stream) {
    WaveUnpacking work;
    work.bytes = bytes;
    work.starts = starts;
    work.kept = kept_.data();
    work.steps = steps_.data();
    work.outlier_counts = outlier_counts_.data();
    work.most_outliers = most_outliers();
    work.outliers = outliers_.data();
    work.rows = rows_.data();
    work.coefficients = coefficients_.data();
    work.states = states_.data();
    launch_wave_decode(volume_, work, stream);
    launch_wave_restore(volume_, work, field, stream);
  }

  std::size_t bricks() const { return static_cast<std::size_t>(volume_.bricks()); }
  const DeviceArray<WaveState>& states() const { return states_; }

 private:
  std::size_t blocks() const { return static_cast<std::size_t>(volume_.all_blocks()); }
  std::uint32_t most_outliers() const {
    return static_cast<std::uint32_t>(volume_.blocks) * wave_most_outliers / 2;
  }

  WaveVolume volume_;
  DeviceArray<WaveKept> kept_;
  DeviceArray<WaveSteps> steps_;
  DeviceArray<WaveState> states_;
  DeviceArray<std::uint32_t> outlier_counts_;
  DeviceArray<WaveOutlier> outliers_;
  DeviceArray<std::uint8_t> rows_;
  DeviceArray<std::int32_t> coefficients_;
};

}  // namespace foldwave
