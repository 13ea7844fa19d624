#include "core/horizon/foot_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace foldwave {

namespace {

// A foot that is better by less than this share of T is not looked for: it is below single precision's own
// steps.
constexpr double worth_searching = 2e-7;

constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

FootSearch::FootSearch(const Horizon& horizon, const QueryBox& box, double F, Vec3 b, Side side)
    : horizon_(horizon),
      F_(F),
      sign_(side == Side::upper ? 1.0 : -1.0),
      b_(sign_ * b),
      scale_(std::max(box.high.x - box.low.x, box.high.z - box.low.z)),
      sense_(F < 0.0 ? -1.0 : 1.0),
      speed_(F == 0.0 ? norm(b) : std::abs(F)),
      tree_(std::make_shared<const FootTree>(make_foot_tree(horizon, box, F, b))) {
  if (horizon_.is_section()) b_.y = 0.0;
}

FootSearch FootSearch::other_side() const {
  FootSearch other = *this;
  other.sign_ = -sign_;
  other.b_ = -b_;
  return other;
}

// What is minimised: T, or -T for F < 0; infinite where the front never comes.
double FootSearch::evaluate(Vec3 x, double u, double v) const {
  const double t = travel_time<double>(x - Vec3{u, v, horizon_.depth(u, v)}, F_, b_);
  return std::isfinite(t) ? sense_ * t : never;
}

// Newton on sense * tau(x - y(u, v)) with the Hessian of tau and of the surface, damped so that every step
// goes down. Given up (false) where the surface bends the right way and even three times the decrease that
// the quadratic promises would not come below `wanted`.
bool FootSearch::descend(Vec3 x, Foot& best, double wanted) const {
  const bool section = horizon_.is_section();
  double damping = 0.0;
  for (int step = 0; step < 30; ++step) {
    const double cost = best.time;
    const double t = sense_ * cost;
    if (!std::isfinite(t) || t <= 1e-14 * scale_ / speed_) return true;
    const HeightJet s = horizon_.at(best.u, best.v);
    const Vec3 V = (1.0 / t) * (x - Vec3{best.u, best.v, s.f});
    const Vec3 n = (1.0 / F_) * (V - b_);
    const double W = dot(V, n);
    if (!(W > 0.0)) return true;
    const Vec3 p = (sense_ / W) * n;  // slowness: the gradient of sense * tau
    const Vec3 yu{1.0, 0.0, s.fx};
    const Vec3 yv{0.0, 1.0, s.fy};
    const double gu = -dot(p, yu);
    const double gv = section ? 0.0 : -dot(p, yv);
    const Vec3 mu = yu - (dot(n, yu) / W) * V;
    const Vec3 mv = yv - (dot(n, yv) / W) * V;
    const double c = 1.0 / (W * std::abs(F_) * t);
    double huu = c * dot(mu, mu) - p.z * s.fxx;
    double hvv = c * dot(mv, mv) - p.z * s.fyy;
    double huv = section ? 0.0 : c * dot(mu, mv) - p.z * s.fxy;
    if (section) hvv = 1.0;

    // Away from a minimum the Hessian may point up: add what makes it positive.
    const double size = c * (dot(mu, mu) + dot(mv, mv));
    const double least = 0.5 * (huu + hvv) - std::sqrt(0.25 * (huu - hvv) * (huu - hvv) + huv * huv);
    const double shift = damping * size + (least < 1e-3 * size ? 1e-3 * size - least : 0.0);
    huu += shift;
    hvv += shift;
    const double det = huu * hvv - huv * huv;
    if (!(det > 0.0)) return true;
    const double du = -(hvv * gu - huv * gv) / det;
    const double dv = section ? 0.0 : -(huu * gv - huv * gu) / det;
    const double promise = -0.5 * (gu * du + gv * dv);
    if (least > 0.05 * size && cost - 3.0 * promise > wanted) return false;
    const double next = evaluate(x, best.u + du, best.v + dv);
    // Next to the minimum the times differ by rounding only: the last step is taken on the gradient's word.
    if (std::sqrt(du * du + dv * dv) <= 1e-6 * speed_ * t && next <= cost + 1e-12 * t) {
      best = {best.u + du, best.v + dv, std::min(next, cost)};
      return true;
    }
    if (next <= cost) {
      best = {best.u + du, best.v + dv, next};
      damping *= 0.25;
      if (damping < 1e-6) damping = 0.0;
    } else {
      damping = damping == 0.0 ? 0.1 : 4.0 * damping;
      if (damping > 1e7) return true;
    }
  }
  return true;
}

void FootSearch::shoot(Vec3 x, Foot& best) const {
  double u = x.x;
  double v = x.y;
  for (int step = 0; step < 12; ++step) {
    const double cost = evaluate(x, u, v);
    if (cost < best.time) best = {u, v, cost};
    const HeightJet s = horizon_.at(u, v);
    Vec3 n = sign_ * Horizon::upward_normal(s);
    if (horizon_.is_section()) n.y = 0.0;
    const Vec3 V = F_ * n + b_;
    const double W = dot(V, n);
    if (!(W > 0.0)) return;
    const double t = dot(x - Vec3{u, v, s.f}, n) / W;
    const Vec3 y = x - t * V;
    if (std::max(std::abs(y.x - u), std::abs(y.y - v)) <= 1e-13 * scale_) return;
    u = y.x;
    v = horizon_.is_section() ? v : y.y;
  }
}

void FootSearch::scan_leaves(Vec3 x, Foot& best) const {
  for (const FootTile& t : tree_->levels.back().tiles) {
    const double v = horizon_.is_section() ? x.y : t.v;
    const double cost = sense_ * travel_time<double>(x - Vec3{t.u, v, t.f}, F_, b_);
    if (std::isfinite(cost) && cost < best.time) best = {t.u, v, cost};
  }
}

void FootSearch::search(Vec3 x, Foot& best) const {
  struct Entry {
    int level, i, j;
  };
  const bool section = horizon_.is_section();
  // The slowness that is best along the displacement d, which takes the time t; times the sense.
  const auto slowness_along = [&](const Vec3& d, double t) {
    const Vec3 V = (1.0 / t) * d;
    const Vec3 n = (1.0 / F_) * (V - b_);
    return (sense_ / dot(V, n)) * n;
  };
  const auto slowness = [&](const Foot& foot) {
    return slowness_along(x - Vec3{foot.u, foot.v, horizon_.depth(foot.u, foot.v)}, sense_ * foot.time);
  };
  // Times beyond it lose their digits in the slowness (F nearly |b|).
  const double longest = 1e4 * scale_ / speed_;
  // The tile's own slowness bounds it well when it is far from the best foot. Where the front never comes
  // (the current is faster than the front) slownesses of any length are allowed, and one that sees the whole
  // tile ahead of it rules it out.
  const double current = norm(b_);
  const Vec3 along = current > 0.0 ? (1.0 / current) * b_ : Vec3{};
  const double share = current > 0.0 ? std::min(1.0, std::abs(F_) / current) : 1.0;
  const double well_inside = 1.0 / std::tan(0.9 * std::asin(share));
  const auto out_of_reach = [&](const Vec3& d, const auto& least, double beaten) {
    const double t = travel_time<double>(d, F_, b_);
    if (t < longest) {
      if (sense_ * t <= beaten) return false;
      if (least(slowness_along(d, t)) >= beaten) return true;
    }
    if (current < 0.7 * std::abs(F_)) return false;
    const double ahead = dot(d, along);
    const Vec3 across = d - ahead * along;
    const double width = norm(across);
    if (!(width > 0.0)) return false;
    if (!(t < longest)) {
      // With F a hair above |b| its length is bounded still.
      const Vec3 q = -share * along + (std::sqrt(1.0 - share * share) / width) * across;
      if (least(q) > (F_ > current ? beaten * (F_ - current) : 0.0)) return true;
    }
    // A tile on the rim of the cone: the slowness of a place well inside, which is no longer than need be.
    if (ahead >= well_inside * width) return false;
    const Vec3 inside = across + (well_inside * width) * along;
    const double later = travel_time<double>(inside, F_, b_);
    return later < longest && least(slowness_along(inside, later)) >= beaten;
  };
  if (std::abs(best.time) <= 1e-12 * scale_ / speed_) return;
  Vec3 p = slowness(best);
  std::array<Foot, 8> seen;
  seen[0] = best;
  int seen_count = 1;
  int next_seen = 1;
  std::array<Entry, 128> stack;
  int top = 0;
  stack[0] = {0, 0, 0};
  while (top >= 0) {
    const Entry e = stack[static_cast<std::size_t>(top--)];
    const FootTreeLevel& level = tree_->levels[static_cast<std::size_t>(e.level)];
    const FootTile& t = level.tiles[static_cast<std::size_t>(e.j) * static_cast<std::size_t>(level.n) +
                                    static_cast<std::size_t>(e.i)];
    const Vec3 d = x - Vec3{t.u, section ? x.y : t.v, t.f};
    const auto least = [&](const Vec3& q) {
      return dot(q, d) - std::abs(q.x + q.z * t.fu) * level.hu -
             (section ? 0.0 : std::abs(q.y + q.z * t.fv) * level.hv) - std::abs(q.z) * t.deviation;
    };
    const double beaten = best.time - worth_searching * std::abs(best.time);
    if (least(p) >= beaten || out_of_reach(d, least, beaten)) continue;

    if (e.level + 1 < static_cast<int>(tree_->levels.size())) {
      for (int b = 0; b < (section ? 1 : 2); ++b)
        for (int a = 0; a < 2; ++a)
          stack[static_cast<std::size_t>(++top)] = {e.level + 1, 2 * e.i + a, section ? 0 : 2 * e.j + b};
      continue;
    }
    // A basin that was searched already needs no second descent.
    const auto close = [&](const Foot& f) {
      return std::abs(f.u - t.u) <= 2.0 * level.hu && (section || std::abs(f.v - t.v) <= 2.0 * level.hv);
    };
    if (std::any_of(seen.begin(), seen.begin() + seen_count, close)) continue;
    Foot foot{t.u, section ? x.y : t.v, 0.0};
    foot.time = evaluate(x, foot.u, foot.v);
    // The rim of the cone may run through the tile, with the foot on the inner side.
    for (int c = 0; c < 9 && !std::isfinite(foot.time); ++c) {
      const double u = t.u + (c % 3 - 1) * level.hu;
      const double v = section ? x.y : t.v + (c / 3 - 1) * level.hv;
      foot = {u, v, evaluate(x, u, v)};
    }
    if (!std::isfinite(foot.time)) continue;
    if (!descend(x, foot, best.time)) continue;
    seen[static_cast<std::size_t>(next_seen)] = foot;
    next_seen = (next_seen + 1) % static_cast<int>(seen.size());
    seen_count = std::min(seen_count + 1, static_cast<int>(seen.size()));
    if (foot.time < best.time - 1e-12 * std::abs(best.time)) {
      best = foot;
      p = slowness(best);
    }
  }
}

// Down the line through x along -b: the depth between line and horizon grows all the way, as F + b.n > 0.
Foot FootSearch::slide(Vec3 x) const {
  const auto gap = [&](double t, double& slope) {
    const Vec3 y = x - t * b_;
    const HeightJet s = horizon_.at(y.x, y.y);
    slope = sign_ * (s.fx * b_.x + s.fy * b_.y - b_.z);
    return sign_ * (s.f - y.z);  // above 0 before the line meets the horizon
  };
  double slope;
  if (gap(0.0, slope) <= 0.0) return {x.x, x.y, 0.0};
  double low = 0.0;
  double high = scale_ / speed_;
  while (gap(high, slope) > 0.0) {
    low = high;
    high *= 2.0;
    if (high > 1e4 * scale_ / speed_) return {x.x, x.y, never};
  }
  double t = 0.5 * (low + high);
  for (int step = 0; step < 200; ++step) {
    const double g = gap(t, slope);
    (g > 0.0 ? low : high) = t;
    double next = t + g / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const bool settled = std::abs(next - t) <= 1e-15 * (scale_ / speed_ + t) || next == low || next == high;
    t = next;
    if (settled) break;
  }
  const Vec3 y = x - t * b_;
  return {y.x, y.y, t};
}

Foot FootSearch::finished(Foot best) const {
  if (std::isfinite(best.time)) best.time *= sense_;
  return best;
}

Foot FootSearch::improve(Vec3 x, Foot known) const {
  if (F_ == 0.0) return slide(x);
  known.time = evaluate(x, known.u, known.v);
  if (!std::isfinite(known.time)) return find(x, nullptr);
  // Next to the horizon a foot that is good for a neighbour may hide the one below x, most of all where only
  // a narrow cone is reached.
  shoot(x, known);
  descend(x, known);
  search(x, known);
  return finished(known);
}

Foot FootSearch::find(Vec3 x, const Foot* near) const {
  if (F_ == 0.0) return slide(x);
  Foot best{x.x, x.y, never};
  shoot(x, best);
  descend(x, best);
  if (near != nullptr) {
    Foot other{near->u, near->v, evaluate(x, near->u, near->v)};
    if (std::isfinite(other.time)) {
      descend(x, other);
      if (other.time < best.time) best = other;
    }
  }
  if (!std::isfinite(best.time)) {
    scan_leaves(x, best);
    if (!std::isfinite(best.time)) return best;
    descend(x, best);
  }
  search(x, best);
  return finished(best);
}

}  // namespace foldwave
