// A unit of nodes (8 x 4 x 4 of a cell that a shock or a caustic crosses) solved by a team of as many lanes:
// a block of threads on the device, a loop on the CPU. The team searches once for all its nodes.
//
// With q the best slowness at the unit's centre c, the cost at c + e is at most cost(c) + q.e + excess; tau
// is convex, so the excess is the largest of the eight corners'. A tile whose bound at c is above cost(c) +
// excess holds no foot of any of the nodes: q.e cancels for q itself, and costs |p - q| half for another
// slowness p. In the leaves that are left lie all the feet that can win. Where the horizon bends the wave
// front regularly over all of them, each leaf's descent from c gives one to begin with, and a node tries them
// all; next to a caustic it searches the leaves for itself.
#pragma once

#include "gpu/fold/cuda_foot_cells.hpp"

namespace foldwave {

constexpr int unit_x = 8;
constexpr int unit_y = 4;
constexpr int unit_z = 4;
constexpr int unit_lanes = 128;
constexpr int units_a_cell = 4;
constexpr float least_quality = 0.15F;  // below it a caustic is near

// What the lanes share.
template <class Real>
struct UnitState {
  static constexpr int most_tiles = 512;
  static constexpr int most_leaves = 256;
  static constexpr int most_starts = 16;
  enum Kind : int { nothing, foot, centre };

  Vec3T<Real> at, half;  // the unit's centre and half sizes
  Real side;
  int irregular;  // leaves next to a caustic
  bool alone;     // every node searches for itself
  DeviceFoot<Real> best;
  Vec3T<Real> q;
  Real beaten;
  Real corner[8];
  DeviceFoot<Real> known[8];
  int tiles[2][most_tiles];
  int count[16];  // of a level's tiles
  int kind[most_leaves];
  int chosen[most_leaves];
  Real u[most_leaves], v[most_leaves];
  int starts;
  int start[most_starts];
};

// The lanes one after the other.
struct SerialTeam {
  template <class Work>
  void each(const Work& work) const {
    for (int lane = 0; lane < unit_lanes; ++lane)
      work(lane);
  }
  int next(int& counter) const { return counter++; }
};

// The steps of a unit, one after the other. All but the first and the last are for nodes that search
// together.
template <bool Section, class Real, class Team>
struct UnitSteps {
  using State = UnitState<Real>;

  const Team& team;
  State& w;
  const FootSetup<Real>& s;
  const FootGrid<Real>& g;
  const PointFoot<Real>* lattice;
  int i0, j0, k0;  // the first node
  Real rounding, leaf_half, roam;
  Vec3T<Real> c{}, b{};  // from here on of the unit's centre
  Real side{};
  int leaves = 0;

  HOST_DEVICE UnitSteps(const Team& with, State& state, const FootSetup<Real>& setup,
                        const FootGrid<Real>& grid, const PointFoot<Real>* feet, int i, int j, int k)
      : team(with), w(state), s(setup), g(grid), lattice(feet), i0(i), j0(j), k0(k) {
    rounding = Real(8) * std::numeric_limits<Real>::epsilon() * s.time_scale;
    const DeviceTile<Real>& leaf = s.tiles[foot_search_detail::level_start<Section>(s.leaf_level)];
    leaf_half = leaf.hu > leaf.hv ? leaf.hu : leaf.hv;
    const Real widest =
        g.h[0] > g.h[1] ? (g.h[0] > g.h[2] ? g.h[0] : g.h[2]) : (g.h[1] > g.h[2] ? g.h[1] : g.h[2]);
    roam = Real(2) * leaf_half + Real(foot_stride) * (Section ? (g.h[0] > g.h[2] ? g.h[0] : g.h[2]) : widest);
  }

  HOST_DEVICE void place() {
    const int low[3] = {i0, j0, k0};
    const int shape[3] = {unit_x, unit_y, unit_z};
    team.each([&](int lane) {
      if (lane < 16) w.count[lane] = 0;
      if (lane != 0) return;
      Real at[3];
      Real half[3];
      for (int a = 0; a < 3; ++a) {
        const int last = low[a] + shape[a] - 1;
        const Real x0 = g.at(a, low[a]);
        const Real x1 = g.at(a, last < g.n[a] ? last : g.n[a] - 1);
        at[a] = Real(0.5) * (x0 + x1);
        half[a] = Real(0.5) * (x1 - x0);
      }
      w.at = {at[0], at[1], at[2]};
      w.half = {half[0], half[1], half[2]};
      w.side = side_of<Section>(s, at[0], at[1], at[2]);
      w.alone = w.side == Real(0) || s.speeds.F == Real(0);
      w.starts = 0;
      w.irregular = 0;
    });
    c = w.at;
    side = w.side;
    b = {side * s.speeds.bx, side * s.speeds.by, side * s.speeds.bz};
  }

