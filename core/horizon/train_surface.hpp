// Fold trains as one height field on a plane:
//
//   f(x, y) = depth + fx x + fy y - sum over trains of amplitude P(kx x + ky y + phase)
//
// P(t) = Q(w), w = t + skew (1 - cos t); Q is cos w, asin(k cos w) / asin k (chevron) or
// atan(k cos w) / atan k (box). All are periodic, analytic, 1 at t = 0 and from -1 to 1. A dome and basin is
// two cosines: cos a cos b = (cos(a + b) + cos(a - b)) / 2.
#pragma once

#include <vector>

#include "core/base/vec3.hpp"
#include "core/horizon/height_jet.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

class TrainProfile {
 public:
  TrainProfile() = default;  // the cosine
  explicit TrainProfile(const FoldTrain& train);

  struct Jet {
    double p, d1, d2;  // P and its derivatives by the phase
  };
  Jet at(double phase) const;
  double value(double phase) const;
  bool is_cosine() const { return kind_ == Kind::cosine && skew_ == 0.0; }

  // Upper bounds of |P'|, |P''| and |P'''| over a period.
  struct Bounds {
    double d1, d2, d3;
  };
  Bounds bounds() const;
  double finest() const;  // the share of a cosine's features that the smallest of P's have, at most 1
  double trough() const;  // phase of the trough ahead of the crest

 private:
  enum class Kind { cosine, chevron, box };
  Kind kind_ = Kind::cosine;
  double k_ = 0.0, unit_ = 1.0;  // unit_: 1 / asin k, 1 / atan k
  double soft_ = 1.0;            // roundness^2
  double skew_ = 0.0;
};

struct TrainSurface {
  struct Train {
    double amplitude, kx, ky, phase;
    TrainProfile profile;
  };
  double depth = 0.0;
  double fx = 0.0, fy = 0.0;
  std::vector<Train> trains;

  HeightJet at(double x, double y) const;
  double value(double x, double y) const;
  bool all_cosines() const;

  // As Horizon has them.
  double steepest_slope() const;
  HeightJet bend_bound() const;
  double third_bound() const;
  double smallest_feature() const;
};

// In coordinates local to `origin`.
TrainSurface make_train_surface(const TrainsHorizon& spec, const Vec3& origin);

}  // namespace foldwave
