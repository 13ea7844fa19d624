// How a stencil of one thread a point is launched.
#pragma once

#include <array>

namespace foldwave {

struct LaunchShape {
  int order = 2;               // of the stencil: 2, 4, 8, 16
  std::array<int, 3> nodes{};  // that are updated; x fastest
  std::array<int, 3> block{};  // threads
  int active_blocks = 1;       // that a multiprocessor holds at a time

  double points() const { return 1.0 * nodes[0] * nodes[1] * nodes[2]; }
  int threads() const { return block[0] * block[1] * block[2]; }
  int warps_a_block() const { return (threads() + 31) / 32; }
  // That update a node; of blocks that stick out, whole warps may have nothing to do.
  double working_warps() const {
    const int width = block[0] < 32 ? block[0] : 32, rows = 32 / width;
    return 1.0 * ((nodes[0] + width - 1) / width) * ((nodes[1] + rows - 1) / rows) * nodes[2];
  }
  // Enough of them along each axis.
  double blocks() const {
    double all = 1.0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      all *= (nodes[axis] + block[axis] - 1) / block[axis];
    return all;
  }
};

}  // namespace foldwave
