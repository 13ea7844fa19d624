#include "gpu/volume/cuda_quick.hpp"

#include "core/volume/codec/quick/quick_codec.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/volume/device_quick.cuh"
#include "gpu/volume/packed_volume.cuh"

namespace foldwave {

std::unique_ptr<VolumePacker> make_cuda_quick_packer() {
  return packer_of<cuda_quick_pack, cuda_quick_unpack>();
}

DevicePacked cuda_quick_pack(std::span<const float> field, const BrickLayout& layout, ErrorBound bound) {
  check_bound(bound);
  require_nodes(field.size(), layout);
  const QuickVolume volume = quick_volume(layout);
  DeviceQuick quick(volume, DeviceQuick::enough_words(volume));
  DeviceArray<float> values(field.size());
  const DeviceStream stream;
  to_device(values, field.data(), field.size_bytes(), stream);
  DeviceEvent begin, end;
  begin.record(stream);
  quick.pack(values.data(), quick_steps(bound), stream);
  end.record(stream);
  end.wait();
  DevicePacked result;
  result.device_seconds = end.seconds_since(begin);
  QuickBricks& packed = result.bricks;
  packed.layout = layout;
  for (const std::uint64_t start : on_host(quick.starts().data(), quick.bricks() + 1))
    packed.starts.push_back(static_cast<std::size_t>(start) * sizeof(std::uint32_t));
  packed.bytes = on_host(reinterpret_cast<const std::byte*>(quick.words().data()), packed.starts.back());
  return result;
}

DeviceUnpacked cuda_quick_unpack(const QuickBricks& bricks, std::span<float> field) {
  require_nodes(field.size(), bricks.layout);
  require_starts(bricks);
  const QuickVolume volume = quick_volume(bricks.layout);
  constexpr std::size_t word = sizeof(std::uint32_t);
  std::vector<std::uint64_t> starts;
  for (const std::size_t start : bricks.starts)
    starts.push_back(start / word);
  DeviceQuick quick(volume, starts.back());
  DeviceArray<float> values(field.size());
  DeviceArray<std::uint32_t> damaged(quick.bricks());
  const DeviceStream stream;
  to_device(quick.starts(), starts.data(), starts.size() * sizeof(starts[0]), stream);
  to_device(quick.words(), bricks.bytes.data(), starts.back() * word, stream);
  DeviceEvent begin, end;
  begin.record(stream);
  quick.unpack(values.data(), damaged.data(), stream);
  end.record(stream);
  end.wait();
  check_cuda(cudaMemcpy(field.data(), values.data(), field.size_bytes(), cudaMemcpyDeviceToHost),
             "cannot read the device");
  DeviceUnpacked result;
  result.device_seconds = end.seconds_since(begin);
  const std::vector<std::uint32_t> flags = on_host(damaged.data(), damaged.size());
  for (std::size_t b = 0; b < flags.size(); ++b)
    if (flags[b] != 0) result.damaged.push_back(static_cast<Index>(b));
  return result;
}

}  // namespace foldwave
