// How far picks lie from the surface that a fold foretells, {T = thickness}, measured up and down at each
// pick:
//
//   misfit = predicted - measured depth,   (T(x) - thickness) (F + b.n) / |n_z|   to first order
//
// with T and the normal n of its foot from the horizon alone (foot_search.hpp): no volume is solved. With
// p = F thickness and q = psi a thickness that surface is y + p n(y) + q over the horizon's points y: the
// parallel surface at the distance p, moved by q. A small change of both moves the predicted depth by
//
//   d misfit = (dp + n . dq) / n_z
//
// F + psi = 1, so T is metres of thickness at the hinge, above 0 on the younger side. Metres, local
// coordinates.
#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/horizon/foot_search.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// A fold and one of its layer boundaries.
struct FoldedLevel {
  double lambda = 0.0;
  Vec3 axis{0.0, 0.0, -1.0};  // a, unit, upwards
  double thickness = 0.0;     // T of the boundary: metres at the hinge, above 0 on the younger side

  double F() const { return 1.0 - lambda; }
  Vec3 b() const { return lambda * axis; }
  bool operator==(const FoldedLevel&) const = default;
};

struct PickMisfit {
  double depth = 0.0;  // predicted - measured, metres
  Vec3 normal{};       // unit, to the younger side, at the pick's foot
};

class LevelMisfit {
 public:
  // The horizon must outlive it.
  LevelMisfit(const Horizon& horizon, const Grid3& grid, std::vector<Vec3> picks);

  const std::vector<Vec3>& picks() const { return picks_; }

  // Of every pick; empty where the front cannot propagate on the horizon with this lambda and axis, or does
  // not come to some pick. Throws Stopped.
  std::vector<PickMisfit> of(const FoldedLevel& level, const Job& job = {}) const;

  // T at the picks, in place of the depth; `level`'s thickness is not used.
  std::vector<PickMisfit> arrivals(const FoldedLevel& level, const Job& job = {}) const;

 private:
  template <class Measure>
  std::vector<PickMisfit> each(const FoldedLevel& level, const Job& job, Measure&& measure) const;

  const Horizon& horizon_;
  double near_enough_;         // a last step, metres
  double farthest_;            // that a misfit may be
  std::vector<Vec3> normals_;  // of the horizon, over the box
  std::vector<Vec3> picks_;
  QueryBox box_;
};

}  // namespace foldwave
