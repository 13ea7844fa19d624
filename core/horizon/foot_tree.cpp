#include "core/horizon/foot_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace foldwave {

namespace {

constexpr int most_leaves = 1024;  // a side

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
      const Vec3 V = sign * (F * n + b);
      if (sign * V.z > -0.05 * (std::abs(F) + norm(b))) return std::numeric_limits<double>::infinity();
      most = std::max(most, std::hypot(V.x, V.y) / std::abs(V.z));
    }
  }
  return most;
}

MapDomain reach(const Horizon& horizon, const QueryBox& box, double F, Vec3 b) {
  const Vec3 extent = box.high - box.low;
  const double diagonal = norm(extent);
  double farthest = 0.0;
  for (int j = 0; j <= 16; ++j)
    for (int i = 0; i <= 16; ++i) {
      const double f = horizon.depth(box.low.x - diagonal + (extent.x + 2.0 * diagonal) * i / 16,
                                     box.low.y - diagonal + (extent.y + 2.0 * diagonal) * j / 16);
      farthest = std::max({farthest, std::abs(f - box.low.z), std::abs(box.high.z - f)});
    }
  const double lean = std::max(sideways(horizon, F, b, 1.0), sideways(horizon, F, b, -1.0));
  double margin = 1.2 * farthest * lean;
  margin = std::isfinite(margin) ? std::clamp(margin, 0.1 * diagonal, 8.0 * diagonal) : 8.0 * diagonal;
  if (horizon.is_section())
    return {box.low.x - margin, horizon.section_y(), box.high.x + margin, horizon.section_y()};
  return {box.low.x - margin, box.low.y - margin, box.high.x + margin, box.high.y + margin};
}

// The largest second derivatives of a spline over a rectangle.
HeightJet bend_within(const SurfaceView<double>& s, double x0, double x1, double y0, double y1) {
  const bool section = s.ny == 1;
  const int row = s.nx + 2;
  const auto first = [](double a, int n) { return std::clamp(static_cast<int>(std::floor(a)), 0, n - 2); };
  const int i0 = first((x0 - s.x0) * s.inverse_dx, s.nx);
  const int i1 = first((x1 - s.x0) * s.inverse_dx, s.nx) + 3;
  const int j0 = section ? 0 : first((y0 - s.y0) * s.inverse_dy, s.ny);
  const int j1 = section ? 0 : first((y1 - s.y0) * s.inverse_dy, s.ny) + 3;
  HeightJet bend;
  for (int j = j0; j <= j1; ++j)
    for (int i = i0; i <= i1; ++i) {
      const double* const c = s.c + static_cast<std::ptrdiff_t>(j) * row + i;
      if (i + 2 <= i1) bend.fxx = std::max(bend.fxx, std::abs(c[0] - 2.0 * c[1] + c[2]));
      if (j + 2 <= j1) bend.fyy = std::max(bend.fyy, std::abs(c[0] - 2.0 * c[row] + c[2 * row]));
      if (i < i1 && j < j1) bend.fxy = std::max(bend.fxy, std::abs(c[row + 1] - c[row] - c[1] + c[0]));
    }
  bend.fxx *= s.inverse_dx * s.inverse_dx;
  bend.fxy *= s.inverse_dx * s.inverse_dy;
  bend.fyy *= s.inverse_dy * s.inverse_dy;
  return bend;
}

FootTreeLevel make_leaves(const Horizon& horizon, const MapDomain& domain, int n) {
  const int rows = horizon.is_section() ? 1 : n;
  const HeightJet everywhere = horizon.bend_bound();
  const bool known = std::isfinite(everywhere.fxx);
  SurfaceTable<double> spline;  // exact where the horizon is one, also outside its nodes
  if (!known) spline = make_surface_table<double>(horizon, domain, 0.0);
  FootTreeLevel leaves{n, 0.5 * (domain.x1 - domain.x0) / n, 0.5 * (domain.y1 - domain.y0) / rows, {}};
  leaves.tiles.resize(static_cast<std::size_t>(n) * static_cast<std::size_t>(rows));
#pragma omp parallel for schedule(static)
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < n; ++i) {
      const double u = domain.x0 + (2 * i + 1) * leaves.hu;
      const double v = domain.y0 + (2 * j + 1) * leaves.hv;
      const HeightJet c = horizon.at(u, v);
      const HeightJet bend =
          known ? everywhere
                : bend_within(spline.view, u - leaves.hu, u + leaves.hu, v - leaves.hv, v + leaves.hv);
      const double deviation =
          0.5 * (bend.fxx * leaves.hu * leaves.hu + 2.0 * bend.fxy * leaves.hu * leaves.hv +
                 bend.fyy * leaves.hv * leaves.hv);
      leaves.tiles[static_cast<std::size_t>(j) * static_cast<std::size_t>(n) + static_cast<std::size_t>(i)] =
          {u, v, c.f, c.fx, c.fy, deviation};
    }
  }
  return leaves;
}

FootTreeLevel make_parents(const FootTreeLevel& fine, bool section) {
  const int n = fine.n / 2;
  const int rows = section ? 1 : n;
  FootTreeLevel coarse{n, 2.0 * fine.hu, section ? fine.hv : 2.0 * fine.hv, {}};
  coarse.tiles.reserve(static_cast<std::size_t>(n) * static_cast<std::size_t>(rows));
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < n; ++i) {
      std::array<const FootTile*, 4> children{};
      std::size_t count = 0;
      for (int b = 0; b < (section ? 1 : 2); ++b)
        for (int a = 0; a < 2; ++a)
          children[count++] = &fine.tiles[static_cast<std::size_t>(section ? 0 : 2 * j + b) *
                                              static_cast<std::size_t>(fine.n) +
                                          static_cast<std::size_t>(2 * i + a)];
      FootTile t{0, 0, 0, 0, 0, 0};
      const double share = 1.0 / static_cast<double>(count);
      for (std::size_t q = 0; q < count; ++q) {
        const FootTile& c = *children[q];
        t = {t.u + share * c.u,   t.v + share * c.v,   t.f + share * c.f,
             t.fu + share * c.fu, t.fv + share * c.fv, 0.0};
      }
      for (std::size_t q = 0; q < count; ++q) {
        const FootTile& c = *children[q];
        const double off = c.f - t.f - t.fu * (c.u - t.u) - t.fv * (c.v - t.v);
        const double tilt = std::abs(c.fu - t.fu) * fine.hu + std::abs(c.fv - t.fv) * fine.hv;
        t.deviation = std::max(t.deviation, std::abs(off) + tilt + c.deviation);
      }
      coarse.tiles.push_back(t);
    }
  }
  return coarse;
}

}  // namespace

FootTree make_foot_tree(const Horizon& horizon, const QueryBox& box, double F, Vec3 b) {
  if (horizon.is_section()) b.y = 0.0;
  FootTree tree{reach(horizon, box, F, b), {}};
  const double width = tree.domain.x1 - tree.domain.x0;
  const double depth = tree.domain.y1 - tree.domain.y0;
  // Small enough to part neighbouring ripples, with bounds that rule out most of it.
  const double finest = std::min(horizon.smallest_feature(), std::max(2.0 * box.spacing, width / 256.0));
  int n = 4;
  while (n < most_leaves && std::max(width, depth) / n > finest)
    n *= 2;
  tree.levels.push_back(make_leaves(horizon, tree.domain, n));
  while (tree.levels.front().n > 1)
    tree.levels.insert(tree.levels.begin(), make_parents(tree.levels.front(), horizon.is_section()));
  return tree;
}

}  // namespace foldwave
