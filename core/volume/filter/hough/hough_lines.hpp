// Lines on a slice by the Hough transform in its normal form (R. Duda, P. Hart, Comm. ACM 15, 1972):
//
//   r = u cos theta + v sin theta,  theta in [0, 180), r of either sign
//
// u, v from the slice's first node. Each point votes once for every angle, with its own amplitude. Votes are
// counted in whole numbers of `unit`, and angles and bins are found in integers (30 bits), so that the sums
// are the same for any order, any number of threads, and on a device.
// Shapes: votes [angle][distance], distance fastest; distance bin d is r = (d - half) step. Units: metres,
// degrees, votes in the amplitudes' unit. Errors: InputError for a slice, an angle count or a step that
// cannot be, a point beyond the slice, an amplitude that is no finite number; ResourceError; Stopped.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

// Nodes and spacing of a slice: u fastest.
struct SliceGrid {
  std::array<int, 2> n{1, 1};
  std::array<double, 2> h{1.0, 1.0};
};

struct HoughPoint {
  int u = 0, v = 0;
  float amplitude = 1.0F;
};

enum class HoughAmplitude { as_it_is, magnitude, one };

// The nodes with |value| >= threshold and not 0; what is no finite number is none.
std::vector<HoughPoint> points_above(std::span<const float> values, const SliceGrid& slice, float threshold,
                                     HoughAmplitude amplitude = HoughAmplitude::as_it_is);

struct HoughLinesPlan {
  SliceGrid slice;
  int angles = 180;   // over [0, 180)
  double step = 0.0;  // of distance, m; 0: the smaller spacing
};

// A plan in integers: bin = (u c[angle] + v s[angle] + offset) >> shift.
struct HoughTables {
  std::vector<std::int32_t> c, s;  // one an angle, and room for 64 more
  std::int32_t offset = 0;
  int shift = 0;
  int half = 0, bins = 1;
  double step = 1.0;
};
HoughTables hough_tables(const HoughLinesPlan& plan);

// Points in integers, and the amplitude that one vote of theirs stands for. No bin can overflow.
struct HoughVotes {
  std::vector<std::int32_t> u, v, q;
  double unit = 0.0;
};
HoughVotes hough_votes(std::span<const HoughPoint> points, const SliceGrid& slice);

struct LineAccumulator {
  SliceGrid slice;
  int angles = 0, bins = 0, half = 0;
  double step = 1.0, unit = 0.0;
  std::vector<std::int32_t> votes;
  std::int64_t cast = 0;  // points x angles

  double theta(double angle) const { return 180.0 * angle / angles; }
  double distance(double bin) const { return (bin - half) * step; }
  double at(int angle, int bin) const {
    return unit * votes[static_cast<std::size_t>(angle) * static_cast<std::size_t>(bins) +
                        static_cast<std::size_t>(bin)];
  }
};

// Without votes; for who counts them.
LineAccumulator empty_accumulator(std::size_t points, const HoughLinesPlan& plan, const HoughTables& tables,
                                  double unit);

LineAccumulator hough_lines(std::span<const HoughPoint> points, const HoughLinesPlan& plan,
                            const Job& job = {});

}  // namespace foldwave
