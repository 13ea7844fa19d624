// Where devices share the rows of PMM's planes: what a tile beside a cut tells the device across it.
#pragma once

#include "core/base/grid.hpp"
#include "core/base/host_device.hpp"

namespace foldwave {

// Of a sub-sweep that one device takes alone.
struct NoLink {
  static constexpr bool shared = false;
};

// Of a device's rows of the axis v, `first` to before `end`. Each device has arrays of the whole grid; of the
// rows of others it knows the nearest, which those write into its arrays as they change.
template <class Real>
struct TileLink {
  static constexpr bool shared = true;
  // Across the cut below its rows and above them; null: there is none.
  struct Side {
    Real* T = nullptr;  // the neighbour's arrays
    int* stamps = nullptr;
    unsigned* told = nullptr;         // how many tiles have told the neighbour that they are done
    const unsigned* heard = nullptr;  // what the neighbour's have told here,
    unsigned due = 0;                 // and must have before this slab;
    unsigned* lost = nullptr;         // set where it was waited for in vain
  };
  int first = 0, end = 0;
  Side side[2];

  // Whether one of `rows` rows from v0 lies within `reach` of the cut.
  HOST_DEVICE bool is_near(int below_or_above, int v0, int rows, int reach) const {
    if (side[below_or_above].T == nullptr) return false;
    return below_or_above == 0 ? v0 < first + reach : v0 + rows > end - reach;
  }
  HOST_DEVICE void pass_on(int v, int reach, Index node, Real value) const {
    for (int s = 0; s < 2; ++s)
      if (is_near(s, v, 1, reach)) side[s].T[node] = value;
  }
  HOST_DEVICE void pass_on_stamp(int v, int reach, Index at, int stamp) const {
    for (int s = 0; s < 2; ++s)
      if (is_near(s, v, 1, reach)) side[s].stamps[at] = stamp;
  }
};

}  // namespace foldwave
