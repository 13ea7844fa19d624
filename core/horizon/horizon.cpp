#include "core/horizon/horizon.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/grids/gdal_grid.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/formats/tables/dips.hpp"
#include "core/formats/tables/row_filter.hpp"
#include "core/horizon/picks_frame.hpp"
#include "core/horizon/points_surface.hpp"

namespace foldwave {

namespace {

HeightJet jet(const PlaneSurface& s, double x, double y) {
  return {s.f0 + s.fx * x + s.fy * y, s.fx, s.fy, 0.0, 0.0, 0.0};
}

HeightJet jet(const TrainSurface& s, double x, double y) {
  return s.at(x, y);
}

HeightJet jet(const BsplineGrid& s, double x, double y) {
  return s.at(x, y);
}

double value(const PlaneSurface& s, double x, double y) {
  return s.f0 + s.fx * x + s.fy * y;
}
double value(const TrainSurface& s, double x, double y) {
  return s.value(x, y);
}
double value(const BsplineGrid& s, double x, double y) {
  return s.value(x, y);
}

PlaneSurface plane_surface(const PlaneHorizon& spec, const Vec3& origin) {
  const double slope = std::tan(radians(spec.dip));
  const double fx = slope * std::sin(radians(spec.dip_direction));
  const double fy = slope * std::cos(radians(spec.dip_direction));
  const Vec3 p = spec.point - origin;
  return {p.z - fx * p.x - fy * p.y, fx, fy};
}

std::filesystem::path beside(const std::string& name, const std::string& folder) {
  std::filesystem::path file(name);
  return file.is_relative() && !folder.empty() ? std::filesystem::path(folder) / file : file;
}

// The slopes of a file of dips near the box; a surface of a section's line, which has no slope across it,
// takes what of a dip lies along it.
std::vector<SlopeAt> dip_slopes(const XyzHorizon& spec, Unit unit, const Grid3& grid, bool is_cylinder,
                                const FitDomain& d, const std::string& folder, const std::string& path,
                                const Job& job) {
  std::vector<SlopeAt> slopes;
  if (spec.dips.empty()) return slopes;
  const std::filesystem::path file = beside(spec.dips, folder);
  parse_conditions(spec.dips_where, path + "/horizon/dips_where");
  const Dips dips = read_dips(file, spec.dips_where, job);
  const double metres = in_si(dips.xy_unit.value_or(unit));
  for (const Dip& dip : dips.at) {
    const double slope = std::tan(radians(dip.dip)), direction = radians(dip.direction);
    SlopeAt s{metres * dip.x - grid.origin.x, metres * dip.y - grid.origin.y, slope * std::sin(direction),
              slope * std::cos(direction)};
    if (is_cylinder) s.y = s.fy = 0.0;
    if (s.x >= d.x0 && s.x <= d.x1 && s.y >= d.y0 && s.y <= d.y1) slopes.push_back(s);
  }
  if (slopes.empty())
    throw InputError(path + "/horizon/dips", "no dip of " + file.string() + " lies in the grid's map area",
                     "check /grid/origin and the file's coordinates: its first dip is at (" +
                         number_text(dips.at[0].x, 10) + ", " + number_text(dips.at[0].y, 10) + ")");
  return slopes;
}

BsplineGrid xyz_surface(const XyzHorizon& spec, const Grid3& grid, const std::string& folder,
                        const std::string& path, HorizonReport& report, const Job& job) {
  const std::filesystem::path file = beside(spec.file, folder);
  parse_conditions(spec.where, path + "/horizon/where");
  HorizonFileOptions reading;
  reading.where = spec.where;
  reading.read_raster = parse_gdal_grid;
  HorizonPicks read = read_horizon_file(file, reading, job);
  if (!read.triangles.empty())
    throw InputError(path + "/horizon/file", file.string() + " is a surface of triangles",
                     "use it as the file of a horizon of the kind \"mesh\"");
  const PicksGuess frame = choose(read, grid, {spec.unit, spec.z});
  if (is_time(frame.choice.z))
    throw InputError(path + "/horizon/file",
                     file.string() + " holds two-way times in " + unit_name(frame.choice.z),
                     "convert them to depth first, or import the file with a velocity");
  to_map(read, frame.choice);
  const std::vector<Vec3> points = local_points(read.points, grid);
  const bool is_cylinder = points.size() > read.points.size();
  if (on_one_line(points))
    throw InputError(path + "/horizon/file", "the picks of " + file.string() + " lie on one line in the map",
                     "give picks that cover an area");

  // Picks far from the box say nothing of it, and would only stretch the surface's grid.
  const FitDomain d = fit_domain(grid, 0.25, 96);
  std::vector<Vec3> inside;
  for (std::size_t i = 0; i < read.points.size(); ++i) {
    const Vec3& p = points[i];
    if (!(p.x >= d.x0 && p.x <= d.x1 && p.y >= d.y0 && p.y <= d.y1)) continue;
    inside.push_back(p);
    // Those of a section's line are repeated on the rims of the surface's grid.
    if (is_cylinder)
      for (const double rim : {d.y0, d.y1})
        inside.push_back({p.x, rim, p.z});
  }
  if (inside.size() < 3 || on_one_line(inside))
    throw InputError(path + "/horizon/file",
                     "only " + std::to_string(inside.size()) + " picks of " + file.string() +
                         " lie in the grid's map area",
                     "check /grid/origin and the file's coordinates: its first pick is at (" +
                         number_text(read.points[0].x, 10) + ", " + number_text(read.points[0].y, 10) + ")");
  const std::vector<SlopeAt> slopes =
      dip_slopes(spec, frame.choice.xy, grid, is_cylinder, d, folder, path, job);
  const ScatteredFit fit = fit_scattered(inside, d, spec.smoothing, job, slopes);
  report = {static_cast<std::int64_t>(inside.size()) / (is_cylinder ? 3 : 1),
            picks_text(read, frame),
            read.sense && *read.sense != frame.choice.sense,
            fit.rms_misfit,
            fit.largest_misfit,
            static_cast<std::int64_t>(slopes.size()),
            fit.rms_slope_misfit};
  return fit.surface;
}

}  // namespace

HeightJet Horizon::at(double x, double y) const {
  HeightJet j = std::visit([&](const auto& s) { return jet(s, x, section_ ? section_y_ : y); }, surface_);
  if (section_) j.fy = j.fxy = j.fyy = 0.0;
  return j;
}

double Horizon::depth(double x, double y) const {
  return std::visit([&](const auto& s) { return value(s, x, section_ ? section_y_ : y); }, surface_);
}

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

double steepest(const PlaneSurface& s) {
  return std::hypot(s.fx, s.fy);
}
double steepest(const TrainSurface& s) {
  return s.steepest_slope();
}
// A cubic B-spline's derivative is a mean of its coefficients' differences.
double steepest(const BsplineGrid& s) {
  double fx = 0.0;
  double fy = 0.0;
  const int row = s.nx + 2;
  for (int j = 0; j < s.ny + 2; ++j)
    for (int i = 0; i < row; ++i) {
      const double* c = s.coefficients.data() + static_cast<std::ptrdiff_t>(j) * row + i;
      if (i + 1 < row) fx = std::max(fx, std::abs(c[1] - c[0]));
      if (j + 1 < s.ny + 2) fy = std::max(fy, std::abs(c[row] - c[0]));
    }
  return std::hypot(fx / s.dx, fy / s.dy);
}

HeightJet bend(const PlaneSurface& s) {
  return {s.f0, s.fx, s.fy, 0.0, 0.0, 0.0};
}
HeightJet bend(const TrainSurface& s) {
  return s.bend_bound();
}
HeightJet bend(const BsplineGrid&) {
  return {0.0, 0.0, 0.0, unbounded, unbounded, unbounded};
}

double third(const PlaneSurface&) {
  return 0.0;
}
double third(const TrainSurface& s) {
  return s.third_bound();
}
// Constant within a cell: a mean of the coefficients' third differences.
double third(const BsplineGrid& s) {
  double fxxx = 0.0;
  double fyyy = 0.0;
  const int row = s.nx + 2;
  const int rows = s.ny + 2;
  const auto difference = [](const double* c, std::ptrdiff_t step) {
    return std::abs(c[3 * step] - 3.0 * c[2 * step] + 3.0 * c[step] - c[0]);
  };
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < row; ++i) {
      const double* const c = s.coefficients.data() + static_cast<std::ptrdiff_t>(j) * row + i;
      if (i + 3 < row) fxxx = std::max(fxxx, difference(c, 1));
      if (j + 3 < rows) fyyy = std::max(fyyy, difference(c, row));
    }
  return std::max(fxxx / (s.dx * s.dx * s.dx), fyyy / (s.dy * s.dy * s.dy));
}

