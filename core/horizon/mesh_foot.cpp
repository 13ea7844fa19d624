#include "core/horizon/mesh_foot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/horizon/travel_time.hpp"

namespace foldwave {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A foot that is earlier by less than this share of T is not looked for.
constexpr double worth_finding = 1e-9;
// From this share of F on |b| bends tau^2 / 2 so much that Newton's method wants a good start.
constexpr double strong_current = 0.6;
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

// The step (du, dv) from (u, v) to the least of g.s + s.H s / 2 over the triangle, and that least value.
struct Step {
  double du = 0.0, dv = 0.0, change = 0.0;
};
struct Model {
  double gu, gv, huu, huv, hvv;

  double at(double du, double dv) const {
    return du * (gu + 0.5 * huu * du + huv * dv) + dv * (gv + 0.5 * hvv * dv);
  }
};
Step least_in_triangle(const Model& m, double u, double v) {
  const double det = m.huu * m.hvv - m.huv * m.huv;
  if (det > 1e-14 * m.huu * m.hvv) {
    const double du = (m.huv * m.gv - m.hvv * m.gu) / det;
    const double dv = (m.huv * m.gu - m.huu * m.gv) / det;
    if (u + du >= 0.0 && v + dv >= 0.0 && u + du + v + dv <= 1.0) return {du, dv, m.at(du, dv)};
  }
  Step best{0.0, 0.0, infinity};
  // Along an edge from (eu, ev) in the direction (fu, fv), 0 <= s <= 1.
  const auto edge = [&](double eu, double ev, double fu, double fv) {
    const double slope = (m.gu + m.huu * eu + m.huv * ev) * fu + (m.gv + m.huv * eu + m.hvv * ev) * fv;
    const double bend = m.huu * fu * fu + 2.0 * m.huv * fu * fv + m.hvv * fv * fv;
    const double s = bend > 0.0 ? std::clamp(-slope / bend, 0.0, 1.0) : slope < 0.0 ? 1.0 : 0.0;
    const double change = m.at(eu + s * fu, ev + s * fv);
    if (change < best.change) best = {eu + s * fu, ev + s * fv, change};
  };
  edge(-u, -v, 1.0, 0.0);
  edge(-u, -v, 0.0, 1.0);
  edge(1.0 - u, -v, -1.0, 1.0);
  return best;
}

// Where the line x - s b meets the patch, or its continuation; from (u, v), by Newton's method.
bool meet_line(const Patch& patch, const Vec3& x, const Vec3& b, double& u, double& v, double& s) {
  for (int i = 0; i < 8; ++i) {
    const Vec3 yu = patch.along_u(u, v);
    const Vec3 yv = patch.along_v(u, v);
    const Vec3 n = cross_product(yu, yv);
    const double det = dot(b, n);
    if (!(std::abs(det) > 1e-9 * norm(b) * norm(n))) return false;
    const Vec3 d = x - patch.at(u, v);
    s = dot(d, n) / det;
    const Vec3 left = d - s * b;
    const double du = dot(b, cross_product(left, yv)) / det;
    const double dv = dot(b, cross_product(yu, left)) / det;
    u += du;
    v += dv;
    if (std::abs(u) + std::abs(v) > 10.0) return i == 0;
    if (std::abs(du) + std::abs(dv) < 1e-13) break;
  }
  return true;
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

// Whether a front that leaves the box may be at x before t.
bool MeshFootSearch::within(int node, const Front& front, double t) const {
  t = std::min(t, front.latest);
  if (t == infinity) return true;
  if (front.speed <= front.F) return distance(node, front.x - t * front.b) <= front.F * t;
  // The gap between box and ball is convex in the time and may have been closed before t.
  for (int i = 0; i < 16; ++i) {
    Vec3 away;
    const double gap = distance(node, front.x - t * front.b, away) - front.F * t;
    if (gap <= 0.0) return true;
    const double slope = -front.F - dot(front.b, away);
    if (slope <= 0.0) return false;
    t -= gap / slope;
    if (t <= 0.0) return false;
  }
  return true;
}

// A place of the patch that the front leaves towards x, and its travel time, or infinity. With |b| > F only a
// cone about b is reached, so the search starts where its axis meets the patch.
double MeshFootSearch::start_of(const Patch& patch, const Front& front, double& u, double& v) const {
  double t = travel_time(front.x - patch.at(u, v), front.F, front.b);
  if (t < infinity && front.speed < strong_current * front.F) return t;
  const auto offer = [&](double nu, double nv) {
    nu = std::clamp(nu, 0.0, 1.0);
    nv = std::clamp(nv, 0.0, 1.0 - nu);
    const double other = travel_time(front.x - patch.at(nu, nv), front.F, front.b);
    if (other < t) t = other, u = nu, v = nv;
  };
  double au = 1.0 / 3.0;
  double av = 1.0 / 3.0;
  double along = 0.0;
  if (meet_line(patch, front.x, front.b, au, av, along)) offer(au, av);
  if (t == infinity) {
    offer(0.0, 0.0);
    offer(1.0, 0.0);
    offer(0.0, 1.0);
  }
  return t;
}

void MeshFootSearch::descend(int index, double u, double v, const Front& front, MeshFoot& best) const {
  const Patch patch = patch_of(surface_, static_cast<std::size_t>(index));
  double t = start_of(patch, front, u, v);
  if (t == infinity) return;
  for (int i = 0; i < 24 && t > 0.0; ++i) {
    const Vec3 d = front.x - patch.at(u, v);
    const Vec3 n = (1.0 / (front.F * t)) * (d - t * front.b);
    const double V = front.F + dot(front.b, n);
    if (!(V > 1e-12 * front.F)) break;
    const Vec3 yu = patch.along_u(u, v);
    const Vec3 yv = patch.along_v(u, v);
    const double pu = dot(n, yu) / V;
    const double pv = dot(n, yv) / V;
    // Second derivatives of tau^2 / 2: p p^T + (1 / (V F)) M (1 - n n^T) M^T, M^T = 1 - b p^T.
    Vec3 eu = yu - pu * front.b;
    Vec3 ev = yv - pv * front.b;
    eu = eu - dot(n, eu) * n;
    ev = ev - dot(n, ev) * n;
    const double share = 1.0 / (V * front.F);
    Model model{-t * pu, -t * pv, pu * pu + share * dot(eu, eu), pu * pv + share * dot(eu, ev),
                pv * pv + share * dot(ev, ev)};
    // The patch's own bend; left out where it would turn the model over.
    const double bend = t / V;
    const Model full{model.gu, model.gv, model.huu - 2.0 * bend * dot(n, patch.C),
                     model.huv - bend * dot(n, patch.D), model.hvv - 2.0 * bend * dot(n, patch.E)};
    if (full.huu > 0.0 && full.hvv > 0.0 &&
        full.huu * full.hvv - full.huv * full.huv > 1e-3 * (model.huu * model.hvv - model.huv * model.huv))
      model = full;
    const Step step = least_in_triangle(model, u, v);
    if (!(step.change < -1e-15 * t * t)) break;
    // A patch whose model stays well behind the best foot is not worth a second look.
    if ((i > 0 || front.speed < strong_current * front.F) && best.time < infinity &&
        0.5 * (t * t - best.time * best.time) + 1.5 * step.change > 0.0)
      return;
    bool moved = false;
    for (double part = 1.0; part > 1e-3; part *= 0.4) {
      const double nu = u + part * step.du;
      const double nv = v + part * step.dv;
      const double now = travel_time(front.x - patch.at(nu, nv), front.F, front.b);
      if (!(now < t)) continue;
      t = now;
      u = nu;
      v = nv;
      moved = true;
      break;
    }
    if (!moved) break;
  }
  if (t < best.time) best = {index, std::max(0.0, u), std::max(0.0, v), t};
}

// Down the tree to the box nearest to x, for a first ball.
void MeshFootSearch::first_guess(const Front& front, MeshFoot& best) const {
  TreeRange r{0, 0, static_cast<int>(order_.size())};
  while (!r.leaf())
    r = distance(r.left().node, front.x) <= distance(r.right().node, front.x) ? r.left() : r.right();
  descend(order_[static_cast<std::size_t>(r.begin)], 1.0 / 3.0, 1.0 / 3.0, front, best);
}

MeshFoot MeshFootSearch::find(Vec3 x, double F, Vec3 b, const MeshFoot* near) const {
  Front front{x, b, F, norm(b), infinity};
  if (front.speed > F) {
    // At the edge of the cone tau = b.d / (|b|^2 - F^2).
    const Box& all = boxes_.front();
    const double farthest = norm(x - wide(all.centre)) + norm(wide(all.half));
    front.latest = 1.01 * front.speed * farthest / (front.speed * front.speed - F * F);
  }
  MeshFoot best;
  if (near != nullptr && near->patch >= 0) descend(near->patch, near->u, near->v, front, best);
  if (best.time == infinity && front.speed < F) first_guess(front, best);

  struct Entry {
    TreeRange range;
    double time;  // of the best foot when it was last tested
  };
  std::array<Entry, 128> stack;
  std::size_t top = 0;
  stack[top++] = {{0, 0, static_cast<int>(order_.size())}, -1.0};
  const auto beaten = [&] { return best.time * (1.0 - worth_finding); };
  const int near_patch = near != nullptr ? near->patch : -1;
  while (top > 0) {
    const Entry e = stack[--top];
    if (e.time != best.time && !within(e.range.node, front, beaten())) continue;
    if (e.range.leaf()) {
      const int patch = order_[static_cast<std::size_t>(e.range.begin)];
      if (patch != near_patch || best.time == infinity) descend(patch, 1.0 / 3.0, 1.0 / 3.0, front, best);
      continue;
    }
    const TreeRange left = e.range.left();
    const TreeRange right = e.range.right();
    const bool in_left = within(left.node, front, beaten());
    const bool in_right = within(right.node, front, beaten());
    if (in_left && in_right) {
      // The nearer one last, so that it is looked at first.
      const Vec3 centre = best.time < infinity ? x - best.time * b : x;
      const bool left_first = distance(left.node, centre) <= distance(right.node, centre);
      stack[top++] = {left_first ? right : left, best.time};
      stack[top++] = {left_first ? left : right, best.time};
    } else if (in_left || in_right) {
      stack[top++] = {in_left ? left : right, best.time};
    }
  }
  return best;
}

}  // namespace foldwave
