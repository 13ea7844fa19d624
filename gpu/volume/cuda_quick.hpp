// The codec quick on a CUDA device: core/volume/store/volume_packer.hpp. It holds no CUDA type, so that
// any file may include it.
#pragma once

#include <memory>

#include "core/volume/store/volume_packer.hpp"

namespace foldwave {

DevicePacked cuda_quick_pack(std::span<const float> field, const BrickLayout& layout, ErrorBound bound);
DeviceUnpacked cuda_quick_unpack(const QuickBricks& bricks, std::span<float> field);

std::unique_ptr<VolumePacker> make_cuda_quick_packer();

}  // namespace foldwave
