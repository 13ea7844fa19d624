#include "core/geology/level_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace foldwave {

namespace {

// T and its derivatives in the plane of a profile.
struct PlaneJet {
  double T, ts, tt;  // T, T_s, T_t
  double tss, tst, ttt;
  double alpha() const { return std::atan2(ts, tt); }
};

std::optional<PlaneJet> plane_jet(const ArrivalProbe& probe, const Profile& profile, double s, double t) {
  const auto jet = probe.at(profile.at(s, t));
  if (!jet) return {};
  const Vec3 along = jet->bend(profile.across);
  return PlaneJet{jet->T,
                  dot(jet->gradient, profile.across),
                  dot(jet->gradient, profile.up),
                  dot(along, profile.across),
                  dot(along, profile.up),
                  dot(jet->bend(profile.up), profile.up)};
}

double turned(double angle, double near) {
  return angle + 2.0 * std::numbers::pi * std::round((near - angle) / (2.0 * std::numbers::pi));
}

// Edges of the net that the level crosses, joined cell by cell. An edge is 2 m along s and 2 m + 1 along t
// from sample m; `most_samples` keeps them within int.
class Linker {
 public:
  Linker(const ProfileSection& section, double level) : section_(section), level_(level) {
    const auto edges = 2 * section.arrival.size();
    links_.assign(edges, {-1, -1});
    for (int j = 0; j + 1 < section.rows; ++j)
      for (int i = 0; i + 1 < section.columns; ++i)
        cut(i, j);
  }

  // The curves as edges in order; closed ones repeat none.
  std::vector<std::vector<int>> chains() {
    std::vector<std::vector<int>> chains;
    std::vector<bool> seen(links_.size(), false);
    // Open ones from their ends first, then what is left: closed ones.
    for (const bool closed : {false, true})
      for (std::size_t e = 0; e < links_.size(); ++e) {
        const bool end = links_[e][0] >= 0 && links_[e][1] < 0;
        if (seen[e] || links_[e][0] < 0 || (!closed && !end)) continue;
        std::vector<int> chain;
        for (int at = static_cast<int>(e), before = -1; at >= 0 && !seen[static_cast<std::size_t>(at)];) {
          seen[static_cast<std::size_t>(at)] = true;
          chain.push_back(at);
          const auto& next = links_[static_cast<std::size_t>(at)];
          const int go = next[0] != before ? next[0] : next[1];
          before = at;
          at = go;
        }
        if (chain.size() > 1) chains.push_back(std::move(chain));
      }
    return chains;
  }

  // Where the level crosses an edge, in samples from the first.
  std::array<double, 2> place(int edge) const {
    const int m = edge / 2;
    const int i = m % section_.columns, j = m / section_.columns;
    const bool upright = edge % 2 == 1;
    const double a = section_.T(i, j), b = upright ? section_.T(i, j + 1) : section_.T(i + 1, j);
    const double part = (level_ - a) / (b - a);
    return {i + (upright ? 0.0 : part), j + (upright ? part : 0.0)};
  }

 private:
  void join(int a, int b) {
    for (const auto& [from, to] : {std::pair{a, b}, {b, a}}) {
      auto& link = links_[static_cast<std::size_t>(from)];
      link[link[0] < 0 ? 0 : 1] = to;
    }
  }

  void cut(int i, int j) {
    // Corners counter-clockwise from (i, j); edge k joins corners k and k + 1.
    const std::array<double, 4> T{section_.T(i, j), section_.T(i + 1, j), section_.T(i + 1, j + 1),
                                  section_.T(i, j + 1)};
    std::array<bool, 4> above{};
    for (std::size_t k = 0; k < 4; ++k) {
      if (std::isnan(T[k])) return;
      above[k] = T[k] > level_;
    }
    const int m = i + j * section_.columns;
    const std::array<int, 4> edge{2 * m, 2 * (m + 1) + 1, 2 * (m + section_.columns), 2 * m + 1};
    std::array<int, 4> crossed{};
    std::size_t count = 0;
    for (std::size_t k = 0; k < 4; ++k)
      if (above[k] != above[(k + 1) % 4]) crossed[count++] = edge[k];
    if (count == 2) join(crossed[0], crossed[1]);
    if (count != 4) return;
    // A saddle: the middle says which corners hang together.
    const bool middle = 0.25 * (T[0] + T[1] + T[2] + T[3]) > level_;
    const std::size_t first = middle == above[0] ? 0 : 3;
    join(crossed[first], crossed[(first + 1) % 4]);
    join(crossed[(first + 2) % 4], crossed[(first + 3) % 4]);
  }