  // The feet of the cell's corners, brought to the centre; the best of them.
  HOST_DEVICE void bring_feet() const {
    team.each([&](int lane) {
      if (lane >= 8) return;
      const PointFoot<Real> corner =
          lattice[g.point(i0 / foot_stride + (lane & 1), j0 / foot_stride + ((lane >> 1) & 1),
                          k0 / foot_stride + (lane >> 2))];
      Real u = corner.u;
      Real v = corner.v;
      Real T;
      DeviceFoot<Real>& known = w.known[lane];
      known = {u, v, no_cost<Real>(), false};
      if (!(side * corner.T >= Real(0) && std::fabs(corner.T) < no_cost<Real>())) return;
      if (settle<Section>(s, c.x, c.y, c.z, side, Real(2) * roam, 8, u, v, T))
        known = {u, v, s.sense * side * T, true};
    });
    team.each([&](int lane) {
      if (lane != 0) return;
      w.best = w.known[0];
      for (int m = 1; m < 8; ++m)
        if (w.known[m].cost < w.best.cost) w.best = w.known[m];
      if (!w.best.settled) w.best = guess_foot<Section>(s, c.x, c.y, c.z, side, b);
      w.alone = !w.best.settled || !(std::fabs(w.best.cost) > rounding);
      if (!w.alone) w.q = foot_slowness<Section>(s, w.best, side);
    });
  }

  // What costs more is no foot of any of the nodes.
  HOST_DEVICE void bound_cost() const {
    team.each([&](int lane) {
      if (lane >= 8) return;
      const Vec3T<Real> e{(lane & 1) != 0 ? w.half.x : -w.half.x, (lane & 2) != 0 ? w.half.y : -w.half.y,
                          (lane & 4) != 0 ? w.half.z : -w.half.z};
      const Vec3T<Real> y{w.best.u, w.best.v, surface_jet<Section>(s.surface, w.best.u, w.best.v).f};
      const Real t = travel_time<Real>(c + e - y, s.speeds.F, b);
      w.corner[lane] = t < no_cost<Real>() ? s.sense * t - dot(w.q, e) : no_cost<Real>();
    });
    team.each([&](int lane) {
      if (lane != 0) return;
      Real most = w.best.cost;
      for (int m = 0; m < 8; ++m)
        if (!(w.corner[m] <= most)) most = w.corner[m];
      w.beaten = most + rounding;
      w.alone = !(w.beaten < no_cost<Real>());
    });
  }

  // Down the tree, a level at a time.
  HOST_DEVICE void find_leaves() {
    using namespace foot_search_detail;
    constexpr int bits = Section ? 1 : 2;
    for (int level = s.scan_level; level <= s.leaf_level; ++level) {
      const bool first = level == s.scan_level;
      const int given = first ? level_size<Section>(level) : w.count[level];
      const int* const from = w.tiles[level & 1];
      int* const to = w.tiles[(level + 1) & 1];
      team.each([&](int lane) {
        for (int m = lane; m < given; m += unit_lanes) {
          const int place = first ? m : from[m];
          const DeviceTile<Real>& tile = s.tiles[level_start<Section>(level) + place];
          const Vec3T<Real> d = c - Vec3T<Real>{tile.u, tile.v, tile.f};
          if (least_over(tile, d, w.q) >= w.beaten || out_of_reach(s, tile, d, b, w.beaten, w.q, w.half))
            continue;
          const int children = level < s.leaf_level ? 1 << bits : 1;
          for (int q = 0; q < children; ++q) {
            const int slot = team.next(w.count[level + 1]);
            if (slot < State::most_tiles) to[slot] = level < s.leaf_level ? (place << bits) + q : place;
          }
        }
      });
      if (w.count[level + 1] > (level < s.leaf_level ? State::most_tiles : State::most_leaves)) {
        team.each([&](int lane) {
          if (lane == 0) w.alone = true;
        });
        return;
      }
    }
    leaves = w.count[s.leaf_level + 1];
  }

  // In the order of the tree, whoever came first: the result is the same in every run.
  HOST_DEVICE void order_leaves() const {
    int* const places = w.tiles[s.leaf_level & 1];
    team.each([&](int lane) {
      const int* const found = w.tiles[(s.leaf_level + 1) & 1];
      for (int m = lane; m < leaves; m += unit_lanes) {
        int rank = 0;
        for (int n = 0; n < leaves; ++n)
          rank += found[n] < found[m] ? 1 : 0;
        places[rank] = found[m];
      }
    });
  }

