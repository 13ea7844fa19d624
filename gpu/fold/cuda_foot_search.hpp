// The global search for a node's foot as one device thread does it: branch and bound down a quadtree of the
// horizon's tiles, without a stack.
//
//   F > 0: T = min over y of tau(x - y);   F < 0: T = max;   F = 0: y lies along b from x
//
// What is minimised is cost = sense |T|, sense = -1 for F < 0. With q = sense p, p any slowness, q.d <= cost:
// the q of the best foot so far, and a tile's own, rule out whole tiles (core/horizon/foot_search.hpp is the
// same search in double precision on the CPU, and its oracle). In a leaf that is left, Newton's method starts
// from its centre: the leaf that holds the foot is never ruled out, and the foot is near its centre. Metres;
// z less the surface view's mean. No errors: a node that the front never reaches has cost +infinity.
#pragma once

#include "core/fold/foot/foot_kernel.hpp"
#include "core/horizon/travel_time.hpp"

namespace foldwave {

// A tile, one of 4 (in a section 2) children of its parent; 32 bytes in single precision.
template <class Real>
struct alignas(4 * sizeof(Real)) DeviceTile {
  Real u, v, f, fu, fv;  // centre and tangent plane; f less the mean
  Real deviation;        // of the surface from the tangent plane, over the tile
  Real hu, hv;           // half sizes; hv = 0 in a section
};

// All that a thread needs to know. Tiles lie level after level, each level in Morton order.
template <class Real>
struct FootSetup {
  SurfaceView<Real> surface;
  FootSpeeds<Real> speeds;
  Real sense;  // of cost
  const DeviceTile<Real>* tiles;
  int leaf_level;
  int scan_level;       // the level whose tiles all are looked at for a first guess
  Real u0, u1, v0, v1;  // where feet are looked for
  Real time_scale;      // the box's size over the fastest speed
  // A step that gains less and is shorter needs no other: its error is of third order. The gain alone does
  // not tell: it vanishes where the surface is not bent.
  Real enough, near;
  Real longest;      // times beyond it lose their digits in the slowness (F nearly |b|)
  Real current;      // |b|
  Real share;        // |F| / |b|, at most 1: the sine of the half angle of the cone that a point reaches
  Real well_inside;  // the cotangent of nine tenths of that angle
};

template <class Real>
struct DeviceFoot {
  Real u, v;
  Real cost;     // sense |T|; +infinity: none yet
  bool settled;  // false: a place on the horizon near a foot, whose cost only bounds
};

template <class Real>
HOST_DEVICE constexpr Real no_cost() {
  return std::numeric_limits<Real>::infinity();
}

// Newton from (u, v), leaving a square of half width `roam` about it at no time. True when it ended on a foot
// of the node's own side (`side` +1 upper, -1 lower): then u, v and the signed T are the foot's.
template <bool Section, class Real>
HOST_DEVICE inline bool settle(const FootSetup<Real>& s, Real x, Real y, Real z, Real side, Real roam,
                               int looks, Real& u, Real& v, Real& T) {
  const Real u_start = u;
  const Real v_start = v;
  for (int q = 0; q < looks; ++q) {
    const FootStep<Real> step = foot_step<Section>(s.surface, s.speeds, x, y, z, u, v);
    const Real far = std::fabs(step.du) > std::fabs(step.dv) ? std::fabs(step.du) : std::fabs(step.dv);
    if (!(far < Real(4) * roam)) return false;
    const Real share = far > roam ? roam / far : Real(1);
    u += share * step.du;
    v += share * step.dv;
    if (std::fabs(step.gain) <= s.enough && far <= s.near) {
      T = step.time;
      return step.quality > Real(0) && step.speed > Real(0) && side * T >= -s.enough && u >= s.u0 &&
             u <= s.u1 && v >= s.v0 && v <= s.v1;
    }
    if (std::fabs(u - u_start) > Real(2) * roam || std::fabs(v - v_start) > Real(2) * roam) return false;
  }
  return false;
}

namespace foot_search_detail {

// The slowness that is best along d, which takes the time t; times the sense. b as the side sees it.
template <class Real>
HOST_DEVICE inline Vec3T<Real> slowness_along(Vec3T<Real> d, Real t, Real F, Vec3T<Real> b, Real sense) {
  const Vec3T<Real> V = (Real(1) / t) * d;
  const Vec3T<Real> n = (Real(1) / F) * (V - b);
  return (sense / dot(V, n)) * n;
}

// The least q.(x - y) over the tile's part of the surface; d = x - centre.
template <class Real>
HOST_DEVICE inline Real least_over(const DeviceTile<Real>& t, Vec3T<Real> d, Vec3T<Real> q) {
  return dot(q, d) - std::fabs(q.x + q.z * t.fu) * t.hu - std::fabs(q.y + q.z * t.fv) * t.hv -
         std::fabs(q.z) * t.deviation;
}

template <class Real>
HOST_DEVICE inline Real spread(Vec3T<Real> q, Vec3T<Real> half) {
  return std::fabs(q.x) * half.x + std::fabs(q.y) * half.y + std::fabs(q.z) * half.z;
}

// Whether no foot of a node at x + e, |e| <= half, lies on the tile that costs less than beaten + q.e; d = x
// - centre. By the tile's own slowness, which bounds it well when it is far from the best foot. Where the
// front never comes (the current is faster than the front) slownesses of any length are allowed, and one that
// sees the whole tile ahead of it rules it out; on the rim of the cone that it reaches, the slowness of a
// place well inside.
template <class Real>
HOST_DEVICE inline bool out_of_reach(const FootSetup<Real>& s, const DeviceTile<Real>& tile, Vec3T<Real> d,
                                     Vec3T<Real> b, Real beaten, Vec3T<Real> q, Vec3T<Real> half) {
  const Real F = s.speeds.F;
  const auto ruled_out = [&](Vec3T<Real> p) {
    return least_over(tile, d, p) - spread(p - q, half) >= beaten;
  };
  const Real t = travel_time<Real>(d, F, b);
  const bool reached = t < s.longest;
  if (reached) {
    if (s.sense * t <= beaten) return false;
    if (ruled_out(slowness_along(d, t, F, b, s.sense))) return true;
  }
  if (s.current < Real(0.7) * std::fabs(F)) return false;
  const Vec3T<Real> along = (Real(1) / s.current) * b;
  const Real ahead = dot(d, along);
  const Vec3T<Real> across = d - ahead * along;
  const Real width = norm(across);
  if (!(width > Real(0))) return false;
  if (!reached) {
    const Real rest = Real(1) - s.share * s.share;
    const Vec3T<Real> p = -s.share * along + (std::sqrt(rest > Real(0) ? rest : Real(0)) / width) * across;
    // With F a hair above |b| its length is bounded still.
    const Real k = F > s.current ? F - s.current : Real(0);
    const Real needed = k > Real(0) ? k * beaten : Real(1e-5) * norm(d);
    if (least_over(tile, d, p) - spread(p - k * q, half) > needed) return true;
  }
  if (ahead >= s.well_inside * width) return false;
  const Vec3T<Real> inside = across + (s.well_inside * width) * along;
  const Real later = travel_time<Real>(inside, F, b);
  return later < s.longest && ruled_out(slowness_along(inside, later, F, b, s.sense));
}

template <bool Section>
HOST_DEVICE inline int level_start(int level) {
  return Section ? (1 << level) - 1 : ((1 << (2 * level)) - 1) / 3;
}
template <bool Section>
HOST_DEVICE inline int level_size(int level) {
  return Section ? 1 << level : 1 << (2 * level);
}

}  // namespace foot_search_detail

// F = 0: along -b from x the depth between the line and the horizon grows all the way, as F + b.n > 0.
template <bool Section, class Real>
HOST_DEVICE inline DeviceFoot<Real> slide(const FootSetup<Real>& s, Real x, Real y, Real z, Real side) {
  const FootSpeeds<Real>& c = s.speeds;
  Real low = Real(0);
  Real high = s.time_scale;
  const auto gap = [&](Real t, Real& slope) {  // above 0 before the line meets the horizon
    const HeightJetT<Real> j = surface_jet<Section>(s.surface, x - side * t * c.bx, y - side * t * c.by);
    slope = j.fx * c.bx + j.fy * c.by - c.bz;
    return side * (j.f - (z - side * t * c.bz));
  };
  Real slope;
  for (int q = 0; gap(high, slope) > Real(0); ++q) {
    low = high;
    high *= Real(2);
    if (q == 14) return {x, y, no_cost<Real>(), false};
  }
  Real t = Real(0.5) * (low + high);
  for (int q = 0; q < 60; ++q) {
    const Real g = gap(t, slope);
    (g > Real(0) ? low : high) = t;
    Real next = t + g / slope;
    if (!(next >= low && next <= high)) next = Real(0.5) * (low + high);
    const Real moved = std::fabs(next - t);
    t = next;
    if (moved <= Real(2) * std::numeric_limits<Real>::epsilon() * (s.time_scale + t)) break;
  }
  return {x - side * t * c.bx, y - side * t * c.by, t, true};
}

// A foot to begin with: the best tile centre of a coarse level, of its children, of theirs, down to a leaf;
// then Newton's method. Where that fails the horizon at the leaf's centre still bounds the cost. F != 0.
template <bool Section, class Real>
HOST_DEVICE inline DeviceFoot<Real> guess_foot(const FootSetup<Real>& s, Real x, Real y, Real z, Real side,
                                               Vec3T<Real> b) {
  using namespace foot_search_detail;
  constexpr int bits = Section ? 1 : 2;
  DeviceFoot<Real> best{x, y, no_cost<Real>(), false};
  int first = 0;
  int count = level_size<Section>(s.scan_level);
  for (int level = s.scan_level; level <= s.leaf_level; ++level) {
    const DeviceTile<Real>* const row = s.tiles + level_start<Section>(level);
    int chosen = -1;
    best.cost = no_cost<Real>();
    for (int q = first; q < first + count; ++q) {
      const Real t = travel_time<Real>({x - row[q].u, y - row[q].v, z - row[q].f}, s.speeds.F, b);
      if (!(t < no_cost<Real>() && s.sense * t < best.cost)) continue;
      best = {row[q].u, row[q].v, s.sense * t, false};
      chosen = q;
    }
    if (chosen < 0) return best;
    first = chosen << bits;
    count = 1 << bits;
  }
  const DeviceTile<Real>& leaf = s.tiles[level_start<Section>(s.leaf_level)];
  Real u = best.u;
  Real v = best.v;
  Real T;
  // A tile's plane is the mean of its children's: only the surface itself bounds the cost.
  const Real t =
      travel_time<Real>({x - u, y - v, z - surface_jet<Section>(s.surface, u, v).f}, s.speeds.F, b);
  best.cost = t < no_cost<Real>() ? s.sense * t : no_cost<Real>();
  const Real roam = Real(4) * (leaf.hu > leaf.hv ? leaf.hu : leaf.hv);
  const Real rounding = Real(8) * std::numeric_limits<Real>::epsilon() * s.time_scale;
  if (settle<Section>(s, x, y, z, side, roam, 12, u, v, T) && s.sense * side * T <= best.cost + rounding)
    best = {u, v, s.sense * side * T, true};
  return best;
}

// The slowness at a foot, times the sense. Along the normal rather than the displacement: good to rounding
// however short that is.
template <bool Section, class Real>
HOST_DEVICE inline Vec3T<Real> foot_slowness(const FootSetup<Real>& s, const DeviceFoot<Real>& foot,
                                             Real side) {
  const HeightJetT<Real> j = surface_jet<Section>(s.surface, foot.u, foot.v);
  const Real W = s.speeds.F * std::sqrt(Real(1) + j.fx * j.fx + j.fy * j.fy) +
                 (s.speeds.bx * j.fx + s.speeds.by * j.fy - s.speeds.bz);
  const Real scale = s.sense * side / W;
  return {scale * j.fx, scale * j.fy, -scale};
}

// A node's search: what is known so far, and what a tile can add to it.
template <bool Section, class Real>
struct NodeSearch {
  const FootSetup<Real>& s;
  Real x, y, z, side;
  Vec3T<Real> b;  // as the side sees it
  DeviceFoot<Real> best;
  Vec3T<Real> q;  // its slowness, times the sense
  // Feet that a descent ended on: their neighbourhood needs no other.
  static constexpr int most_seen = 4;
  Real seen_u[most_seen], seen_v[most_seen];

