// Planes in a volume by sums of its values over all planes: the Hough transform in slope and intercept (P.
// Hough, US patent 3069654, 1962; in 3D the discrete Radon transform), along each axis in turn for the planes
// that lie rather across it, so that slopes are -1 to 1. Coarse to fine: first in means of bricks, `coarse`
// of them along an axis, over all attitudes; then at full resolution in a slab about each plane found, over
// the slopes and intercepts that the first step cannot tell apart. Planes are ranked by what noise does not
// do:
//
//   score = |votes - nodes mean| / sqrt(nodes)
//
// A plane is n . x = distance with x in metres from the grid's first node and n its downward normal,
//
//   n = (-sin azimuth sin dip, -cos azimuth sin dip, cos dip),
//
// azimuth that of the dip, clockwise from north, of vertical planes 0 to 180.
// Shapes: one value a node of the grid, x fastest. Values that are no finite numbers count as none. Units:
// metres, degrees, votes in the values' unit. Errors: InputError for a plan that cannot be; ResourceError;
// Stopped. The same bits for any number of threads.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"
#include "core/volume/filter/hough/hough_lines.hpp"
#include "core/volume/filter/hough/plane_sums.hpp"

namespace foldwave {

struct HoughPlane {
  double dip = 0.0, azimuth = 0.0;  // degrees
  double distance = 0.0;            // m
  double votes = 0.0;               // sum of the values on it
  double nodes = 0.0;               // that it has
  double score = 0.0;               // of the coarse step

  Vec3 normal() const;
};

struct HoughPlanesPlan {
  Grid3 grid;
  float threshold = 0.0F;  // |value| below it counts as none
  HoughAmplitude amplitude = HoughAmplitude::as_it_is;
  int planes = 1;            // at most
  double least_score = 0.5;  // of the best
  double apart_angle = 8.0;  // degrees; and
  double apart = 3.0;        // coarse bricks: one plane a window
  int coarse = 64;
};

// Of the planes that lie across one axis: `sums` and `nodes` as plane_sums.hpp has them, in coarse nodes.
struct PlaneFamily {
  int axis = 2;  // of the intercept; slopes along the other two, the lower first
  PlaneSumsPlan plan;
  Field<float> sums, nodes;
};

struct HoughPlanes {
  std::vector<HoughPlane> planes;  // the best first
  std::vector<PlaneFamily> accumulator;
  std::array<int, 3> brick{1, 1, 1};  // nodes a coarse node stands for
  double mean = 0.0;                  // of the values that count, over all nodes
};

// The steps that touch many values, by whoever does them, the processor where it is null: the same sums in
// the same order, so that planes come out the same bit by bit.
class PlaneSteps {
 public:
  virtual ~PlaneSteps() = default;
  // Means of the votes over bricks, into `means` of n.
  virtual void means(std::span<const float> values, const HoughPlanesPlan& plan,
                     const std::array<int, 3>& brick, const std::array<int, 3>& n,
                     std::span<float> means) = 0;
  virtual Field<float> sums(std::span<const float> box, const PlaneSumsPlan& plan) = 0;
};

HoughPlanes hough_planes(std::span<const float> values, const HoughPlanesPlan& plan, const Job& job = {},
                         PlaneSteps* steps = nullptr);

// The corners where a plane meets the edges of the grid, in the map frame, in order around it; 0 or 3 to 6.
std::vector<Vec3> plane_outline(const HoughPlane& plane, const Grid3& grid);

}  // namespace foldwave
