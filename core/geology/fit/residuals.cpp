#include "core/geology/fit/residuals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/horizon/points_surface.hpp"
#include "core/horizon/scattered_fit.hpp"

namespace foldwave {

namespace {

constexpr float nowhere = std::numeric_limits<float>::quiet_NaN();

double median_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double turn(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool inside_hull(std::span<const Vec3> hull, const Vec3& p, double slack) {
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vec3 &a = hull[i], &b = hull[(i + 1) % hull.size()];
    if (turn(a, b, p) < -slack * std::hypot(b.x - a.x, b.y - a.y)) return false;
  }
  return true;
}

// A section's picks by x, straight between them.
std::vector<float> section_map(const Grid3& grid, std::span<const Vec3> picks,
                               std::span<const double> misfit) {
  std::vector<std::size_t> order(picks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return picks[a].x < picks[b].x; });
  std::vector<float> map(static_cast<std::size_t>(grid.n[0]), nowhere);
  const double slack = 1e-9 * grid.extent().x;
  for (int i = 0; i < grid.n[0]; ++i) {
    const double x = i * grid.h[0];
    const auto next = std::lower_bound(order.begin(), order.end(), x - slack,
                                       [&](std::size_t m, double at) { return picks[m].x < at; });
    if (next == order.end() || (next == order.begin() && picks[*next].x > x + slack)) continue;
    const std::size_t b = *next, a = next == order.begin() ? b : *(next - 1);
    const double gap = picks[b].x - picks[a].x;
    const double part = gap > 0.0 ? std::clamp((x - picks[a].x) / gap, 0.0, 1.0) : 0.0;
    map[static_cast<std::size_t>(i)] = static_cast<float>((1.0 - part) * misfit[a] + part * misfit[b]);
  }
  return map;
}

}  // namespace

MisfitNumbers misfit_numbers(std::span<const Vec3> picks, std::span<const double> misfit, double cell) {
  MisfitNumbers found;
  if (picks.empty()) return found;
  found.mean = found.largest = found.share_in_cell = 0.0;
  const auto n = static_cast<double>(picks.size());
  double squares = 0.0, depth = 0.0;
  for (const Vec3& p : picks)
    depth += p.z / n;
  double relief = 0.0;
  std::vector<double> size(misfit.size());
  for (std::size_t i = 0; i < picks.size(); ++i) {
    size[i] = std::abs(misfit[i]);
    squares += misfit[i] * misfit[i];
    found.mean += misfit[i] / n;
    relief += (picks[i].z - depth) * (picks[i].z - depth);
    if (size[i] < cell) found.share_in_cell += 1.0 / n;
    if (size[i] >= found.largest) {
      found.largest = size[i];
      found.where = picks[i];
    }
  }
  found.rms = std::sqrt(squares / n);
  found.median = median_of(std::move(size));
  if (relief > 0.0) found.explained = 1.0 - squares / relief;
  return found;
}

double robust_scale(std::span<const double> values) {
  std::vector<double> size(values.size());
  std::transform(values.begin(), values.end(), size.begin(), [](double v) { return std::abs(v); });
  return 1.4826 * median_of(std::move(size));
}

double Correlation::at(double distance) const {
  return share > 0.0 ? share * std::exp(-distance / length) : 0.0;
}

