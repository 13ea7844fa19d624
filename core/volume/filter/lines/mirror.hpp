// Where a field goes on beyond its ends: as its mirror image, about the middle between the last node and the
// next, so that it repeats every 2 n nodes. Whoever filters volumes takes it so, on the device too.
#pragma once

#include "core/base/host_device.hpp"

namespace foldwave {

// The node of n that stands at place i, whatever i is.
HOST_DEVICE inline int mirrored_node(int i, int n) {
  if (i >= 0 && i < n) return i;
  i %= 2 * n;
  if (i < 0) i += 2 * n;
  return i < n ? i : 2 * n - 1 - i;
}

}  // namespace foldwave
