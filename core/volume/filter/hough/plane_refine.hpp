// The fine step of hough_planes.hpp: one plane of the coarse step at full resolution. Planes are in nodes
// here.
#pragma once

#include <cmath>

#include "core/base/host_device.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"

namespace foldwave {

using Axes = std::array<std::size_t, 3>;  // of slopes a and b, and of the intercept

inline Axes axes_of_family(int axis) {
  return axis == 0 ? Axes{1, 2, 0} : axis == 1 ? Axes{0, 2, 1} : Axes{0, 1, 2};
}

// A plane in nodes: c = middle + slope_a (a - middle of a) + slope_b (b - middle of b).
struct NodePlane {
  int axis = 2;
  double slope_a = 0.0, slope_b = 0.0, middle = 0.0;
  double score = 0.0;
};

struct VoteOf {
  float threshold = 0.0F;
  HoughAmplitude amplitude = HoughAmplitude::as_it_is;

  HOST_DEVICE float operator()(float v) const {
    const float size = v < 0.0F ? -v : v;
    // Compares false for what is no number.
    if (!(size >= threshold && size <= 3.0e38F)) return 0.0F;
    return amplitude == HoughAmplitude::as_it_is    ? v
           : amplitude == HoughAmplitude::magnitude ? size
           : size > 0.0F                            ? 1.0F
                                                    : 0.0F;
  }
};

// Means over bricks.
struct CoarseVotes {
  std::array<int, 3> n{1, 1, 1}, brick{1, 1, 1};
  std::vector<float> means;
  double mean = 0.0;

  float at(const std::array<int, 3>& m) const {
    return means[static_cast<std::size_t>(m[0]) +
                 static_cast<std::size_t>(n[0]) *
                     (static_cast<std::size_t>(m[1]) +
                      static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(m[2]))];
  }
};

// The plane that the coarse step's stands for, within two bricks of it.
NodePlane refined_plane(const NodePlane& first, std::span<const float> values, const HoughPlanesPlan& plan,
                        const CoarseVotes& coarse, const Job& job, PlaneSteps* steps = nullptr);

// The votes of the nodes next to a plane, and their number, into `result`.
void count_votes(const NodePlane& plane, std::span<const float> values, const HoughPlanesPlan& plan,
                 HoughPlane& result);

}  // namespace foldwave
