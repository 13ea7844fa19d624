#include "core/horizon/points_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/horizon/horizon.hpp"
#include "core/horizon/thin_plate.hpp"

namespace foldwave {

namespace {

// Control points (almost) above each other with different depths ask for a cliff: named before the fit tries
// it.
void check_apart(const std::vector<Vec3>& points, const std::string& path) {
  double extent = 0.0;
  for (const Vec3& p : points)
    extent = std::max(extent, std::hypot(p.x - points[0].x, p.y - points[0].y));
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 d = points[i] - points[j];
      if (std::hypot(d.x, d.y) > 1e-6 * extent || d == Vec3{}) continue;
      throw InputError(path + "/horizon/points/" + std::to_string(i),
                       "the point at (" + number_text(points[i].x, 10) + ", " + number_text(points[i].y, 10) +
                           ") lies on point " + std::to_string(j) + ", " + number_text(std::abs(d.z), 4) +
                           " m off in depth",
                       "remove one of them");
    }
}

}  // namespace

bool on_one_line(const std::vector<Vec3>& points) {
  const Vec3 a = points.front();
  Vec3 far = a;
  for (const Vec3& p : points)
    if (std::hypot(p.x - a.x, p.y - a.y) > std::hypot(far.x - a.x, far.y - a.y)) far = p;
  const double length = std::hypot(far.x - a.x, far.y - a.y);
  return std::all_of(points.begin(), points.end(), [&](const Vec3& p) {
    return std::abs((far.x - a.x) * (p.y - a.y) - (far.y - a.y) * (p.x - a.x)) <= 1e-6 * length * length;
  });
}

std::vector<Vec3> local_points(const std::vector<Vec3>& map, const Grid3& grid) {
  std::vector<Vec3> points;
  points.reserve(map.size());
  for (const Vec3& p : map)
    points.push_back(p - grid.origin);
  if (!grid.is_section() || points.size() < 2 || !on_one_line(points)) return points;
  const double width = grid.extent().x;
  const std::size_t count = points.size();
  for (const double side : {-width, width})
    for (std::size_t i = 0; i < count; ++i)
      points.push_back(points[i] + Vec3{0.0, side, 0.0});
  return points;
}

FitDomain fit_domain(const Grid3& grid, double margin, int most_cells) {
  const Vec3 extent = grid.extent();
  const double widest = std::max(extent.x, extent.y);
  const double pad = margin * widest;
  const double step = std::max(widest * (1.0 + 2.0 * margin) / most_cells, std::min(grid.h[0], grid.h[1]));
  const auto nodes = [&](double length) {
    return std::max(4, static_cast<int>(std::ceil((length + 2.0 * pad) / step)) + 1);
  };
  return {-pad, -pad, extent.x + pad, extent.y + pad, nodes(extent.x), nodes(extent.y)};
}

namespace {

// The thin plate sampled finely into a spline.
BsplineGrid plate_surface(const std::vector<Vec3>& points, const Grid3& grid, const std::string& path,
                          const Job& job) {
  const ThinPlate plate(points, path + "/horizon/points", job);
  const FitDomain d = fit_domain(grid, 0.5, 192);
  const double dx = (d.x1 - d.x0) / (d.nx - 1);
  const double dy = (d.y1 - d.y0) / (d.ny - 1);
  std::vector<double> values(static_cast<std::size_t>(d.nx) * static_cast<std::size_t>(d.ny));
#pragma omp parallel for schedule(static)
  for (int j = 0; j < d.ny; ++j)
    for (int i = 0; i < d.nx && !job.stop.stop_requested(); ++i)
      values[static_cast<std::size_t>(j) * static_cast<std::size_t>(d.nx) + static_cast<std::size_t>(i)] =
          plate.at(d.x0 + i * dx, d.y0 + j * dy);
  job.throw_if_stopped();
  return interpolate_on_grid(d.x0, d.y0, dx, dy, d.nx, d.ny, values);
}

// Cells half as wide as evenly spread points would be apart, at most 96 a side.
BsplineGrid bicubic_surface(const std::vector<Vec3>& points, const Grid3& grid, std::size_t count,
                            const std::string& path, const Job& job) {
  const std::string place = path + "/horizon/points";
  if (count < least_control_points || on_one_line(points))
    throw InputError(place, "the points lie on one line in the map", "add a point beside the line");
  if (count > most_control_points)
    throw InputError(
        place, std::to_string(count) + " control points are too many",
        "give at most " + std::to_string(most_control_points) + ", or use an XYZ horizon, which is fitted");
  constexpr double margin = 0.25;
  const double apart = grid.is_section() ? static_cast<double>(count) : std::sqrt(static_cast<double>(count));
  const int cells = static_cast<int>(std::clamp(2.0 * (1.0 + 2.0 * margin) * apart, 12.0, 96.0));
  // A goal out of reach: as near as such a spline comes.
  const double goal = std::numeric_limits<double>::min();
  return fit_scattered(points, fit_domain(grid, margin, cells), goal, job).surface;
}

}  // namespace

BsplineGrid points_surface(const PointsHorizon& spec, const Grid3& grid, const std::string& path,
                           HorizonReport& report, const Job& job) {
  check_apart(spec.points, path);
  const std::vector<Vec3> points = local_points(spec.points, grid);
  BsplineGrid surface = spec.method == PointsMethod::bicubic
                            ? bicubic_surface(points, grid, spec.points.size(), path, job)
                            : plate_surface(points, grid, path, job);
  double sum = 0.0;
  for (const Vec3& p : points) {
    const double misfit = std::abs(surface.at(p.x, p.y).f - p.z);
    sum += misfit * misfit;
    report.largest_misfit = std::max(report.largest_misfit, misfit);
  }
  report.picks = static_cast<std::int64_t>(spec.points.size());
  report.rms_misfit = std::sqrt(sum / static_cast<double>(points.size()));
  return surface;
}

}  // namespace foldwave