double feature(const PlaneSurface&) {
  return unbounded;
}
double feature(const TrainSurface& s) {
  return s.smallest_feature();
}
double feature(const BsplineGrid& s) {
  return 2.0 * std::min(s.dx, s.dy);
}

}  // namespace

double Horizon::steepest_slope() const {
  return std::visit([](const auto& s) { return steepest(s); }, surface_);
}

HeightJet Horizon::bend_bound() const {
  return std::visit([](const auto& s) { return bend(s); }, surface_);
}

double Horizon::third_bound() const {
  return std::visit([](const auto& s) { return third(s); }, surface_);
}

double Horizon::smallest_feature() const {
  return std::visit([](const auto& s) { return feature(s); }, surface_);
}

Vec3 Horizon::upward_normal(const HeightJet& j) {
  const double length = std::sqrt(1.0 + j.fx * j.fx + j.fy * j.fy);
  return {j.fx / length, j.fy / length, -1.0 / length};
}

Horizon make_horizon(const HorizonSpec& spec, const Grid3& grid, const std::string& folder,
                     const std::string& path, HorizonReport* report, const Job& job) {
  HorizonReport own;
  HorizonReport& r = report != nullptr ? *report : own;
  r = {};
  const bool section = grid.is_section();
  if (const auto* plane = std::get_if<PlaneHorizon>(&spec))
    return {plane_surface(*plane, grid.origin), section, 0.0};
  if (const auto* trains = std::get_if<TrainsHorizon>(&spec))
    return {make_train_surface(*trains, grid.origin), section, 0.0};
  if (const auto* points = std::get_if<PointsHorizon>(&spec))
    return {points_surface(*points, grid, path, r, job), section, 0.0};
  return {xyz_surface(std::get<XyzHorizon>(spec), grid, folder, path, r, job), section, 0.0};
}

}  // namespace foldwave
