#include "core/horizon/decimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "core/base/error.hpp"
#include "core/horizon/bspline_grid.hpp"
#include "core/horizon/thin_plate.hpp"

namespace foldwave {

namespace {

constexpr std::size_t block = 1024;  // points a thread works on at a time
constexpr std::size_t picks_a_look = 1 << 16;

double kernel(double r2) {
  return r2 > 0.0 ? 0.5 * r2 * std::log(r2) : 0.0;
}
double kernel(const Vec3& a, const Vec3& b) {
  return kernel((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

double area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

struct MapBounds {
  double x0, y0, x1, y1;
  double size() const { return std::max({x1 - x0, y1 - y0, 1e-300}); }
};
MapBounds map_bounds(std::span<const Vec3> points) {
  MapBounds b{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const Vec3& p : points) {
    b.x0 = std::min(b.x0, p.x);
    b.y0 = std::min(b.y0, p.y);
    b.x1 = std::max(b.x1, p.x);
    b.y1 = std::max(b.y1, p.y);
  }
  return b;
}

template <class Measure>
std::size_t largest(std::span<const Vec3> points, Measure&& measure) {
  std::size_t best = 0;
  double most = -1.0;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (const double value = measure(points[i]); value > most) {
      most = value;
      best = i;
    }
  return best;
}

// Three picks far apart, between which the first surface is a plane.
std::array<std::size_t, 3> far_apart(std::span<const Vec3> points) {
  const Vec3 middle{0.5, 0.5, 0.0};
  const auto distance = [](const Vec3& a, const Vec3& b) { return std::hypot(a.x - b.x, a.y - b.y); };
  const std::size_t a = largest(points, [&](const Vec3& p) { return distance(p, middle); });
  const std::size_t b = largest(points, [&](const Vec3& p) { return distance(p, points[a]); });
  const std::size_t c =
      largest(points, [&](const Vec3& p) { return std::abs(area(points[a], points[b], p)); });
  const double length = distance(points[a], points[b]);
  if (std::abs(area(points[a], points[b], points[c])) <= 1e-6 * length * length)
    throw InputError("the picks", "lie on one line in the map", "give picks that cover an area");
  return {a, b, c};
}

// The kernel without its linear interpolation at three anchors: positive definite away from them.
class AnchoredKernel {
 public:
  explicit AnchoredKernel(const std::array<Vec3, 3>& anchors) : anchors_(anchors) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        between_[i][j] = kernel(anchors_[i], anchors_[j]);
  }

  struct Seen {
    std::array<double, 3> share;  // of each anchor in the linear interpolation
    std::array<double, 3> toward;
  };
  Seen see(const Vec3& p) const {
    const auto& [a, b, c] = anchors_;
    const double whole = area(a, b, c);
    Seen s{{area(p, b, c) / whole, area(a, p, c) / whole, area(a, b, p) / whole}, {}};
    for (std::size_t i = 0; i < 3; ++i)
      s.toward[i] = kernel(p, anchors_[i]);
    return s;
  }
  double at(const Vec3& p, const Seen& ps, const Vec3& q, const Seen& qs) const {
    double k = kernel(p, q);
    for (std::size_t i = 0; i < 3; ++i) {
      k -= ps.share[i] * qs.toward[i] + qs.share[i] * ps.toward[i];
      for (std::size_t j = 0; j < 3; ++j)
        k += ps.share[i] * qs.share[j] * between_[i][j];
    }
    return k;
  }

 private:
  std::array<Vec3, 3> anchors_;
  std::array<std::array<double, 3>, 3> between_{};
};

class Greedy {
 public:
  Greedy(std::span<const Vec3> picks, int most_points)
      : picks_(picks),
        points_(picks.begin(), picks.end()),
        blocks_((picks.size() + block - 1) / block),
        most_(std::min(static_cast<std::size_t>(most_points), picks.size())),
        anchors_(scale()),
        kernel_({points_[anchors_[0]], points_[anchors_[1]], points_[anchors_[2]]}) {}

  Decimation run(double tolerance, const Job& job) {
    start();
    Decimation result;
    result.candidates = static_cast<std::int64_t>(picks_.size());
    for (const std::size_t i : anchors_)
      result.points.push_back(picks_[i]);
    Worst worst = judge();
    result.misfits.push_back(worst.misfit);
    while (result.points.size() < most_ && worst.misfit.largest > tolerance && worst.may_be_chosen) {
      job.throw_if_stopped();
      job.report({"choosing control points", static_cast<std::int64_t>(result.points.size()),
                  static_cast<std::int64_t>(most_), 1.0, "points"});
      add(worst.index);
      result.points.push_back(picks_[worst.index]);
      worst = judge();
      result.misfits.push_back(worst.misfit);
    }
    return result;
  }

 private:
  struct Worst {
    Misfit misfit;
    std::size_t index = 0;
    bool may_be_chosen = false;
  };

  std::array<std::size_t, 3> scale() {
    const MapBounds b = map_bounds(points_);
    for (Vec3& p : points_)
      p = {(p.x - b.x0) / b.size(), (p.y - b.y0) / b.size(), p.z};
    return far_apart(points_);
  }

  void start() {
    const std::size_t count = points_.size();
    seen_.resize(count);
    residual_.resize(count);
    power_.resize(count);
    basis_.resize(blocks_ * block * (most_ - 3));
    double low = points_[0].z, high = low;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3& p = points_[i];
      seen_[i] = kernel_.see(p);
      power_[i] = kernel_.at(p, seen_[i], p, seen_[i]);
      residual_[i] = p.z;
      for (std::size_t a = 0; a < 3; ++a)
        residual_[i] -= seen_[i].share[a] * points_[anchors_[a]].z;
      low = std::min(low, p.z);
      high = std::max(high, p.z);
    }
    for (const std::size_t a : anchors_)
      residual_[a] = power_[a] = 0.0;
    relief_ = high - low;
  }

  // A pick as near to a chosen one as this is the same place to the surface.
  bool is_new(std::size_t i) const { return power_[i] > 1e-10; }

  Worst judge() const {
    Worst worst;
    double sum = 0.0, most = -1.0, chosen = 1e-12 * relief_;
    std::size_t where = 0;
    for (std::size_t i = 0; i < residual_.size(); ++i) {
      const double r = std::abs(residual_[i]);
      sum += r * r;
      if (r > most) {
        most = r;
        where = i;
      }
      if (r > chosen && is_new(i)) {
        chosen = r;
        worst.index = i;
        worst.may_be_chosen = true;
      }
    }
    worst.misfit = {std::sqrt(sum / static_cast<double>(residual_.size())), most, picks_[where]};
    return worst;
  }

  void add(std::size_t chosen) {
    const std::size_t count = points_.size();
    const double root = std::sqrt(power_[chosen]);
    std::vector<double> at_chosen(used_);
    const std::size_t home = chosen / block;
    for (std::size_t k = 0; k < used_; ++k)
      at_chosen[k] = values(home, k)[chosen % block];
    const double coefficient = residual_[chosen] / root;
    const Vec3 p = points_[chosen];
    const AnchoredKernel::Seen ps = seen_[chosen];
#pragma omp parallel for schedule(static)
    for (std::size_t b = 0; b < blocks_; ++b) {
      const std::size_t first = b * block;
      const std::size_t size = std::min(block, count - first);
      double* const v = values(b, used_);
      for (std::size_t i = 0; i < size; ++i)
        v[i] = kernel_.at(points_[first + i], seen_[first + i], p, ps);
      for (std::size_t k = 0; k < used_; ++k) {
        const double* const old = values(b, k);
        const double share = at_chosen[k];
        for (std::size_t i = 0; i < size; ++i)
          v[i] -= share * old[i];
      }
      for (std::size_t i = 0; i < size; ++i) {
        v[i] /= root;
        residual_[first + i] -= coefficient * v[i];
        power_[first + i] -= v[i] * v[i];
      }
    }
    residual_[chosen] = power_[chosen] = 0.0;
    ++used_;
  }

  double* values(std::size_t b, std::size_t k) {
    return basis_.data() + (b * (most_ - 3) + k) * block;
  }

  std::span<const Vec3> picks_;
  std::vector<Vec3> points_;  // scaled to a unit box
  std::size_t blocks_, most_;
  std::array<std::size_t, 3> anchors_;
  AnchoredKernel kernel_;
  std::vector<AnchoredKernel::Seen> seen_;
  std::vector<double> residual_, power_, basis_;  // basis: block by block, in it function by function
  std::size_t used_ = 0;
  double relief_ = 0.0;
};

struct GridCell {
  Vec3 sum;
  std::int64_t count = 0;
};

std::vector<Vec3> cell_means(std::span<const Vec3> picks, const MapBounds& b, double cells, const Job& job) {
  const double width = std::max(b.x1 - b.x0, 1e-3 * b.size());
  const double height = std::max(b.y1 - b.y0, 1e-3 * b.size());
  const double side = std::sqrt(width * height / cells);
  const auto nx = static_cast<std::size_t>(std::ceil(width / side));
  const auto ny = static_cast<std::size_t>(std::ceil(height / side));
  const Vec3 corner{b.x0, b.y0, picks[0].z};
  std::vector<GridCell> grid(nx * ny);
  for (std::size_t i = 0; i < picks.size(); ++i) {
    if (i % picks_a_look == 0) {
      job.throw_if_stopped();
      job.report({"binning the picks", static_cast<std::int64_t>(i), static_cast<std::int64_t>(picks.size()),
                  1.0, "points"});
    }
    const Vec3 p = picks[i] - corner;
    const std::size_t ix = std::min(nx - 1, static_cast<std::size_t>(p.x / side));
    const std::size_t iy = std::min(ny - 1, static_cast<std::size_t>(p.y / side));
    GridCell& cell = grid[iy * nx + ix];
    cell.sum = cell.sum + p;
    ++cell.count;
  }
  std::vector<Vec3> means;
  for (const GridCell& cell : grid)
    if (cell.count > 0) means.push_back(corner + (1.0 / static_cast<double>(cell.count)) * cell.sum);
  return means;
}

// The misfits of all picks to a surface, with a look at the stop token in between.
template <class Surface>
Misfit measure(std::span<const Vec3> picks, const Job& job, Surface&& depth_at) {
  double sum = 0.0, most = -1.0;
  std::size_t where = 0;
  std::vector<double> off(std::min(picks.size(), picks_a_look));
  for (std::size_t first = 0; first < picks.size(); first += off.size()) {
    job.throw_if_stopped();
    job.report({"measuring the misfit", static_cast<std::int64_t>(first),
                static_cast<std::int64_t>(picks.size()), 1.0, "points"});
    const std::size_t size = std::min(off.size(), picks.size() - first);
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < size; ++i)
      off[i] = std::abs(depth_at(picks[first + i]) - picks[first + i].z);
    for (std::size_t i = 0; i < size; ++i) {
      sum += off[i] * off[i];
      if (off[i] > most) {
        most = off[i];
        where = first + i;
      }
    }
  }
  return {std::sqrt(sum / static_cast<double>(picks.size())), most, picks[where]};
}

}  // namespace

std::vector<Vec3> thin_out(std::span<const Vec3> picks, const Job& job) {
  if (picks.size() <= most_candidates) return {picks.begin(), picks.end()};
  const MapBounds bounds = map_bounds(picks);
  constexpr double most_cells = 1 << 22;
  // Picks along lines fill few cells: smaller ones then.
  double cells = 0.8 * static_cast<double>(most_candidates);
  std::vector<Vec3> means = cell_means(picks, bounds, cells, job);
  while (means.size() <= most_candidates / 4 && cells < most_cells) {
    cells *= 3.5;
    means = cell_means(picks, bounds, cells, job);
  }
  return means;
}

Decimation decimate(std::span<const Vec3> picks, int most_points, double tolerance, const Job& job) {
  if (picks.size() < 3) throw InputError("the picks", "are fewer than 3", "give at least 3");
  try {
    const std::vector<Vec3> candidates = thin_out(picks, job);
    return Greedy(candidates, std::clamp(most_points, 3, most_decimated_points)).run(tolerance, job);
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(most_candidates * static_cast<std::size_t>(most_points) * sizeof(double));
  }
}

Misfit misfit_of_all(std::span<const Vec3> points, std::span<const Vec3> picks, const Job& job) {
  if (picks.empty()) return {};
  const MapBounds b = map_bounds(picks);
  const Vec3 corner{b.x0, b.y0, 0.0};
  std::vector<Vec3> local(points.begin(), points.end());
  for (Vec3& p : local)
    p = p - corner;
  const ThinPlate plate(std::move(local), "the control points");
  if (picks.size() <= most_candidates)
    return measure(picks, job, [&](const Vec3& p) { return plate.at(p.x - corner.x, p.y - corner.y); });

  constexpr int nodes = 256;
  const double dx = std::max(b.x1 - b.x0, 1e-9 * b.size()) / (nodes - 1);
  const double dy = std::max(b.y1 - b.y0, 1e-9 * b.size()) / (nodes - 1);
  std::vector<double> values(static_cast<std::size_t>(nodes) * nodes);
  for (int j = 0; j < nodes; ++j) {
    job.throw_if_stopped();
#pragma omp parallel for schedule(static)
    for (int i = 0; i < nodes; ++i)
      values[static_cast<std::size_t>(j) * nodes + static_cast<std::size_t>(i)] = plate.at(i * dx, j * dy);
  }
  const BsplineGrid table = interpolate_on_grid(0.0, 0.0, dx, dy, nodes, nodes, values);
  return measure(picks, job, [&](const Vec3& p) { return table.value(p.x - corner.x, p.y - corner.y); });
}

}  // namespace foldwave
