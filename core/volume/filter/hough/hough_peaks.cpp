#include "core/volume/filter/hough/hough_peaks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/angle.hpp"
#include "core/base/space/box_cuts.hpp"

namespace foldwave {

namespace {

struct LineBin {
  int angle = 0, bin = 0;
  std::int32_t votes = 0;
};

// Votes of a bin beyond the angles' ends, where the line turns over; 0 beyond the distances'.
std::int32_t votes_at(const LineAccumulator& acc, int angle, int bin) {
  if (angle < 0 || angle >= acc.angles) {
    angle += angle < 0 ? acc.angles : -acc.angles;
    bin = 2 * acc.half - bin;
  }
  if (bin < 0 || bin >= acc.bins) return 0;
  return acc.votes[static_cast<std::size_t>(angle) * static_cast<std::size_t>(acc.bins) +
                   static_cast<std::size_t>(bin)];
}

std::int64_t size_of(std::int32_t votes) {
  return std::abs(static_cast<std::int64_t>(votes));
}

bool is_local_peak(const LineAccumulator& acc, const LineBin& at) {
  for (int da = -1; da <= 1; ++da)
    for (int db = -1; db <= 1; ++db)
      if (size_of(votes_at(acc, at.angle + da, at.bin + db)) > size_of(at.votes)) return false;
  return true;
}

// The top of a parabola through three values, -0.5 to 0.5.
double top_between(double before, double at, double after) {
  const double bend = before - 2.0 * at + after;
  return bend < 0.0 ? std::clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0.0;
}

HoughLine refined(const LineAccumulator& acc, const LineBin& at) {
  const double sign = at.votes < 0 ? -1.0 : 1.0;
  const auto votes = [&](int da, int db) { return sign * votes_at(acc, at.angle + da, at.bin + db); };
  const double angle =
      at.angle + (acc.angles > 2 ? top_between(votes(-1, 0), votes(0, 0), votes(1, 0)) : 0.0);
  const double bin = at.bin + top_between(votes(0, -1), votes(0, 0), votes(0, 1));
  HoughLine line{acc.theta(angle), acc.distance(bin), acc.unit * at.votes};
  if (line.theta < 0.0 || line.theta >= 180.0) {
    line.theta += line.theta < 0.0 ? 180.0 : -180.0;
    line.distance = -line.distance;
  }
  return line;
}

bool near_another(const LineAccumulator& acc, const HoughLine& line, const std::vector<HoughLine>& lines,
                  const PeakRules& rules) {
  return std::any_of(lines.begin(), lines.end(), [&](const HoughLine& other) {
    double turn = std::abs(line.theta - other.theta), r = other.distance;
    if (turn > 90.0) {
      turn = 180.0 - turn;
      r = -r;
    }
    return turn <= rules.apart_angle && std::abs(line.distance - r) <= rules.apart_distance * acc.step;
  });
}

}  // namespace

std::vector<HoughLine> strongest_lines(const LineAccumulator& acc, const PeakRules& rules) {
  std::int64_t most = 0;
  for (const std::int32_t votes : acc.votes)
    most = std::max(most, size_of(votes));
  std::vector<LineBin> peaks;
  const auto least = static_cast<std::int64_t>(std::ceil(rules.least_share * static_cast<double>(most)));
  for (int a = 0; a < acc.angles; ++a)
    for (int b = 0; b < acc.bins; ++b) {
      const LineBin at{a, b, votes_at(acc, a, b)};
      if (at.votes != 0 && size_of(at.votes) >= least && is_local_peak(acc, at)) peaks.push_back(at);
    }
  std::stable_sort(peaks.begin(), peaks.end(),
                   [](const LineBin& a, const LineBin& b) { return size_of(a.votes) > size_of(b.votes); });
  std::vector<HoughLine> lines;
  for (const LineBin& peak : peaks) {
    if (static_cast<int>(lines.size()) >= rules.most) break;
    const HoughLine line = refined(acc, peak);
    if (!near_another(acc, line, lines, rules)) lines.push_back(line);
  }
  return lines;
}

std::optional<SliceEnds> ends_on_slice(const HoughLine& line, const SliceGrid& slice) {
  const double c = std::cos(radians(line.theta)), s = std::sin(radians(line.theta));
  const std::array<double, 2> foot{line.distance * c, line.distance * s}, along{-s, c},
      far{(slice.n[0] - 1) * slice.h[0], (slice.n[1] - 1) * slice.h[1]};
  const auto stretch = stretch_in_box(foot, along, far, 1e-9 * std::min(slice.h[0], slice.h[1]));
  if (!stretch) return std::nullopt;
  const auto at = [&](double t) {
    return std::array<double, 2>{std::clamp(foot[0] + t * along[0], 0.0, far[0]),
                                 std::clamp(foot[1] + t * along[1], 0.0, far[1])};
  };
  return SliceEnds{at((*stretch)[0]), at((*stretch)[1])};
}

SliceGrid GridSlice::slice() const {
  const std::size_t u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
  return {{grid.n[u], grid.n[v]}, {grid.h[u], grid.h[v]}};
}

Vec3 GridSlice::point(double u, double v) const {
  Vec3 p = grid.origin;
  p[axis] += at * grid.h[static_cast<std::size_t>(axis)];
  p[axis == 0 ? 1 : 0] += u;
  p[axis == 2 ? 1 : 2] += v;
  return p;
}

std::optional<std::array<Vec3, 2>> ends_in_map(const HoughLine& line, const GridSlice& slice) {
  const auto ends = ends_on_slice(line, slice.slice());
  if (!ends) return std::nullopt;
  return std::array<Vec3, 2>{slice.point((*ends)[0][0], (*ends)[0][1]),
                             slice.point((*ends)[1][0], (*ends)[1][1])};
}

}  // namespace foldwave
