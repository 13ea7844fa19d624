// The codec wave on a CUDA device, for volumes that lie on the host: the bytes of each brick are those of
// core/volume/codec/wave. Bricks that a device should not pack or unpack (bounds that leave nothing to round,
// prediction, what is kept without loss) go to the processor, and are counted. It holds no CUDA type, so that
// any file may include it.
// Shapes: fields of the layout's nodes, x fastest; bricks as gather_brick (core/volume/store/bricks.hpp) has
// them, the deepest layer first. Errors: InputError for a bound that is none; DeviceError where the device
// fails, has too little memory or is not there.
#pragma once

#include <span>
#include <vector>

#include "core/volume/codec/codec.hpp"
#include "core/volume/store/quick_bricks.hpp"

namespace foldwave {

struct CudaWavePacked {
  QuickBricks bricks;  // of the codec wave
  Index by_processor = 0;
  double device_seconds = 0.0;  // of the kernels, by the device's clock
};
CudaWavePacked cuda_wave_pack(std::span<const float> field, const BrickLayout& layout, ErrorBound bound);

struct CudaWaveUnpacked {
  std::vector<Index> damaged;  // numbers of bricks; their nodes are worth nothing
  Index by_processor = 0;
  double device_seconds = 0.0;
};
CudaWaveUnpacked cuda_wave_unpack(const QuickBricks& bricks, std::span<float> field);

}  // namespace foldwave
