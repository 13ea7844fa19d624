// One descent of the fit of a folded level to picks, and how sure its outcome is: what horizon_fit.hpp is
// made of. p, q: see there.
#pragma once

#include <optional>
#include <vector>

#include "core/geology/fit/level_misfit.hpp"
#include "core/geology/fit/residuals.hpp"

namespace foldwave {

// What may move. With `along` of one direction the axial line is held; lambda then moves q along it.
struct LevelFreedom {
  bool lambda = true, thickness = true;
  std::vector<Vec3> along;  // unit, normal to each other: where q may move
  bool axis() const { return along.size() > 1; }
};

struct LevelFit {
  FoldedLevel level;
  std::vector<PickMisfit> misfit;
  double scale = 0.0;  // of the misfit, robust, metres
  double cost = 0.0;   // mean Huber loss
};

// From a start; nothing where the front cannot propagate with it.
std::optional<LevelFit> fit_level(const LevelMisfit& picks, const FoldedLevel& start,
                                  const LevelFreedom& freedom, int most_steps, const Job& job);

// One standard error each; infinite where the picks do not tell at all, 0 where it is held.
struct LevelErrors {
  double lambda = 0.0, thickness = 0.0;
  double trend = 0.0, plunge = 0.0, axis = 0.0;  // radians
  double out_of_profile = 0.0;                   // of a along `axis`, radians
  double effective_picks = 0.0;
  Correlation correlation;
};
LevelErrors errors_of(const LevelMisfit& picks, const LevelFit& fit, const LevelFreedom& freedom,
                      const Vec3& fold_axis);

}  // namespace foldwave
