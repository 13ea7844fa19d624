// The codec quick on a CUDA device, for volumes that lie on the host: the bytes of each brick are those of
// core/volume/codec/quick. It holds no CUDA type, so that any file may include it.
// Shapes: fields of the layout's nodes, x fastest; bricks as gather_brick (core/volume/store/bricks.hpp) has
// them, the deepest layer first. Errors: InputError for a bound that is none; DeviceError where the device
// fails, has too little memory or is not there.
#pragma once

#include <span>
#include <vector>

#include "core/volume/codec/codec.hpp"
#include "core/volume/store/quick_bricks.hpp"

namespace foldwave {

QuickBricks cuda_quick_pack(std::span<const float> field, const BrickLayout& layout, ErrorBound bound);

// Gives the numbers of the bricks that are damaged; their nodes are worth nothing.
std::vector<Index> cuda_quick_unpack(const QuickBricks& bricks, std::span<float> field);

}  // namespace foldwave
