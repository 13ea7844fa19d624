#include "core/horizon/foot_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace foldwave {

namespace {

constexpr int most_leaves = 1024;  // a side

// A foot that is earlier by less than this share of T is not looked for: it is below single precision's own
// steps.
constexpr double worth_finding = 2e-7;

// How far beside a node its foot can lie, for one metre of depth between them: a characteristic runs along
// V = F n + b, for every normal that the horizon's steepest slope allows. Infinite when one may run level.
double sideways(const Horizon& horizon, double F, Vec3 b, double sign) {
  constexpr int tilts = 24;
  constexpr int directions = 48;
  const double steepest = std::atan(horizon.steepest_slope());
  double most = 0.0;
  for (int i = 0; i <= tilts; ++i) {
    const double tilt = steepest * i / tilts;
    for (int j = 0; j < directions; ++j) {
      const double azimuth = 2.0 * std::numbers::pi * j / directions;
      const Vec3 n{std::sin(tilt) * std::cos(azimuth), std::sin(tilt) * std::sin(azimuth), -std::cos(tilt)};
      const Vec3 V = F * (sign * n) + b;
      if (sign * V.z > -0.05 * (F + norm(b))) return std::numeric_limits<double>::infinity();
      most = std::max(most, std::hypot(V.x, V.y) / std::abs(V.z));
    }
  }
  return most;
}

// How far from the box the tree must reach.
double reach(const Horizon& horizon, const Grid3& grid, double F, Vec3 b, double sign) {
  const Vec3 extent = grid.extent();
  const double diagonal = norm(extent);
  double farthest = 0.0;
  for (int j = 0; j <= 16; ++j)
    for (int i = 0; i <= 16; ++i) {
      const double f = horizon.depth(-diagonal + (extent.x + 2.0 * diagonal) * i / 16,
                                     -diagonal + (extent.y + 2.0 * diagonal) * j / 16);
      farthest = std::max(farthest, std::max(std::abs(f), std::abs(extent.z - f)));
    }
  const double margin = 1.2 * farthest * sideways(horizon, F, b, sign);
  return std::isfinite(margin) ? std::clamp(margin, 0.1 * diagonal, 8.0 * diagonal) : 8.0 * diagonal;
}

}  // namespace

FootSearch::FootSearch(const Horizon& horizon, const Grid3& grid, double F, Vec3 b, Side side)
    : horizon_(horizon), F_(F), sign_(side == Side::upper ? 1.0 : -1.0), b_(sign_ * b) {
  if (horizon_.is_section()) b_.y = 0.0;
  const Vec3 extent = grid.extent();
  const double margin = reach(horizon, grid, F, b_, sign_);
  u0_ = -margin;
  u1_ = extent.x + margin;
  v0_ = horizon_.is_section() ? 0.0 : -margin;
  v1_ = horizon_.is_section() ? 0.0 : extent.y + margin;
  scale_ = std::max(extent.x, extent.z);
  const double width = u1_ - u0_;
  // Small enough for its nine samples to see the surface, and for bounds that rule out most of it.
  const double finest = std::min(horizon_.smallest_feature(), std::max(2.0 * grid.h[0], width / 256.0));
  int n = 4;
  while (n < most_leaves && std::max(width, v1_ - v0_) / n > finest)
    n *= 2;
  build_leaves(n);
  build_parents();
}

void FootSearch::build_leaves(int n) {
  const int rows = horizon_.is_section() ? 1 : n;
  // By Taylor, where the surface's own bends are known; for a fitted one the nine samples of a tile no wider
  // than its cells see the deviation nearly whole, and the factor covers what lies between.
  const HeightJet bend = horizon_.bend_bound();
  Level leaves{n, 0.5 * (u1_ - u0_) / n, 0.5 * (v1_ - v0_) / rows, {}};
  leaves.tiles.resize(static_cast<std::size_t>(n) * static_cast<std::size_t>(rows));
#pragma omp parallel for schedule(static)
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < n; ++i) {
      const double u = u0_ + (2 * i + 1) * leaves.hu;
      const double v = v0_ + (2 * j + 1) * leaves.hv;
      const HeightJet c = horizon_.at(u, v);
      double deviation = 0.0;
      for (int b = -1; b <= 1; ++b)
        for (int a = -1; a <= 1; ++a) {
          const double f = horizon_.depth(u + a * leaves.hu, v + b * leaves.hv);
          deviation = std::max(deviation, std::abs(f - c.f - a * leaves.hu * c.fx - b * leaves.hv * c.fy));
        }
      const double bound = 0.5 * (bend.fxx * leaves.hu * leaves.hu + 2.0 * bend.fxy * leaves.hu * leaves.hv +
                                  bend.fyy * leaves.hv * leaves.hv);
      deviation = std::isfinite(bound) ? bound : 1.25 * deviation;
      leaves.tiles[static_cast<std::size_t>(j) * static_cast<std::size_t>(n) + static_cast<std::size_t>(i)] =
          {u, v, c.f, c.fx, c.fy, deviation};
    }
  }
  levels_.clear();
  levels_.push_back(std::move(leaves));
}

