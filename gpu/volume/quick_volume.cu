#include <bit>
#include <limits>

#include "gpu/base/device_array.cuh"
#include "gpu/volume/quick_kernels.cuh"

namespace foldwave {

QuickDivisor::QuickDivisor(int by) : divisor(by) {
  const int digits = static_cast<int>(std::bit_width(static_cast<unsigned>(by - 1)));
  shift = 31 + digits;
  factor = (std::uint64_t{1} << shift) / static_cast<std::uint64_t>(by) + 1;
}

QuickVolume quick_volume(const BrickLayout& layout, bool upwards) {
  if (std::int64_t{layout.nodes[0]} * layout.nodes[1] > std::numeric_limits<int>::max())
    throw DeviceError("cuda", "a layer of the volume is too large", "use the CPU back end");
  QuickVolume volume;
  volume.grid = quick_grid(layout.brick);
  const auto counts = layout.counts();
  const int strides[3] = {1, layout.nodes[0], layout.nodes[0] * layout.nodes[1]};
  for (std::size_t a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(volume.grid.axis[a]);
    const bool turned = upwards && axis == 2;
    volume.nodes[a] = layout.nodes[axis];
    volume.size[a] = layout.brick[axis];
    volume.stride[a] = turned ? -strides[axis] : strides[axis];
    if (turned) volume.base = std::int64_t{layout.nodes[axis] - 1} * strides[axis];
    volume.counts[a] = counts[a];
  }
  volume.tiles_a_brick = QuickDivisor(volume.grid.tile_count());
  volume.bricks_a_row = QuickDivisor(volume.counts[0]);
  volume.rows_a_layer = QuickDivisor(volume.counts[1]);
  volume.tiles_a_row = QuickDivisor(volume.grid.tiles[0]);
  volume.tiles_a_layer = QuickDivisor(volume.grid.tiles[1]);
  return volume;
}

}  // namespace foldwave
