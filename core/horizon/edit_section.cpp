// The edits of control points that are drawn in a section.
#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/horizon/edit_parts.hpp"
#include "core/horizon/edit_points.hpp"

namespace foldwave {

namespace {

constexpr std::size_t samples = 257;  // of a stroke
constexpr std::size_t most_drawn = 60;
constexpr std::size_t least_profile = 5;
constexpr int sampled_profile = 9;

Vec3 place_on(const MapLine& line, double s, double depth) {
  const auto map = line.at(s);
  return {map[0], map[1], depth};
}

void require_line(const MapLine& line) {
  if (!(line.length() > 0.0))
    throw InputError("section", "its two ends are one place", "draw the line from one place to another");
}

// The stroke at evenly spaced s: a later part of it overwrites an earlier one.
std::vector<SectionPoint> evenly(const std::vector<SectionPoint>& stroke) {
  const auto [low, high] = std::minmax_element(
      stroke.begin(), stroke.end(), [](const SectionPoint& a, const SectionPoint& b) { return a.s < b.s; });
  const double step = (high->s - low->s) / (samples - 1);
  std::vector<SectionPoint> even(samples);
  for (std::size_t i = 0; i < samples; ++i)
    even[i] = {low->s + static_cast<double>(i) * step, stroke.front().depth};
  for (std::size_t k = 1; k < stroke.size(); ++k) {
    const SectionPoint& a = stroke[k - 1];
    const SectionPoint& b = stroke[k];
    if (a.s == b.s) continue;
    const double from = (std::min(a.s, b.s) - low->s) / step;
    const double to = (std::max(a.s, b.s) - low->s) / step;
    for (auto i = static_cast<std::size_t>(std::max(0.0, std::ceil(from - 1e-9)));
         i < samples && static_cast<double>(i) <= to + 1e-9; ++i)
      even[i].depth = a.depth + (b.depth - a.depth) * std::clamp((even[i].s - a.s) / (b.s - a.s), 0.0, 1.0);
  }
  return even;
}

// Binomial smoothing between fixed ends, over at most a twentieth of the stroke's length, until the change
// reaches `rms`.
void smooth(std::vector<SectionPoint>& even, double rms) {
  constexpr int most_passes = 2 * (samples / 20) * (samples / 20);
  const std::vector<SectionPoint> drawn = even;
  std::vector<SectionPoint> next = even;
  for (int pass = 0; pass < most_passes; ++pass) {
    double sum = 0.0;
    for (std::size_t i = 1; i + 1 < samples; ++i) {
      next[i].depth = 0.25 * even[i - 1].depth + 0.5 * even[i].depth + 0.25 * even[i + 1].depth;
      sum += (next[i].depth - drawn[i].depth) * (next[i].depth - drawn[i].depth);
    }
    if (std::sqrt(sum / samples) > rms) return;
    even.swap(next);
  }
}

double distance_to(const Vec3& p, const Vec3& a, const Vec3& b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

// Points of the smoothed stroke such that the surface through them and `rest` meets it: from its ends on, the
// worst place of every gap is added until all is within the tolerance.
struct Chosen {
  PointsHorizon horizon;  // the rest, then the stroke's
  double misfit = 0.0;
};
Chosen choose(const PointsHorizon& rest, const std::vector<SectionPoint>& even, const MapLine& line,
              const Grid3& grid, double tolerance, const Job& job) {
  std::vector<std::size_t> picked{0, samples / 2, samples - 1};
  const Vec3 middle = place_on(line, even[samples / 2].s, 0.0);
  while (true) {
    Chosen chosen{rest, 0.0};
    for (const std::size_t i : picked)
      chosen.horizon.points.push_back(place_on(line, even[i].s, even[i].depth));
    require_room(chosen.horizon.points.size());
    if (!span_map(chosen.horizon.points, grid))
      throw InputError("stroke", "every other point lies within the corridor and would give way",
                       "narrow the corridor, or extrude the section");
    const LocalDepth surface = surface_near(chosen.horizon, grid, middle.x, middle.y, job);
    std::vector<std::size_t> more;
    for (std::size_t k = 1; k < picked.size(); ++k) {
      double worst = 0.0;
      std::size_t at = 0;
      for (std::size_t i = picked[k - 1] + 2; i + 2 <= picked[k]; ++i) {
        const Vec3 p = place_on(line, even[i].s, even[i].depth) - grid.origin;
        const double misfit = std::abs(surface(p.x, p.y) - p.z);
        if (misfit > worst) worst = misfit, at = i;
      }
      if (worst > tolerance) more.push_back(at);
      chosen.misfit = std::max(chosen.misfit, worst);
    }
    if (more.empty() || picked.size() >= most_drawn) return chosen;
    picked.insert(picked.end(), more.begin(), more.end());
    std::sort(picked.begin(), picked.end());
  }
}

}  // namespace

std::vector<SectionPoint> smoothed_stroke(const std::vector<SectionPoint>& stroke, double tolerance) {
  const auto [low, high] = std::minmax_element(
      stroke.begin(), stroke.end(), [](const SectionPoint& a, const SectionPoint& b) { return a.s < b.s; });
  if (stroke.empty() || !(high->s > low->s)) return {};
  std::vector<SectionPoint> even = evenly(stroke);
  smooth(even, 0.5 * tolerance);
  return even;
}

StrokeEdit apply_stroke(const PointsHorizon& horizon, const Grid3& grid, const MapLine& line,
                        const std::vector<SectionPoint>& stroke, double tolerance, double corridor,
                        const Job& job) {
  require_line(line);
  const double finest = std::min(grid.h[0], grid.h[1]);
  if (!(tolerance > 0.0))
    throw InputError("stroke", "a tolerance of " + number_text(tolerance) + " m cannot be met",
                     "give metres above 0");
  for (const SectionPoint& p : stroke)
    if (!std::isfinite(p.s) || !std::isfinite(p.depth))
      throw InputError("stroke", "a place of it is not a finite number", "draw it again");
  const auto [low, high] = std::minmax_element(
      stroke.begin(), stroke.end(), [](const SectionPoint& a, const SectionPoint& b) { return a.s < b.s; });
  if (stroke.size() < 2 || high->s - low->s < 2.0 * finest)
    throw InputError("stroke", "is shorter than two nodes",
                     "draw at least " + number_text(2.0 * finest) + " m along the section");

  const std::vector<SectionPoint> even = smoothed_stroke(stroke, tolerance);
  const Vec3 begin = place_on(line, even.front().s, 0.0);
  const Vec3 end = place_on(line, even.back().s, 0.0);
  const double reach = std::max(corridor, 0.5 * finest);
  PointsHorizon rest = horizon;
  std::erase_if(rest.points, [&](const Vec3& p) { return distance_to(p, begin, end) < reach; });
  Chosen chosen = choose(rest, even, line, grid, tolerance, job);
  StrokeEdit edit;
  edit.removed = horizon.points.size() - rest.points.size();
  edit.added = chosen.horizon.points.size() - rest.points.size();
  edit.misfit = chosen.misfit;
  edit.horizon = std::move(chosen.horizon);
  edit.message = std::to_string(edit.added) + " points drawn, " + std::to_string(edit.removed) +
                 " give way; the surface meets the stroke within " + number_text(edit.misfit, 2) + " m";
  if (edit.misfit > tolerance) edit.message += ", not " + number_text(tolerance) + " m";
  return edit;
}

std::vector<SectionPoint> profile_near(const PointsHorizon& horizon, const MapLine& line, double corridor) {
  require_line(line);
  std::vector<SectionPoint> profile;
  const double length = line.length();
  const double east = (line.to[0] - line.from[0]) / length;
  const double north = (line.to[1] - line.from[1]) / length;
  const Vec3 begin = place_on(line, 0.0, 0.0);
  const Vec3 end = place_on(line, length, 0.0);
  for (const Vec3& p : horizon.points)
    if (distance_to(p, begin, end) <= corridor)
      profile.push_back({(p.x - begin.x) * east + (p.y - begin.y) * north, p.z});
  std::sort(profile.begin(), profile.end(),
            [](const SectionPoint& a, const SectionPoint& b) { return a.s < b.s; });
  // Two points beside each other across the line would stand above each other in the profile.
  const auto close = [length](const SectionPoint& a, const SectionPoint& b) {
    return b.s - a.s < 1e-3 * length;
  };
  profile.erase(std::unique(profile.begin(), profile.end(), close), profile.end());
  return profile;
}

std::vector<SectionPoint> section_profile(const PointsHorizon& horizon, const Grid3& grid,
                                          const MapLine& line, double corridor, const Job& job) {
  std::vector<SectionPoint> profile = profile_near(horizon, line, corridor);
  if (profile.size() >= least_profile) return profile;
  profile.clear();
  const auto middle = line.at(0.5 * line.length());
  const LocalDepth surface = surface_near(horizon, grid, middle[0], middle[1], job);
  for (int i = 0; i < sampled_profile; ++i) {
    const double s = line.length() * i / (sampled_profile - 1);
    const auto at = line.at(s);
    profile.push_back({s, surface(at[0] - grid.origin.x, at[1] - grid.origin.y) + grid.origin.z});
  }
  return profile;
}

PointsEdit extrude_section(const PointsHorizon& horizon, const Grid3& grid, const MapLine& line,
                           const std::vector<SectionPoint>& profile, double trend, double plunge, int count) {
  require_line(line);
  if (grid.is_section())
    throw InputError("extrusion", "a 2D section has no room along the fold axis",
                     "give the grid 4 or more nodes along y");
  if (profile.size() < 2)
    throw InputError("extrusion", "the profile has " + std::to_string(profile.size()) + " points",
                     "draw it in the section first");
  if (count < 2)
    throw InputError("extrusion", std::to_string(count) + " copies span no area", "give at least 2");
  if (!(std::abs(plunge) < 90.0) || !std::isfinite(trend))
    throw InputError("extrusion", "the fold axis is out of range", "give a plunge below 90 degrees");
  require_room(profile.size() * static_cast<std::size_t>(count));
  const double east = std::sin(radians(trend));
  const double north = std::cos(radians(trend));
  const Vec3 across = (1.0 / line.length()) * (place_on(line, line.length(), 0.0) - place_on(line, 0.0, 0.0));
  if (std::abs(across.x * north - across.y * east) < std::sin(radians(10.0)))
    throw InputError("extrusion", "the fold axis runs along the section",
                     "turn the axis or the section by 10 degrees or more");

  // From the first to the last copy the whole box is covered.
  const auto along = [&](double x, double y) { return x * east + y * north; };
  const Vec3 extent = grid.extent();
  double first = along(grid.origin.x, grid.origin.y);
  double last = first;
  for (const double x : {0.0, extent.x})
    for (const double y : {0.0, extent.y}) {
      const double corner = along(grid.origin.x + x, grid.origin.y + y);
      first = std::min(first, corner);
      last = std::max(last, corner);
    }
  double nearest = along(line.from[0], line.from[1]);
  double farthest = nearest;
  for (const SectionPoint& p : profile) {
    const Vec3 at = place_on(line, p.s, 0.0);
    nearest = std::min(nearest, along(at.x, at.y));
    farthest = std::max(farthest, along(at.x, at.y));
  }
  first -= farthest;
  last -= nearest;
  const double deeper = std::tan(radians(plunge));
  PointsEdit edit{horizon, {}};
  edit.horizon.points.clear();
  for (int k = 0; k < count; ++k) {
    const double t = first + (last - first) * k / (count - 1);
    for (const SectionPoint& p : profile)
      edit.horizon.points.push_back(place_on(line, p.s, p.depth) + Vec3{t * east, t * north, t * deeper});
  }
  edit.message = std::to_string(count) + " copies of " + std::to_string(profile.size()) +
                 " points along the fold axis replace " + std::to_string(horizon.points.size()) + " points";
  return edit;
}

}  // namespace foldwave
