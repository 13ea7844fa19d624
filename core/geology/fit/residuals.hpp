// What a set of misfits comes to: numbers, how far they are correlated, a map.
//
// Correlation: of misfits a distance d apart, modelled as  c exp(-d / L).  c = 0 where what is seen is no
// more than chance (three standard errors). The covariance of anything fitted to the picks follows from it,
// and so does the number of independent picks that tell as much of a mean as all of them do,
//
//   n_eff = n^2 / (sum over all pairs of the correlation).
//
// Units: metres. Sources: the exponential model and its fit to a correlogram, Cressie, Statistics for Spatial
// Data (1993), chapter 2; P. Huber, Robust Statistics (1981), for the loss and its standard errors.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

// Not numbers until they are known.
struct MisfitNumbers {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double rms = unknown, median = unknown, mean = unknown;  // metres; the median is of the absolute misfit
  double largest = unknown;                                // absolute, at `where`
  Vec3 where{};
  double share_in_cell = unknown;  // of the picks: off by less than a cell's height
  double explained = unknown;      // 1 - (sum of misfit^2) / (sum of (depth - mean depth)^2) of the picks
  bool known() const { return !std::isnan(rms); }
};
MisfitNumbers misfit_numbers(std::span<const Vec3> picks, std::span<const double> misfit, double cell);

// 1.4826 times the median absolute value: the standard deviation of a normal distribution.
double robust_scale(std::span<const double> values);
// Misfits beyond this many scales weigh like their size, not its square (Huber's loss).
inline constexpr double huber_bend = 1.345;

struct Correlation {
  double share = 0.0;   // c
  double length = 0.0;  // L, metres; 0 where c is
  double at(double distance) const;
};
// Of `misfit[i]` at `picks[i]`, from all pairs: of the order n^2, so give a few thousand at most. None where
// the picks are fewer than 30 or all at one place of the map.
Correlation correlation_of(std::span<const Vec3> picks, std::span<const double> misfit);

// The misfit at the grid's columns, x fastest: smooth between picks, not a number outside their hull.
std::vector<float> misfit_map(const Grid3& grid, std::span<const Vec3> picks, std::span<const double> misfit,
                              const Job& job = {});

// The convex hull of the picks in the map, counter-clockwise, and its area.
std::vector<Vec3> map_hull(std::span<const Vec3> picks);
double hull_area(std::span<const Vec3> hull);

}  // namespace foldwave
