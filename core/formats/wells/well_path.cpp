#include "core/formats/wells/well_path.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"

namespace foldwave {

namespace {

Vec3 direction_of(const SurveyStation& s) {
  const double inclination = radians(s.inclination), azimuth = radians(s.azimuth);
  return {std::sin(inclination) * std::sin(azimuth), std::sin(inclination) * std::cos(azimuth),
          std::cos(inclination)};
}

// By the chord, which sees small angles too.
double angle_between(const Vec3& a, const Vec3& b) {
  return 2.0 * std::asin(std::min(1.0, 0.5 * norm(a - b)));
}

// (2 / b) tan(b / 2), whose series near 0 is 1 + b^2 / 12.
double ratio_factor(double angle) {
  return angle < 1e-4 ? 1.0 + angle * angle / 12.0 : 2.0 / angle * std::tan(0.5 * angle);
}

double distance_to_line(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a;
  const double length2 = dot(d, d);
  const double t = length2 > 0.0 ? std::clamp(dot(p - a, d) / length2, 0.0, 1.0) : 0.0;
  return norm(p - (a + t * d));
}

// Douglas and Peucker: the corners without which the line would miss a point.
std::vector<Vec3> thinned(const std::vector<Vec3>& points, double tolerance) {
  std::vector<bool> kept(points.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, points.size() - 1}};
  while (!open.empty()) {
    const std::pair<std::size_t, std::size_t> range = open.back();
    open.pop_back();
    std::size_t farthest = 0;
    double most = tolerance;
    for (std::size_t i = range.first + 1; i < range.second; ++i)
      if (const double d = distance_to_line(points[i], points[range.first], points[range.second]); d > most) {
        most = d;
        farthest = i;
      }
    if (farthest == 0) continue;
    kept[farthest] = true;
    open.emplace_back(range.first, farthest);
    open.emplace_back(farthest, range.second);
  }
  std::vector<Vec3> line;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (kept[i]) line.push_back(points[i]);
  return line;
}

}  // namespace

WellPath::WellPath(const Well& well) {
  if (!well.x || !well.y)
    throw InputError(well.name, "says not where the well begins",
                     "give the well head's x, y and the datum's elevation");
  const Vec3 head{*well.x, *well.y, -well.datum.value_or(0.0)};
  std::vector<SurveyStation> survey = well.survey;
  if (survey.empty() || survey.front().depth > 0.0)
    survey.insert(survey.begin(), {0.0, survey.empty() ? 0.0 : survey.front().inclination,
                                   survey.empty() ? 0.0 : survey.front().azimuth});
  nodes_.push_back({survey.front().depth, {}, direction_of(survey.front())});
  for (std::size_t i = 1; i < survey.size(); ++i) {
    const Node before = nodes_.back();
    const Vec3 direction = direction_of(survey[i]);
    const double length = survey[i].depth - before.depth, angle = angle_between(before.direction, direction);
    constexpr double half_turn = 0.99 * std::numbers::pi;
    if (!(length > 0.0) || angle > half_turn)
      throw InputError(well.name,
                       length > 0.0 ? "turns back between two stations" : "has depths that do not grow",
                       "check the deviation survey");
    nodes_.push_back({survey[i].depth,
                      before.place + (0.5 * length * ratio_factor(angle)) * (before.direction + direction),
                      direction});
  }
  // A survey may begin above its datum, at a negative depth.
  const Vec3 begin = head - at(0.0);
  for (Node& node : nodes_)
    node.place = node.place + begin;
}

Vec3 WellPath::step(const Node& from, double length) const {
  const Node* const next = &from == &nodes_.back() ? nullptr : &from + 1;
  if (next == nullptr || length <= 0.0) return from.place + length * from.direction;
  const double whole = angle_between(from.direction, next->direction);
  const double share = length / (next->depth - from.depth), angle = share * whole;
  const double sine = std::sin(whole);
  // On the great circle from one direction to the other.
  const Vec3 there = sine > 1e-9 ? (std::sin(whole - angle) / sine) * from.direction +
                                       (std::sin(angle) / sine) * next->direction
                                 : from.direction + share * (next->direction - from.direction);
  return from.place + (0.5 * length * ratio_factor(angle)) * (from.direction + there);
}

Vec3 WellPath::at(double measured_depth) const {
  auto node = std::upper_bound(nodes_.begin(), nodes_.end(), measured_depth,
                               [](double depth, const Node& n) { return depth < n.depth; });
  if (node != nodes_.begin()) --node;
  return step(*node, measured_depth - node->depth);
}

std::vector<Vec3> WellPath::between(double from, double to, double tolerance) const {
  // An arc in pieces of at most two degrees, whose chords miss it by 4e-5 of its radius.
  constexpr double piece = 2.0 * std::numbers::pi / 180.0;
  std::vector<Vec3> points{at(from)};
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const double begin = std::max(from, nodes_[i].depth);
    const double end = i + 1 < nodes_.size() ? std::min(to, nodes_[i + 1].depth) : to;
    if (!(begin < end)) continue;
    const double turn =
        i + 1 < nodes_.size() ? angle_between(nodes_[i].direction, nodes_[i + 1].direction) : 0.0;
    const int pieces = std::max(1, static_cast<int>(std::ceil(turn / piece)));
    for (int p = 1; p <= pieces; ++p)
      points.push_back(at(begin + (end - begin) * p / pieces));
  }
  if (points.size() == 1) points.push_back(at(to));
  return thinned(points, tolerance);
}

}  // namespace foldwave
