#include "core/horizon/mesh/mesh_foot.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace foldwave {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A foot that is earlier by less than this share of T is not looked for.
constexpr double worth_finding = 1e-9;
// What single precision may take off a box's distance, as a share of it.
constexpr double rounding = 1e-6;

Vec3 wide(const Vec3T<float>& a) {
  return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}
Vec3T<float> narrow(const Vec3& a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

// The longest direction of the points across n, by their second moments in that plane.
Vec3 longest_across(const std::vector<Vec3>& points, const Vec3& n) {
  const Vec3 e = unit(cross_product(std::abs(n.x) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0}, n));
  const Vec3 f = cross_product(n, e);
  double a = 0.0, c = 0.0, aa = 0.0, ac = 0.0, cc = 0.0;
  for (const Vec3& p : points) {
    const double s = dot(p - points.front(), e);
    const double t = dot(p - points.front(), f);
    a += s, c += t, aa += s * s, ac += s * t, cc += t * t;
  }
  const auto count = static_cast<double>(points.size());
  const double angle =
      0.5 * std::atan2(2.0 * (ac - a * c / count), (aa - a * a / count) - (cc - c * c / count));
  return std::cos(angle) * e + std::sin(angle) * f;
}

}  // namespace

MeshFootSearch::MeshFootSearch(const PatchSurface& surface) : surface_(surface) {
  std::vector<Vec3> centres(surface.patches.size());
  for (std::size_t t = 0; t < centres.size(); ++t) {
    const auto& p = surface.patches[t];
    const auto node = [&](std::size_t k) { return surface.nodes[static_cast<std::size_t>(p[k])]; };
    centres[t] = (1.0 / 3.0) * (node(3) + node(4) + node(5));
  }
  order_ = median_order(centres);
  boxes_.resize(2 * order_.size() - 1);

  // The tree's nodes in preorder, flat, so that threads can share them.
  std::vector<TreeRange> ranges(boxes_.size());
  const auto list = [&](auto&& self, TreeRange r) -> void {
    ranges[static_cast<std::size_t>(r.node)] = r;
    if (r.leaf()) return;
    self(self, r.left());
    self(self, r.right());
  };
  list(list, {0, 0, static_cast<int>(order_.size())});
  const int count = static_cast<int>(ranges.size());
#pragma omp parallel
  {
    std::vector<Vec3> points;
#pragma omp for schedule(dynamic, 16)
    for (int i = 0; i < count; ++i)
      fit_box(ranges[static_cast<std::size_t>(i)], points);
  }
}

void MeshFootSearch::fit_box(const TreeRange& range, std::vector<Vec3>& points) {
  points.clear();
  Vec3 n{};
  for (int k = range.begin; k < range.end; ++k) {
    const auto hull = hull_of(surface_, static_cast<std::size_t>(order_[static_cast<std::size_t>(k)]));
    points.insert(points.end(), hull.begin(), hull.end());
    n = n + cross_product(hull[1] - hull[0], hull[2] - hull[0]);
  }
  n = norm(n) > 0.0 ? unit(n) : Vec3{0.0, 0.0, 1.0};
  Box& box = boxes_[static_cast<std::size_t>(range.node)];
  box.normal = narrow(n);
  box.along = narrow(longest_across(points, n));
  const std::array<Vec3, 3> axes{wide(box.normal), wide(box.along),
                                 cross_product(wide(box.normal), wide(box.along))};
  Vec3 lo{infinity, infinity, infinity};
  Vec3 hi = -lo;
  for (const Vec3& p : points)
    for (int a = 0; a < 3; ++a) {
      const double s = dot(p - points.front(), axes[static_cast<std::size_t>(a)]);
      lo[a] = std::min(lo[a], s);
      hi[a] = std::max(hi[a], s);
    }
  Vec3 centre = points.front();
  for (int a = 0; a < 3; ++a)
    centre = centre + (0.5 * (lo[a] + hi[a])) * axes[static_cast<std::size_t>(a)];
  box.centre = narrow(centre);
  // Of the centre's own rounding and of axes that are not quite at right angles.
  const double slack = rounding * (norm(hi - lo) + norm(centre));
  for (int a = 0; a < 3; ++a)
    box.half[a] = static_cast<float>(0.5 * (hi[a] - lo[a]) + slack);
}

