// From a horizon and speeds that vary in space to a fold problem on a larger box.
//
// Characteristics bend, so the faces of the box cannot be given their values from the continued horizon. The
// box is made larger instead, by how far the front comes from on its way into the box and 2 sqrt(n) cells for
// what a rim smears (docs/theory/fold.md), and cut again when it is solved. Nodes beside the horizon start
// from their foot on it, with the speeds halfway to it: second order in their distance.
#pragma once

#include <array>
#include <optional>

#include "core/fold/fold_model.hpp"
#include "core/fold/speed_model.hpp"

namespace foldwave {

struct EnlargedBox {
  Grid3 grid;
  std::array<int, 3> before{};  // nodes added before the first of the box, an axis
  bool cut_short = false;       // leaning needs more than there may be

  Vec3 first() const { return {-before[0] * grid.h[0], -before[1] * grid.h[1], -before[2] * grid.h[2]}; }
};

EnlargedBox enlarged_box(const Horizon& horizon, const Grid3& grid, const SpeedModel& speeds);

// Signed start values on the enlarged box. Throws Stopped. Real: float, double.
template <class Real>
StartValues<Real> make_varying_start(const Horizon& horizon, const EnlargedBox& box, const SpeedModel& speeds,
                                     const Job& job);

// The signed time of x from its foot on the horizon nearby, with the speeds halfway to it; none when there is
// no such foot within `reach` metres. `cell` is a grid spacing, by which starts are set apart.
std::optional<double> time_from_near_foot(const Horizon& horizon, const SpeedModel& speeds, Vec3 x,
                                          double cell, double reach);

}  // namespace foldwave
