// What packs and unpacks whole volumes by a codec of bricks on a device, for volumes that lie on the host:
// the bytes of each brick are the processor's (core/volume/codec). Bricks that a device should not take go to
// the processor, and are counted. Shapes: fields of the layout's nodes, x fastest; bricks as gather_brick
// (bricks.hpp) has them, the deepest layer first. Errors: InputError for a bound that is none; DeviceError
// where the device fails, has too little memory or is not there.
#pragma once

#include <span>
#include <vector>

#include "core/volume/codec/codec.hpp"
#include "core/volume/store/quick_bricks.hpp"

namespace foldwave {

struct DevicePacked {
  QuickBricks bricks;
  Index by_processor = 0;
  double device_seconds = 0.0;  // of the kernels, by the device's clock
};

struct DeviceUnpacked {
  std::vector<Index> damaged;  // numbers of bricks; their nodes are worth nothing
  Index by_processor = 0;
  double device_seconds = 0.0;
};

class VolumePacker {
 public:
  virtual ~VolumePacker() = default;
  virtual DevicePacked pack(std::span<const float> field, const BrickLayout& layout,
                            ErrorBound bound) const = 0;
  virtual DeviceUnpacked unpack(const QuickBricks& bricks, std::span<float> field) const = 0;
};

}  // namespace foldwave