void FootSearch::build_parents() {
  while (levels_.front().n > 1) {
    const Level& fine = levels_.front();
    const int n = fine.n / 2;
    const bool section = horizon_.is_section();
    const int rows = section ? 1 : n;
    Level coarse{n, 2.0 * fine.hu, section ? fine.hv : 2.0 * fine.hv, {}};
    coarse.tiles.reserve(static_cast<std::size_t>(n) * static_cast<std::size_t>(rows));
    for (int j = 0; j < rows; ++j) {
      for (int i = 0; i < n; ++i) {
        std::array<const Tile*, 4> children{};
        std::size_t count = 0;
        for (int b = 0; b < (section ? 1 : 2); ++b)
          for (int a = 0; a < 2; ++a)
            children[count++] = &fine.tiles[static_cast<std::size_t>(section ? 0 : 2 * j + b) *
                                                static_cast<std::size_t>(fine.n) +
                                            static_cast<std::size_t>(2 * i + a)];
        Tile t{0, 0, 0, 0, 0, 0};
        const double share = 1.0 / static_cast<double>(count);
        for (std::size_t q = 0; q < count; ++q) {
          const Tile& c = *children[q];
          t = {t.u + share * c.u,   t.v + share * c.v,   t.f + share * c.f,
               t.fu + share * c.fu, t.fv + share * c.fv, 0.0};
        }
        for (std::size_t q = 0; q < count; ++q) {
          const Tile& c = *children[q];
          const double off = c.f - t.f - t.fu * (c.u - t.u) - t.fv * (c.v - t.v);
          const double tilt = std::abs(c.fu - t.fu) * fine.hu + std::abs(c.fv - t.fv) * fine.hv;
          t.deviation = std::max(t.deviation, std::abs(off) + tilt + c.deviation);
        }
        coarse.tiles.push_back(t);
      }
    }
    levels_.insert(levels_.begin(), std::move(coarse));
  }
}

double FootSearch::evaluate(Vec3 x, double u, double v) const {
  return travel_time<double>(x - Vec3{u, v, horizon_.depth(u, v)}, F_, b_);
}

// Newton on tau(x - y(u, v)) with the Hessian of tau and of the surface, damped so that every step goes down.
// Given up when even three times the decrease that the quadratic promises would not come below `wanted`.
void FootSearch::descend(Vec3 x, Foot& best, double wanted) const {
  const bool section = horizon_.is_section();
  double damping = 0.0;
  for (int step = 0; step < 30; ++step) {
    const double t = best.time;
    if (!std::isfinite(t) || t <= 1e-14 * scale_ / F_) return;
    const HeightJet s = horizon_.at(best.u, best.v);
    const Vec3 V = (1.0 / t) * (x - Vec3{best.u, best.v, s.f});
    const Vec3 n = (1.0 / F_) * (V - b_);
    const double W = dot(V, n);
    if (!(W > 0.0)) return;
    const Vec3 p = (1.0 / W) * n;  // slowness: the gradient of tau
    const Vec3 yu{1.0, 0.0, s.fx};
    const Vec3 yv{0.0, 1.0, s.fy};
    const double gu = -dot(p, yu);
    const double gv = section ? 0.0 : -dot(p, yv);
    const Vec3 mu = yu - (dot(n, yu) / W) * V;
    const Vec3 mv = yv - (dot(n, yv) / W) * V;
    const double c = 1.0 / (W * F_ * t);
    double huu = c * dot(mu, mu) - p.z * s.fxx;
    double hvv = c * dot(mv, mv) - p.z * s.fyy;
    double huv = section ? 0.0 : c * dot(mu, mv) - p.z * s.fxy;
    if (section) hvv = 1.0;

    // Away from a minimum the Hessian may point up: add what makes it positive.
    const double size = c * (dot(mu, mu) + dot(mv, mv));
    const double least = 0.5 * (huu + hvv) - std::hypot(0.5 * (huu - hvv), huv);
    const double shift = damping * size + (least < 1e-3 * size ? 1e-3 * size - least : 0.0);
    huu += shift;
    hvv += shift;
    const double det = huu * hvv - huv * huv;
    if (!(det > 0.0)) return;
    const double du = -(hvv * gu - huv * gv) / det;
    const double dv = section ? 0.0 : -(huu * gv - huv * gu) / det;
    const double promise = -0.5 * (gu * du + gv * dv);
    if (t - 3.0 * promise > wanted) return;
    const double time = evaluate(x, best.u + du, best.v + dv);
    // Next to the minimum the times differ by rounding only: the last step is taken on the gradient's word.
    if (std::hypot(du, dv) <= 1e-6 * F_ * t && time <= t * (1.0 + 1e-12)) {
      best = {best.u + du, best.v + dv, std::min(time, t)};
      return;
    }
    if (time <= t) {
      best = {best.u + du, best.v + dv, time};
      damping *= 0.25;
      if (damping < 1e-6) damping = 0.0;
    } else {
      damping = damping == 0.0 ? 0.1 : 4.0 * damping;
      if (damping > 1e7) return;
    }
  }
}

