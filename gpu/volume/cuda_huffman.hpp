// The seed's fixed Huffman code (core/volume/codec/lossless/fixed_huffman.hpp) on a CUDA device:
// core/volume/store/volume_packer.hpp. The bytes of each brick are the processor's; nothing is left to it. It
// holds no CUDA type, so that any file may include it.
#pragma once

#include <memory>

#include "core/volume/store/volume_packer.hpp"

namespace foldwave {

// The bound is asked for its sense alone: nothing is lost.
DevicePacked cuda_huffman_pack(std::span<const float> field, const BrickLayout& layout, ErrorBound bound);
DeviceUnpacked cuda_huffman_unpack(const QuickBricks& bricks, std::span<float> field);

std::unique_ptr<VolumePacker> make_cuda_huffman_packer();

}  // namespace foldwave
