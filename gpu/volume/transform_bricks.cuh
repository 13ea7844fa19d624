// A volume in bricks and a quantiser as kernels take them.
#pragma once

#include "core/volume/codec/transform/line_transform.hpp"
#include "core/volume/codec/transform/volume_transform.hpp"

namespace foldwave::device_transform {

constexpr int side = transform_side;
constexpr int brick_side = VolumeBricks::brick_side;
constexpr int warp = 32;
constexpr int row_threads = 64;  // rows of a block of the rows' kernel

// A volume in its bricks, as kernels take it. `padded`: a brick's words along each axis.
struct DeviceBricks {
  int n[3], counts[3], brick[3], padded[3];
  bool transformed[3];
  long long words;  // of a brick

  __device__ int first(int index, int axis) const {
    const int at = axis == 0   ? index % counts[0]
                   : axis == 1 ? index / counts[0] % counts[1]
                               : index / counts[0] / counts[1];
    return at * brick[axis];
  }
  // Where the value lies that stands at place `at` of a brick along an axis, the last ones repeated.
  __device__ int source(int first_node, int at, int axis) const {
    return min(first_node + min(at, brick[axis] - 1), n[axis] - 1);
  }
  __device__ bool is_inside(int first_node, int at, int axis) const {
    return at < brick[axis] && first_node + at < n[axis];
  }
};

struct DeviceQuantiser {
  QuantiserKind kind;
  float parameter, step, inverse;
  int kept;

  __device__ float quantised(float c, const DeviceBricks& bricks, int x, int y, int z) const {
    if (kind == QuantiserKind::step) return __uint_as_float(folded_steps(c, inverse));
    if (kind == QuantiserKind::threshold) return fabsf(c) <= parameter ? 0.0F : c;
    if (kind == QuantiserKind::zonal) {
      const bool beyond = (bricks.transformed[0] && x % side >= kept) ||
                          (bricks.transformed[1] && y % side >= kept) ||
                          (bricks.transformed[2] && z % side >= kept);
      return beyond ? 0.0F : c;
    }
    return c;
  }
  __device__ float restored(float word) const {
    return kind == QuantiserKind::step ? unfolded_steps(__float_as_uint(word), step) : word;
  }
};

}  // namespace foldwave::device_transform