Correlation correlation_of(std::span<const Vec3> picks, std::span<const double> misfit) {
  if (picks.size() < 30) return {};
  const double bend = huber_bend * robust_scale(misfit);
  std::vector<double> value(misfit.size());
  std::transform(misfit.begin(), misfit.end(), value.begin(),
                 [&](double m) { return std::clamp(m, -bend, bend); });
  double variance = 0.0;
  for (const double v : value)
    variance += v * v / static_cast<double>(value.size());
  if (!(variance > 0.0)) return {};
  Vec3 low = picks[0], high = picks[0];
  for (const Vec3& p : picks)
    for (int a = 0; a < 2; ++a) {
      low[a] = std::min(low[a], p[a]);
      high[a] = std::max(high[a], p[a]);
    }
  const double farthest = 0.5 * std::hypot(high.x - low.x, high.y - low.y);
  if (!(farthest > 0.0)) return {};
  const double nearest = 0.5 * farthest / std::sqrt(static_cast<double>(picks.size()));

  // Bins of distance, each a quarter longer than the one before.
  struct Bin {
    double pairs = 0.0, products = 0.0, distances = 0.0;
  };
  constexpr double growth = 1.25;
  std::vector<Bin> bins(static_cast<std::size_t>(std::log(farthest / nearest) / std::log(growth)) + 1);
  for (std::size_t i = 0; i < picks.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double d = std::hypot(picks[i].x - picks[j].x, picks[i].y - picks[j].y);
      if (d >= farthest) continue;
      const double at = std::log(std::max(d / nearest, 1.0)) / std::log(growth);
      Bin& bin = bins[std::min(static_cast<std::size_t>(at), bins.size() - 1)];
      bin.pairs += 1.0;
      bin.products += value[i] * value[j];
      bin.distances += d;
    }
  Correlation best;
  double most_explained = 9.0;  // three standard errors, squared: a bin's is 1 / sqrt(pairs)
  for (double length = nearest; length <= farthest; length *= 1.1) {
    double along = 0.0, square = 0.0;
    for (const Bin& bin : bins) {
      if (bin.pairs == 0.0) continue;
      const double e = std::exp(-bin.distances / bin.pairs / length);
      along += bin.products / variance * e;
      square += bin.pairs * e * e;
    }
    if (along > 0.0 && square > 0.0 && along * along / square > most_explained) {
      most_explained = along * along / square;
      best = {std::min(along / square, 1.0), length};
    }
  }
  return best;
}

std::vector<Vec3> map_hull(std::span<const Vec3> picks) {
  std::vector<Vec3> points(picks.begin(), picks.end());
  std::sort(points.begin(), points.end(),
            [](const Vec3& a, const Vec3& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  // Andrew's monotone chain: the lower side from west to east, then the upper one back.
  std::vector<Vec3> hull;
  for (const bool upper : {false, true}) {
    const std::size_t first = hull.size();
    for (const Vec3& p : points) {
      while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0.0)
        hull.pop_back();
      hull.push_back(p);
    }
    if (!hull.empty()) hull.pop_back();
    if (!upper) std::reverse(points.begin(), points.end());
  }
  return hull;
}

double hull_area(std::span<const Vec3> hull) {
  double twice = 0.0;
  for (std::size_t i = 2; i < hull.size(); ++i)
    twice += turn(hull[0], hull[i - 1], hull[i]);
  return 0.5 * twice;
}

std::vector<float> misfit_map(const Grid3& grid, std::span<const Vec3> picks, std::span<const double> misfit,
                              const Job& job) {
  if (grid.is_section()) return section_map(grid, picks, misfit);
  std::vector<float> map(static_cast<std::size_t>(grid.n[0]) * static_cast<std::size_t>(grid.n[1]), nowhere);
  std::vector<Vec3> values(picks.begin(), picks.end());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i].z = misfit[i];
  const std::vector<Vec3> hull = map_hull(picks);
  if (hull.size() < 3 || on_one_line(values)) return map;
  const BsplineGrid surface = fit_scattered(values, fit_domain(grid, 0.0, 96), 0.0, job).surface;
  const double slack = 1e-6 * std::min(grid.h[0], grid.h[1]);
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i) {
      const Vec3 at = grid.local(i, j, 0);
      if (inside_hull(hull, at, slack))
        map[static_cast<std::size_t>(i + grid.n[0] * j)] = static_cast<float>(surface.value(at.x, at.y));
    }
  return map;
}

}  // namespace foldwave