  HOST_DEVICE NodeSearch(const FootSetup<Real>& setup, Real x_, Real y_, Real z_, Real side_,
                         const DeviceFoot<Real>& known)
      : s(setup),
        x(x_),
        y(y_),
        z(z_),
        side(side_),
        b{side_ * setup.speeds.bx, side_ * setup.speeds.by, side_ * setup.speeds.bz},
        best(known) {
    for (int m = 0; m < most_seen; ++m)
      seen_u[m] = seen_v[m] = no_cost<Real>();
    if (!(best.cost < no_cost<Real>())) best = guess_foot<Section>(s, x, y, z, side, b);
    if (best.cost < no_cost<Real>()) q = foot_slowness<Section>(s, best, side);
    if (best.settled) remember(best.u, best.v);
  }

  // Next to the horizon the foot is close by; a slowness along nothing means nothing.
  HOST_DEVICE bool is_done() const {
    return std::fabs(best.cost) <= Real(4) * std::numeric_limits<Real>::epsilon() * s.time_scale;
  }

  HOST_DEVICE void remember(Real u, Real v) {
    for (int m = most_seen - 1; m > 0; --m) {
      seen_u[m] = seen_u[m - 1];
      seen_v[m] = seen_v[m - 1];
    }
    seen_u[0] = u;
    seen_v[0] = v;
  }