  const ProfileSection& section_;
  double level_;
  std::vector<std::array<int, 2>> links_;
};

// The net's crossing brought to the level along grad T; not farther than a cell.
std::optional<CurvePoint> settle(const ArrivalProbe& probe, const ProfileSection& section, double level,
                                 double s, double t) {
  CurvePoint point{s, t};
  for (int q = 0; q < 3; ++q) {
    const auto jet = plane_jet(probe, section.profile, point.s, point.t);
    if (!jet) return {};
    const double slope2 = jet->ts * jet->ts + jet->tt * jet->tt;
    if (!(slope2 > 0.0)) return {};
    point.alpha = jet->alpha();
    const double step = (level - jet->T) / slope2;
    if (std::abs(step) * std::sqrt(slope2) > section.step()) return {};
    if (std::abs(step) * std::sqrt(slope2) < 1e-5 * section.step()) break;
    point.s += step * jet->ts;
    point.t += step * jet->tt;
  }
  return point;
}

double distance(const CurvePoint& a, const CurvePoint& b) {
  return std::hypot(b.s - a.s, b.t - a.t);
}

// Turns the curve the right way round, makes alpha continuous and judges what is resolved.
void finish(LevelCurve& curve, double cell) {
  double forward = 0.0;
  for (std::size_t i = 1; i < curve.size(); ++i)
    forward += (curve[i].s - curve[i - 1].s) * std::cos(curve[i].alpha) -
               (curve[i].t - curve[i - 1].t) * std::sin(curve[i].alpha);
  if (forward < 0.0) std::reverse(curve.begin(), curve.end());
  for (std::size_t i = 1; i < curve.size(); ++i)
    curve[i].alpha = turned(curve[i].alpha, curve[i - 1].alpha);
  // Over two cells at least, so that points close together do not make noise.
  std::size_t from = 0, to = 0;
  double reach = 0.0;  // from `from` to `to`
  for (std::size_t i = 0; i < curve.size(); ++i) {
    while (to + 1 < curve.size() && (to <= i || distance(curve[i], curve[to]) < cell))
      reach += distance(curve[to], curve[to + 1]), ++to;
    while (from < i && distance(curve[from + 1], curve[i]) >= cell)
      reach -= distance(curve[from], curve[from + 1]), ++from;
    if (reach > 0.0) curve[i].curvature = (curve[to].alpha - curve[from].alpha) / reach;
  }
  std::vector<double> along(curve.size(), 0.0);
  for (std::size_t i = 1; i < curve.size(); ++i)
    along[i] = along[i - 1] + distance(curve[i - 1], curve[i]);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (std::abs(curve[i].curvature) * 3.0 * cell < 1.0) continue;
    for (std::size_t k = i; k < curve.size() && along[k] - along[i] < 2.5 * cell; ++k)
      curve[k].resolved = false;
    for (std::size_t k = i + 1; k-- > 0 && along[i] - along[k] < 2.5 * cell;)
      curve[k].resolved = false;
  }
}

}  // namespace

LevelCurves level_curves(const ArrivalProbe& probe, const ProfileSection& section, double level) {
  Linker linker(section, level);
  LevelCurves found{level, {}};
  for (const std::vector<int>& chain : linker.chains()) {
    LevelCurve curve;
    for (const int edge : chain) {
      const auto [i, j] = linker.place(edge);
      if (const auto point =
              settle(probe, section, level, section.s0 + i * section.step_s, section.t0 + j * section.step_t))
        curve.push_back(*point);
    }
    if (curve.size() < 2) continue;
    finish(curve, section.step());
    found.curves.push_back(std::move(curve));
  }
  return found;
}

std::vector<DipPoint> points_of_dip(const ArrivalProbe& probe, const Profile& profile,
                                    const LevelCurves& boundary, double alpha) {
  std::vector<DipPoint> found;
  const auto refine = [&](double s, double t, double longest) {
    DipPoint point{s, t, alpha, 0.0, 0.0, 0.0};
    double moved = 1.0;
    for (int q = 0; q < 8 && moved > 1e-6; ++q) {
      const auto jet = plane_jet(probe, profile, point.s, point.t);
      if (!jet) return;
      // Rows: T = level, alpha = wanted. The way that leaves alpha alone and gains one of T is the isogon.
      const double g2 = jet->ts * jet->ts + jet->tt * jet->tt;
      const double as = (jet->tt * jet->tss - jet->ts * jet->tst) / g2;
      const double at = (jet->tt * jet->tst - jet->ts * jet->ttt) / g2;
      const double det = jet->ts * at - jet->tt * as;
      if (!(std::abs(det) * probe.finest() > 1e-7 * std::sqrt(g2))) return;  // straight
      const double missing_T = boundary.level - jet->T;
      const double missing = turned(alpha - jet->alpha(), 0.0);
      const double ds = (missing_T * at - jet->tt * missing) / det;
      const double dt = (jet->ts * missing - missing_T * as) / det;
      point.isogon_s = at / det;
      point.isogon_t = -as / det;
      point.curvature = (as * jet->tt - at * jet->ts) / std::sqrt(g2);
      moved = std::hypot(ds, dt) / longest;
      point.s += ds;
      point.t += dt;
      if (std::hypot(point.s - s, point.t - t) > longest) return;
    }
    const auto same = [&](const DipPoint& p) {
      return std::hypot(p.s - point.s, p.t - point.t) < 0.1 * longest;
    };
    if (moved <= 1e-3 && std::none_of(found.begin(), found.end(), same)) found.push_back(point);
  };
  for (const LevelCurve& curve : boundary.curves)
    for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
      const CurvePoint &a = curve[i], &b = curve[i + 1];
      if (!a.resolved || !b.resolved) continue;
      const double wanted = turned(alpha, a.alpha);
      if ((a.alpha <= wanted) == (b.alpha <= wanted)) continue;
      const double part = (wanted - a.alpha) / (b.alpha - a.alpha);
      refine(a.s + part * (b.s - a.s), a.t + part * (b.t - a.t),
             2.0 * std::max(probe.finest(), distance(a, b)));
    }
  return found;
}

}  // namespace foldwave
