// The codec wave on a CUDA device: core/volume/store/volume_packer.hpp. Bricks that a device should not pack
// or unpack (bounds that leave nothing to round, prediction, what is kept without loss) go to the processor.
// It holds no CUDA type, so that any file may include it.
#pragma once

#include <memory>

#include "core/volume/store/volume_packer.hpp"

namespace foldwave {

DevicePacked cuda_wave_pack(std::span<const float> field, const BrickLayout& layout, ErrorBound bound);
DeviceUnpacked cuda_wave_unpack(const QuickBricks& bricks, std::span<float> field);

std::unique_ptr<VolumePacker> make_cuda_wave_packer();

}  // namespace foldwave
