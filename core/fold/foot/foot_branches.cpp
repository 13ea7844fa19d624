#include "core/fold/foot/foot_branches.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

// Feet belong to one branch when they foretell each other to this share of the way between them.
constexpr double branch_share = 0.2;

double way(double u, double v) {
  return std::sqrt(u * u + v * v);
}

bool one_branch(const LatticeFoot& a, const LatticeFoot& b) {
  if (&a == &b || a.x == b.x) return true;
  const Agreement between = agreement(a, b);
  return between.off <= branch_share * between.apart;
}

}  // namespace

Agreement agreement(const LatticeFoot& a, const LatticeFoot& b) {
  const Vec3 d = b.x - a.x;
  const auto along = [&](const double(&s)[3]) { return s[0] * d.x + s[1] * d.y + s[2] * d.z; };
  const double au = along(a.slope.u), av = along(a.slope.v);
  const double bu = along(b.slope.u), bv = along(b.slope.v);
  return {way(b.u - a.u - 0.5 * (au + bu), b.v - a.v - 0.5 * (av + bv)),
          std::max({way(b.u - a.u, b.v - a.v), way(au, av), way(bu, bv)}) + 0.05 * norm(d)};
}

bool Branches::holds(const LatticeFoot& foot) const {
  return std::any_of(feet.begin(), feet.begin() + count,
                     [&](const LatticeFoot* known) { return one_branch(*known, foot); });
}

void Branches::add(const LatticeFoot* foot) {
  if (foot == nullptr || !(foot->quality > 0.0) || count == most || holds(*foot)) return;
  feet[static_cast<std::size_t>(count++)] = foot;
}

Branches branches_around(const LatticeLevel& level, const LatticeCell& cell,
                         const std::vector<LatticeFoot>& inherited) {
  Branches branches;
  for (const LatticeFoot* corner : corners_of(level, cell))
    branches.add(corner);
  for (const LatticeFoot& foot : inherited)
    branches.add(&foot);
  const bool flat = level.at[1].size() == 1;
  const auto last = [&](std::size_t axis, int c) {
    return std::min(static_cast<int>(level.at[axis].size()) - 1, c + 2);
  };
  for (int k = std::max(0, cell.k - 1); k <= last(2, cell.k); ++k)
    for (int j = flat ? 0 : std::max(0, cell.j - 1); j <= (flat ? 0 : last(1, cell.j)); ++j)
      for (int i = std::max(0, cell.i - 1); i <= last(0, cell.i); ++i)
        branches.add(level.foot(i, j, k));
  return branches;
}

Branches strangers(const Branches& around, const CellCorners& corners) {
  Branches others;
  for (int q = 0; q < around.count; ++q) {
    const LatticeFoot* const foot = around.feet[static_cast<std::size_t>(q)];
    if (std::none_of(corners.begin(), corners.end(),
                     [&](const LatticeFoot* corner) { return one_branch(*corner, *foot); }))
      others.feet[static_cast<std::size_t>(others.count++)] = foot;
  }
  return others;
}

}  // namespace foldwave