double MeshFootSearch::distance(int node, const Vec3& p) const {
  const Box& box = boxes_[static_cast<std::size_t>(node)];
  const Vec3 d = p - wide(box.centre);
  const Vec3 n = wide(box.normal);
  const Vec3 e = wide(box.along);
  const double a = std::max(0.0, std::abs(dot(d, n)) - static_cast<double>(box.half.x));
  const double b = std::max(0.0, std::abs(dot(d, e)) - static_cast<double>(box.half.y));
  const double c = std::max(0.0, std::abs(dot(d, cross_product(n, e))) - static_cast<double>(box.half.z));
  return (1.0 - rounding) * std::sqrt(a * a + b * b + c * c);
}

double MeshFootSearch::distance(int node, const Vec3& p, Vec3& away) const {
  const Box& box = boxes_[static_cast<std::size_t>(node)];
  const Vec3 d = p - wide(box.centre);
  const std::array<Vec3, 3> axes{wide(box.normal), wide(box.along),
                                 cross_product(wide(box.normal), wide(box.along))};
  away = {};
  for (int a = 0; a < 3; ++a) {
    const double along = dot(d, axes[static_cast<std::size_t>(a)]);
    const double beyond = std::abs(along) - static_cast<double>(box.half[a]);
    if (beyond > 0.0) away = away + std::copysign(beyond, along) * axes[static_cast<std::size_t>(a)];
  }
  const double length = norm(away);
  if (length > 0.0) away = (1.0 / length) * away;
  return (1.0 - rounding) * length;
}

// Infinite unless the front may reach x from the box earlier than t, or, for F < 0, later; else the distance
// of the box from the middle of the ball, by which boxes are put in order.
double MeshFootSearch::reach(int node, const Front& front, double t) const {
  if (front.F >= 0.0) t = std::min(t, front.latest);
  if (t == infinity) return distance(node, front.x);
  const double F = std::abs(front.F);
  if (front.F >= front.speed) {
    const double apart = distance(node, front.x - t * front.b);
    return apart <= F * t ? apart : infinity;
  }
  // The gap between box and ball is convex in the time: it may have been closed before t (F > 0), or close
  // after it (F < 0), if it shrinks that way; its tangent tells how soon at the earliest.
  double apart = 0.0;
  for (int i = 0; i < 16; ++i) {
    Vec3 away;
    apart = distance(node, front.x - t * front.b, away);
    const double gap = apart - F * t;
    if (gap <= 0.0) return apart;
    const double slope = -F - dot(front.b, away);
    if (front.F > 0.0 ? slope <= 0.0 : slope >= 0.0) return infinity;
    t -= gap / slope;
    if (t <= 0.0 || t > front.latest) return infinity;
  }
  return apart;
}

// Whether the line x - s b goes through the box.
bool MeshFootSearch::on_line(int node, const Vec3& x, const Vec3& b) const {
  const Box& box = boxes_[static_cast<std::size_t>(node)];
  const Vec3 d = x - wide(box.centre);
  const std::array<Vec3, 3> axes{wide(box.normal), wide(box.along),
                                 cross_product(wide(box.normal), wide(box.along))};
  const double slack = rounding * norm(d);
  double from = -infinity;
  double to = infinity;
  for (int a = 0; a < 3; ++a) {
    const double at = dot(d, axes[static_cast<std::size_t>(a)]);
    const double step = dot(b, axes[static_cast<std::size_t>(a)]);
    const double half = static_cast<double>(box.half[a]) + slack;
    if (step == 0.0) {
      if (std::abs(at) > half) return false;
      continue;
    }
    const double one = (at - half) / step;
    const double two = (at + half) / step;
    from = std::max(from, std::min(one, two));
    to = std::min(to, std::max(one, two));
  }
  return from <= to;
}