void FootSearch::shoot(Vec3 x, Foot& best) const {
  double u = x.x;
  double v = x.y;
  for (int step = 0; step < 12; ++step) {
    const double time = evaluate(x, u, v);
    if (time < best.time) best = {u, v, time};
    const HeightJet s = horizon_.at(u, v);
    Vec3 n = sign_ * Horizon::upward_normal(s);
    if (horizon_.is_section()) n.y = 0.0;
    const Vec3 V = F_ * n + b_;
    const double W = dot(V, n);
    if (!(W > 0.0)) return;
    const double t = dot(x - Vec3{u, v, s.f}, n) / W;
    const Vec3 y = x - t * V;
    if (std::hypot(y.x - u, y.y - v) <= 1e-13 * scale_) return;
    u = y.x;
    v = horizon_.is_section() ? v : y.y;
  }
}

void FootSearch::scan_leaves(Vec3 x, Foot& best) const {
  for (const Tile& t : levels_.back().tiles) {
    const double time = travel_time<double>(x - Vec3{t.u, horizon_.is_section() ? x.y : t.v, t.f}, F_, b_);
    if (time < best.time) best = {t.u, horizon_.is_section() ? x.y : t.v, time};
  }
}

void FootSearch::search(Vec3 x, Foot& best) const {
  struct Entry {
    int level, i, j;
  };
  const bool section = horizon_.is_section();
  // The slowness that is best along the displacement d, which takes the time t.
  const auto slowness_along = [&](const Vec3& d, double t) {
    const Vec3 V = (1.0 / t) * d;
    const Vec3 n = (1.0 / F_) * (V - b_);
    return (1.0 / dot(V, n)) * n;
  };
  const auto slowness = [&](const Foot& foot) {
    return slowness_along(x - Vec3{foot.u, foot.v, horizon_.depth(foot.u, foot.v)}, foot.time);
  };
  // The tile's own slowness bounds it well when it is far from the best foot. Where the front never comes
  // (the current is faster than the front) slownesses of any length are allowed, and one that sees the whole
  // tile ahead of it rules it out.
  const auto out_of_reach = [&](const Vec3& d, const auto& least, double beaten) {
    const double t = travel_time<double>(d, F_, b_);
    if (std::isfinite(t)) return t > beaten && least(slowness_along(d, t)) >= beaten;
    const double speed = norm(b_);
    const Vec3 along = (1.0 / speed) * b_;
    const Vec3 across = d - dot(d, along) * along;
    const double width = norm(across);
    if (!(width > 0.0)) return false;
    const double share = F_ / speed;
    return least(-share * along + (std::sqrt(1.0 - share * share) / width) * across) > 0.0;
  };
  if (best.time <= 1e-12 * scale_ / F_) return;
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
    const Level& level = levels_[static_cast<std::size_t>(e.level)];
    const Tile& t = level.tiles[static_cast<std::size_t>(e.j) * static_cast<std::size_t>(level.n) +
                                static_cast<std::size_t>(e.i)];
    const Vec3 d = x - Vec3{t.u, section ? x.y : t.v, t.f};
    const auto least = [&](const Vec3& q) {
      return dot(q, d) - std::abs(q.x + q.z * t.fu) * level.hu -
             (section ? 0.0 : std::abs(q.y + q.z * t.fv) * level.hv) - std::abs(q.z) * t.deviation;
    };
    const double beaten = best.time * (1.0 - worth_finding);
    if (least(p) >= beaten || out_of_reach(d, least, beaten)) continue;

    if (e.level + 1 < static_cast<int>(levels_.size())) {
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
    if (!std::isfinite(foot.time)) continue;
    descend(x, foot, best.time);
    seen[static_cast<std::size_t>(next_seen)] = foot;
    next_seen = (next_seen + 1) % static_cast<int>(seen.size());
    seen_count = std::min(seen_count + 1, static_cast<int>(seen.size()));
    if (foot.time < best.time * (1.0 - 1e-12)) {
      best = foot;
      p = slowness(best);
    }
  }
}

Foot FootSearch::find_near(Vec3 x) const {
  Foot best{x.x, x.y, std::numeric_limits<double>::infinity()};
  shoot(x, best);
  descend(x, best);
  return best;
}

Foot FootSearch::find(Vec3 x, const Foot* near) const {
  Foot best = find_near(x);
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
  return best;
}

}  // namespace foldwave
