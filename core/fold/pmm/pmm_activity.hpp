// Which parts of a grid a sub-sweep of the PMM must visit.
//
// Blocks of 16^3 nodes remember the sub-sweep that last changed them. A node must be visited if something
// that it reads may have changed since the same direction's last visit: a block around it since then, or, in
// this very sub-sweep, the plane before (which the driver knows). A visit left out would have changed
// nothing, so the values are the same to the bit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/fold/pmm/sweeps.hpp"

namespace foldwave {

inline constexpr int block_nodes = 16;

class BlockActivity {
 public:
  // Real: float, double.
  template <class Real>
  BlockActivity(const Field<Real>& T, const Field<std::uint8_t>& fixed);

  int blocks(int axis) const { return n_[static_cast<std::size_t>(axis)]; }
  int words(int axis) const { return (blocks(axis) + 63) / 64; }  // of a bit set along the axis
  Index stride(int axis) const { return stride_[static_cast<std::size_t>(axis)]; }

  bool holds_fixed(Index block) const { return holds_fixed_[static_cast<std::size_t>(block)] != 0; }
  void set_changed(Index block, int sub_sweep) { changed_in_[static_cast<std::size_t>(block)] = sub_sweep; }

  // Bits of the blocks that a sub-sweep must visit because of changes after sub-sweep `since` (-1: at all):
  // [block w][block v][words along u]. False when there are none.
  bool mark(const SweepAxes& axes, int since, std::vector<std::uint64_t>& bits) const;

 private:
  std::array<int, 3> n_{};
  std::array<Index, 3> stride_{};
  std::vector<int> changed_in_;            // 0: has values from the start; -1: not reached yet
  std::vector<std::uint8_t> holds_fixed_;  // any node of it
};

// Each bit and the two beside it.
void spread_bits(const std::uint64_t* from, std::uint64_t* to, int words);

}  // namespace foldwave