  // What the leaves give to begin with: the foot that a descent from the centre ends at, or the leaf's own
  // place; one of each cluster.
  HOST_DEVICE void find_starts() const {
    const int* const places = w.tiles[s.leaf_level & 1];
    const Real near = Real(4) * leaf_half;
    team.each([&](int lane) {
      for (int m = lane; m < leaves; m += unit_lanes) {
        const DeviceTile<Real>& tile =
            s.tiles[foot_search_detail::level_start<Section>(s.leaf_level) + places[m]];
        Real u = tile.u;
        Real v = tile.v;
        Real T;
        const FootStep<Real> step = foot_step<Section>(s.surface, s.speeds, c.x, c.y, c.z, u, v);
        if (!(step.quality > static_cast<Real>(least_quality))) team.next(w.irregular);
        const bool found = settle<Section>(s, c.x, c.y, c.z, side, Real(2) * leaf_half, 8, u, v, T);
        const bool own = found && std::fabs(u - tile.u) <= near && std::fabs(v - tile.v) <= near;
        w.kind[m] = own ? State::foot : State::centre;
        w.u[m] = own ? u : tile.u;
        w.v[m] = own ? v : tile.v;
      }
    });
    team.each([&](int lane) {
      for (int m = lane; m < leaves; m += unit_lanes) {
        bool chosen = true;
        for (int n = 0; n < leaves && chosen; ++n) {
          if (n == m) continue;
          if (w.kind[m] == State::foot)
            chosen = w.kind[n] != State::foot || n > m || is_apart(m, n, Real(0.5) * leaf_half);
          else
            chosen = w.kind[n] == State::foot ? is_apart(m, n, near) : n > m || is_apart(m, n, near);
        }
        w.chosen[m] = chosen ? 1 : 0;
        if (chosen) team.next(w.starts);
      }
    });
    team.each([&](int lane) {
      for (int m = lane; m < leaves; m += unit_lanes) {
        if (w.chosen[m] == 0) continue;
        int slot = 0;
        for (int n = 0; n < m; ++n)
          slot += w.chosen[n];
        if (slot < State::most_starts) w.start[slot] = m;
      }
    });
  }

  HOST_DEVICE bool is_apart(int m, int n, Real distance) const {
    return std::fabs(w.u[m] - w.u[n]) > distance || std::fabs(w.v[m] - w.v[n]) > distance;
  }

  // T of a node on the unit's side of the horizon.
  HOST_DEVICE Real solve_node(Real x, Real y, Real z) const {
    DeviceFoot<Real> best{x, y, no_cost<Real>(), false};
    bool lost = false;
    for (int m = 0; m < w.starts; ++m) {
      Real u = w.u[w.start[m]];
      Real v = w.v[w.start[m]];
      Real T;
      if (settle<Section>(s, x, y, z, side, roam, 8, u, v, T)) {
        const Real cost = s.sense * side * T;
        if (cost < best.cost) best = {u, v, cost, true};
      } else {
        lost = lost || w.kind[w.start[m]] == State::foot;
      }
    }
    if (w.irregular > 0 || lost || !best.settled) {
      NodeSearch<Section, Real> search(s, x, y, z, side, best);
      for (int m = 0; m < leaves && !search.is_done(); ++m) {
        const DeviceTile<Real>& tile =
            s.tiles[foot_search_detail::level_start<Section>(s.leaf_level) + w.tiles[s.leaf_level & 1][m]];
        if (search.may_hold_better(tile)) search.try_leaf(tile);
      }
      best = search.best;
    }
    return side * (best.cost < no_cost<Real>() ? s.sense * best.cost : no_cost<Real>());
  }
};

// put(i, j, k, T) for every node of the unit whose first node is (i0, j0, k0).
template <bool Section, class Real, class Team, class Put>
HOST_DEVICE inline void solve_unit(const Team& team, UnitState<Real>& w, const FootSetup<Real>& s,
                                   const FootGrid<Real>& g, const PointFoot<Real>* lattice, int i0, int j0,
                                   int k0, const Put& put) {
  if (i0 >= g.n[0] || j0 >= g.n[1] || k0 >= g.n[2]) return;
  UnitSteps<Section, Real, Team> unit(team, w, s, g, lattice, i0, j0, k0);
  unit.place();
  if (!w.alone) unit.bring_feet();
  if (!w.alone) unit.bound_cost();
  if (!w.alone) unit.find_leaves();
  if (!w.alone) {
    unit.order_leaves();
    unit.find_starts();
  }
  const bool together = !w.alone && w.starts <= UnitState<Real>::most_starts;
  team.each([&](int lane) {
    const int i = i0 + lane % unit_x;
    const int j = j0 + lane / unit_x % unit_y;
    const int k = k0 + lane / (unit_x * unit_y);
    if (i >= g.n[0] || j >= g.n[1] || k >= g.n[2]) return;
    const Real x = g.at(0, i);
    const Real y = g.at(1, j);
    const Real z = g.at(2, k);
    if (together && side_of<Section>(s, x, y, z) == w.side)
      put(i, j, k, unit.solve_node(x, y, z));
    else
      put(i, j, k, solve_hard_node<Section>(s, g, lattice, i, j, k));
  });
}

}  // namespace foldwave
