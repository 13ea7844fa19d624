#include "core/geology/ramsay.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"

namespace foldwave {

namespace {

// How far `to` lies from where the isogon through `from` leads.
double off_isogon(const DipPoint& from, const DipPoint& to, double levels) {
  return std::hypot(to.s - from.s - levels * from.isogon_s, to.t - from.t - levels * from.isogon_t);
}

// The index of the point nearest to where the isogon leads, among those that bend the same way; -1: none.
// Farther off than a quarter of the way lies another fold: the isogon has left the box, or ends in a shock.
int partner(const DipPoint& from, const std::vector<DipPoint>& among, double levels, double cell) {
  int best = -1;
  double least = 2.0 * cell + 0.25 * std::abs(levels) * std::hypot(from.isogon_s, from.isogon_t);
  for (std::size_t i = 0; i < among.size(); ++i) {
    if (from.curvature * among[i].curvature <= 0.0) continue;
    const double off = off_isogon(from, among[i], levels);
    if (off < least) least = off, best = static_cast<int>(i);
  }
  return best;
}

// t = A + B (1 - cos alpha) through the points that are kept, and what it leaves.
struct Line {
  double A = 0.0, B = 0.0;
  double deviation = 0.0;               // of a point, standard
  double AA = 0.0, AB = 0.0, BB = 0.0;  // covariance
};

double lean(const DipThickness& p) {
  return 1.0 - std::cos(p.alpha);
}

Line line_through(std::span<const DipThickness> points) {
  double n = 0.0, c = 0.0, cc = 0.0, t = 0.0, ct = 0.0;
  for (const DipThickness& p : points) {
    const double x = lean(p);
    n += 1.0, c += x, cc += x * x, t += p.thickness, ct += x * p.thickness;
  }
  const double det = n * cc - c * c;
  Line line;
  line.A = (cc * t - c * ct) / det;
  line.B = (n * ct - c * t) / det;
  double left = 0.0;
  for (const DipThickness& p : points)
    left += std::pow(p.thickness - line.A - line.B * lean(p), 2);
  // What the interpolation between nodes leaves is of this order however well the points agree.
  line.deviation = std::max(std::sqrt(left / std::max(n - 2.0, 1.0)), 5e-4 * std::abs(line.A));
  const double variance = line.deviation * line.deviation / det;
  line.AA = cc * variance;
  line.AB = -c * variance;
  line.BB = n * variance;
  return line;
}

}  // namespace

std::vector<EqualDip> equal_dips(const ArrivalProbe& probe, const Profile& profile, const LevelCurves& lower,
                                 const LevelCurves& upper, double alpha) {
  const auto below = points_of_dip(probe, profile, lower, alpha);
  const auto above = points_of_dip(probe, profile, upper, alpha);
  const double levels = upper.level - lower.level;
  std::vector<EqualDip> pairs;
  for (std::size_t i = 0; i < below.size(); ++i) {
    const int k = partner(below[i], above, levels, probe.finest());
    if (k < 0) continue;
    const DipPoint& other = above[static_cast<std::size_t>(k)];
    if (partner(other, below, -levels, probe.finest()) == static_cast<int>(i))
      pairs.push_back({alpha, below[i], other});
  }
  return pairs;
}

LayerThickness measure_thickness(const ArrivalProbe& probe, const Profile& profile, const LevelCurves& lower,
                                 const LevelCurves& upper, const DipRange& dips, const Job& job) {
  LayerThickness layer;
  const int steps = static_cast<int>(dips.largest / dips.step + 1e-9);
  double hinge = 0.0;
  int hinges = 0;
  for (int q = -steps; q <= steps; ++q) {
    job.throw_if_stopped();
    const double alpha = q * dips.step;
    for (const EqualDip& ends : equal_dips(probe, profile, lower, upper, alpha)) {
      ThicknessPoint point{alpha, 0.0, 0.0, 0.0, ends};
      point.orthogonal =
          (ends.upper.s - ends.lower.s) * std::sin(alpha) + (ends.upper.t - ends.lower.t) * std::cos(alpha);
      point.axial = point.orthogonal / std::cos(alpha);
      if (!(point.orthogonal > 0.0)) continue;
      if (q == 0) hinge += point.orthogonal, ++hinges;
      layer.points.push_back(point);
    }
  }
  std::vector<DipThickness> measured;
  for (const ThicknessPoint& p : layer.points)
    measured.push_back({p.alpha, p.orthogonal});
  layer.fit = fit_class(measured);
  if (hinges > 0) layer.fit.hinge_thickness = hinge / hinges;
  for (ThicknessPoint& p : layer.points)
    p.ratio = p.orthogonal / layer.fit.hinge_thickness;
  return layer;
}

ClassFit fit_class(std::span<const DipThickness> points) {
  ClassFit fit;
  std::vector<DipThickness> kept(points.begin(), points.end());
  const auto least_and_greatest = [&] {
    return std::minmax_element(kept.begin(), kept.end(),
                               [](const auto& a, const auto& b) { return lean(a) < lean(b); });
  };
  // Dips that differ by less than about 8 degrees tell nothing of the class.
  constexpr double narrowest = 0.01;
  Line line;
  for (int pass = 0; pass < 6; ++pass) {
    if (kept.size() < 5) return fit;
    const auto [least, greatest] = least_and_greatest();
    if (lean(*greatest) - lean(*least) < narrowest) return fit;
    line = line_through(kept);
    const auto far = [&](const DipThickness& p) {
      return std::abs(p.thickness - line.A - line.B * lean(p)) > 3.0 * line.deviation;
    };
    if (std::erase_if(kept, far) == 0) break;
  }
  fit.hinge_thickness = line.A;
  if (!(line.A > 0.0)) return fit;
  fit.lambda = -line.B / line.A;
  // By the slopes of -B/A in A and B.
  const double dA = line.B / (line.A * line.A), dB = -1.0 / line.A;
  fit.uncertainty = std::sqrt(std::max(dA * dA * line.AA + 2.0 * dA * dB * line.AB + dB * dB * line.BB, 0.0));
  fit.name = class_of_lambda(fit.lambda);
  return fit;
}

const char* class_of_lambda(double lambda) {
  if (lambda < -class_half_width) return "1A";
  if (lambda <= class_half_width) return "1B";
  if (lambda < 1.0 - class_half_width) return "1C";
  return lambda <= 1.0 + class_half_width ? "2" : "3";
}

double foretold_ratio(double lambda, double alpha) {
  return 1.0 - lambda * (1.0 - std::cos(alpha));
}

std::string class_text(const ClassFit& fit) {
  if (!fit.known()) return "unknown: too few places of equal dip";
  return fit.name + ", lambda " + fixed_text(fit.lambda, 2) + " +- " +
         fixed_text(std::max(fit.uncertainty, 0.005), 2);
}

}  // namespace foldwave
