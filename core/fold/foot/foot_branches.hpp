// Branches of feet: where a shock crosses, feet jump from one part of the horizon to another, and every part
// has its own smooth map of feet. Two lattice corners are of one branch when their feet foretell each other.
#pragma once

#include <array>
#include <vector>

#include "core/fold/foot/foot_lattice.hpp"

namespace foldwave {

// How far two corners are from foretelling each other, and how far their feet lie apart; metres.
struct Agreement {
  double off, apart;
};
Agreement agreement(const LatticeFoot& a, const LatticeFoot& b);

// One foot of each branch, the first that was added.
struct Branches {
  static constexpr int most = 16;
  int count = 0;
  std::array<const LatticeFoot*, most> feet{};

  bool holds(const LatticeFoot& foot) const;
  void add(const LatticeFoot* foot);  // null, or without a foot: nothing
};

// Of the corners of a cell, of those one cell further, and of what is known from the level above.
Branches branches_around(const LatticeLevel& level, const LatticeCell& cell,
                         const std::vector<LatticeFoot>& inherited);

// Those of `around` that are not of a branch of the cell's own corners.
Branches strangers(const Branches& around, const CellCorners& corners);

}  // namespace foldwave