// Down the tree to the box nearest to x, for a first ball.
void MeshFootSearch::first_guess(const Front& front, MeshFoot& best) const {
  TreeRange r{0, 0, static_cast<int>(order_.size())};
  while (!r.leaf())
    r = distance(r.left().node, front.x) <= distance(r.right().node, front.x) ? r.left() : r.right();
  improve_foot(surface_, order_[static_cast<std::size_t>(r.begin)], 1.0 / 3.0, 1.0 / 3.0, front, best);
}

MeshFoot MeshFootSearch::find(Vec3 x, double F, Vec3 b, const MeshFoot* near) const {
  Front front{x, b, F, norm(b), infinity};
  if (front.speed > std::abs(F)) {
    const Box& all = boxes_.front();
    const double farthest = norm(x - wide(all.centre)) + norm(wide(all.half));
    // At the edge of the cone tau = b.d / (|b|^2 - F^2); of the last arrivals the latest comes along b.
    front.latest = F > 0.0 ? 1.01 * front.speed * farthest / (front.speed * front.speed - F * F)
                           : 1.01 * farthest / (front.speed + F);
  } else if (F < 0.0) {
    return {};
  }
  const int near_patch = near != nullptr ? near->patch : -1;
  MeshFoot best;
  if (near_patch >= 0) improve_foot(surface_, near_patch, near->u, near->v, front, best);
  if (best.patch < 0 && front.speed < F) first_guess(front, best);

  struct Entry {
    TreeRange range;
    double time;  // of the best foot when it was last tested
  };
  std::array<Entry, 128> stack;
  std::size_t top = 0;
  stack[top++] = {{0, 0, static_cast<int>(order_.size())}, -1.0};
  const auto beaten = [&] {
    if (best.patch < 0) return F > 0.0 ? infinity : 0.0;
    return F > 0.0 ? best.time * (1.0 - worth_finding) : best.time * (1.0 + worth_finding);
  };
  const bool near_done = best.patch >= 0;
  while (top > 0) {
    const Entry e = stack[--top];
    if (e.time != best.time && reach(e.range.node, front, beaten()) == infinity) continue;
    if (e.range.leaf()) {
      const int patch = order_[static_cast<std::size_t>(e.range.begin)];
      if (patch != near_patch || !near_done) improve_foot(surface_, patch, 1.0 / 3.0, 1.0 / 3.0, front, best);
      continue;
    }
    const TreeRange left = e.range.left();
    const TreeRange right = e.range.right();
    const double in_left = reach(left.node, front, beaten());
    const double in_right = reach(right.node, front, beaten());
    // The nearer one last, so that it is looked at first.
    const bool left_first = in_left <= in_right;
    if (std::max(in_left, in_right) < infinity) stack[top++] = {left_first ? right : left, best.time};
    if (std::min(in_left, in_right) < infinity) stack[top++] = {left_first ? left : right, best.time};
  }
  return best;
}

MeshFoot MeshFootSearch::find_along(Vec3 x, Vec3 b) const {
  MeshFoot best;
  std::array<TreeRange, 128> stack;
  std::size_t top = 0;
  stack[top++] = {0, 0, static_cast<int>(order_.size())};
  while (top > 0) {
    const TreeRange r = stack[--top];
    if (!on_line(r.node, x, b)) continue;
    if (!r.leaf()) {
      stack[top++] = r.right();
      stack[top++] = r.left();
      continue;
    }
    const int index = order_[static_cast<std::size_t>(r.begin)];
    double u = 1.0 / 3.0;
    double v = 1.0 / 3.0;
    double s = 0.0;
    if (!meet_line(patch_of(surface_, static_cast<std::size_t>(index)), x, b, u, v, s)) continue;
    // Neighbours overlap by rounding, so that no line slips through between them.
    constexpr double edge = 1e-9;
    if (u < -edge || v < -edge || u + v > 1.0 + edge) continue;
    if (best.patch < 0 || std::abs(s) < std::abs(best.time)) best = {index, u, v, s};
  }
  return best;
}

}  // namespace foldwave
