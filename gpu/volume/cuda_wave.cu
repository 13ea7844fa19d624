#include "gpu/volume/cuda_wave.hpp"

#include <algorithm>
#include <exception>

#include "core/volume/codec/wave/wave_codec.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/volume/device_wave_codec.cuh"
#include "gpu/volume/packed_volume.cuh"

namespace foldwave {

namespace {

// Work on each of some bricks by the threads that there are; the first error is thrown at the end.
template <class Each>
void for_bricks(const std::vector<Index>& numbers, const Each& each) {
  std::exception_ptr failed;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < numbers.size(); ++i)
    try {
      each(i);
    } catch (...) {
#pragma omp critical(cuda_wave_failed)
      if (!failed) failed = std::current_exception();
    }
  if (failed) std::rethrow_exception(failed);
}

std::vector<Index> bricks_in(const std::vector<WaveState>& states, WaveState wanted) {
  std::vector<Index> found;
  for (std::size_t b = 0; b < states.size(); ++b)
    if (states[b] == wanted) found.push_back(static_cast<Index>(b));
  return found;
}

// The device's bricks, and between them those that the processor has packed.
QuickBricks joined_bricks(const BrickLayout& layout, std::span<const std::byte> bytes,
                          const std::vector<std::uint64_t>& starts, const std::vector<Index>& numbers,
                          const std::vector<std::vector<std::byte>>& packed) {
  QuickBricks bricks{layout, {}, {0}, "wave"};
  std::size_t size = bytes.size();
  for (const auto& one : packed)
    size += one.size();
  bricks.bytes.reserve(size);
  std::size_t next = 0;
  for (std::size_t b = 0; b + 1 < starts.size(); ++b) {
    const bool mine = next < numbers.size() && static_cast<std::size_t>(numbers[next]) == b;
    const std::span<const std::byte> part = mine ? std::span<const std::byte>(packed[next++])
                                                 : bytes.subspan(starts[b], starts[b + 1] - starts[b]);
    bricks.bytes.insert(bricks.bytes.end(), part.begin(), part.end());
    bricks.starts.push_back(bricks.bytes.size());
  }
  return bricks;
}

}  // namespace

std::unique_ptr<VolumePacker> make_cuda_wave_packer() {
  return packer_of<cuda_wave_pack, cuda_wave_unpack>();
}

WaveVolume wave_volume(const BrickLayout& layout) {
  WaveVolume volume;
  const auto counts = layout.counts();
  std::int64_t blocks = 1;
  for (std::size_t a = 0; a < 3; ++a) {
    volume.nodes[a] = layout.nodes[a];
    volume.brick[a] = layout.brick[a];
    volume.counts[a] = counts[a];
    blocks *= (layout.brick[a] + wave_side - 1) / wave_side;
  }
  // The coders keep 18 bytes a block in shared memory, and kernels number all blocks in 31 bits.
  if (blocks > 1024 || blocks * layout.count() > (std::int64_t{1} << 30))
    throw DeviceError("cuda", "the volume's bricks are too large or too many", "use the CPU back end");
  volume.blocks = static_cast<int>(blocks);
  return volume;
}

DevicePacked cuda_wave_pack(std::span<const float> field, const BrickLayout& layout, ErrorBound bound) {
  check_bound(bound);
  require_nodes(field.size(), layout);
  DevicePacked result;
  std::vector<WaveState> states(static_cast<std::size_t>(layout.count()), WaveState::for_processor);
  std::vector<std::uint64_t> starts(states.size() + 1, 0);
  std::vector<std::byte> bytes;
  if (bound.absolute >= least_wave_bound) {
    DeviceWavePacker packer(wave_volume(layout));
    DeviceArray<float> values(field.data(), field.size());
    const DeviceStream stream;
    DeviceEvent begin, end;
    begin.record(stream);
    packer.pack(values.data(), strict_wave_bound(bound.absolute), stream);
    end.record(stream);
    end.wait();
    result.device_seconds = end.seconds_since(begin);
    states = on_host(packer.states().data(), packer.bricks());
    starts = on_host(packer.starts().data(), packer.bricks() + 1);
    bytes = on_host(reinterpret_cast<const std::byte*>(packer.bytes().data()), starts.back());
  }
  const std::vector<Index> numbers = bricks_in(states, WaveState::for_processor);
  std::vector<std::vector<std::byte>> packed(numbers.size());
  for_bricks(numbers, [&](std::size_t i) {
    std::vector<float> brick(static_cast<std::size_t>(layout.brick_nodes()));
    gather_brick(field, layout, numbers[i], brick);
    packed[i] = WaveCodec().encode(brick, {layout.brick}, bound);
  });
  result.by_processor = static_cast<Index>(numbers.size());
  result.bricks = joined_bricks(layout, bytes, starts, numbers, packed);
  return result;
}

DeviceUnpacked cuda_wave_unpack(const QuickBricks& bricks, std::span<float> field) {
  const BrickLayout& layout = bricks.layout;
  require_nodes(field.size(), layout);
  require_starts(bricks);
  const std::vector<std::uint64_t> starts(bricks.starts.begin(), bricks.starts.end());
  DeviceWaveUnpacker unpacker(wave_volume(layout));
  DeviceArray<std::uint8_t> bytes(starts.back() + wave_bytes_behind);
  const DeviceArray<std::uint64_t> there(starts.data(), starts.size());
  DeviceArray<float> values(field.size());
  const DeviceStream stream;
  to_device(bytes, bricks.bytes.data(), starts.back(), stream);
  DeviceEvent begin, end;
  begin.record(stream);
  unpacker.unpack(bytes.data(), there.data(), values.data(), stream);
  end.record(stream);
  end.wait();
  DeviceUnpacked result;
  result.device_seconds = end.seconds_since(begin);
  check_cuda(cudaMemcpy(field.data(), values.data(), field.size_bytes(), cudaMemcpyDeviceToHost),
             "cannot read the device");
  const std::vector<WaveState> states = on_host(unpacker.states().data(), unpacker.bricks());
  result.damaged = bricks_in(states, WaveState::damaged);
  const std::vector<Index> numbers = bricks_in(states, WaveState::for_processor);
  result.by_processor = static_cast<Index>(numbers.size());
  std::vector<char> refused(numbers.size(), 0);
  for_bricks(numbers, [&](std::size_t i) {
    std::vector<float> brick(static_cast<std::size_t>(layout.brick_nodes()));
    try {
      WaveCodec().decode(bricks.brick(numbers[i]), {layout.brick}, brick);
      scatter_brick(brick, layout, numbers[i], {{0, 0, 0}, layout.nodes}, field);
    } catch (const InputError&) {
      refused[i] = 1;
    }
  });
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (refused[i] != 0) result.damaged.push_back(numbers[i]);
  std::sort(result.damaged.begin(), result.damaged.end());
  return result;
}

}  // namespace foldwave