  HOST_DEVICE bool may_hold_better(const DeviceTile<Real>& tile) const {
    const Vec3T<Real> d{x - tile.u, y - tile.v, z - tile.f};
    const Real worth = Real(8) * std::numeric_limits<Real>::epsilon();
    const bool known = best.cost < no_cost<Real>();
    const Real beaten = known ? best.cost - worth * (std::fabs(best.cost) + s.time_scale) : no_cost<Real>();
    return !(known && foot_search_detail::least_over(tile, d, q) >= beaten) &&
           !foot_search_detail::out_of_reach(s, tile, d, b, beaten, q, Vec3T<Real>{});
  }

  HOST_DEVICE void try_leaf(const DeviceTile<Real>& tile) {
    for (int m = 0; m < most_seen; ++m)
      if (std::fabs(seen_u[m] - tile.u) <= Real(2) * tile.hu &&
          std::fabs(seen_v[m] - tile.v) <= Real(2) * tile.hv)
        return;
    Real u = tile.u;
    Real v = tile.v;
    Real T;
    const Real roam = Real(2) * (tile.hu > tile.hv ? tile.hu : tile.hv);
    if (!settle<Section>(s, x, y, z, side, roam, 8, u, v, T)) return;
    remember(u, v);
    const Real cost = s.sense * side * T;
    const Real rounding = Real(8) * std::numeric_limits<Real>::epsilon() * s.time_scale;
    if (!(cost < best.cost || (!best.settled && cost <= best.cost + rounding))) return;
    best = {u, v, cost, true};
    q = foot_slowness<Section>(s, best, side);
  }
};

// The best foot of the node (x, y, z) on its side. `known`: a foot of this node, or one with cost +infinity.
template <bool Section, class Real>
HOST_DEVICE inline DeviceFoot<Real> search_foot(const FootSetup<Real>& s, Real x, Real y, Real z, Real side,
                                                const DeviceFoot<Real>& known) {
  using namespace foot_search_detail;
  if (s.speeds.F == Real(0)) return slide<Section>(s, x, y, z, side);
  constexpr int bits = Section ? 1 : 2;
  NodeSearch<Section, Real> search(s, x, y, z, side, known);
  if (search.is_done()) return search.best;
  int level = 0;
  int place = 0;
  while (true) {
    const DeviceTile<Real> tile = s.tiles[level_start<Section>(level) + place];
    const bool open = search.may_hold_better(tile);
    if (open && level < s.leaf_level) {
      ++level;
      place <<= bits;
      continue;
    }
    if (open) search.try_leaf(tile);
    ++place;
    while (level > 0 && (place & ((1 << bits) - 1)) == 0) {
      place >>= bits;
      --level;
    }
    if (level == 0) return search.best;
  }
}

}  // namespace foldwave
