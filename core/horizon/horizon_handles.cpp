#include "core/horizon/horizon_handles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/angle.hpp"
#include "core/horizon/horizon.hpp"

namespace foldwave {

namespace {

constexpr double steepest_dip = 89.0;  // as the scenario's checks allow

double compass(double east, double north) {
  const double azimuth = std::atan2(east, north) * 180.0 / std::numbers::pi;
  return azimuth < 0.0 ? azimuth + 360.0 : azimuth;
}

bool over_box(const Grid3& grid, double x, double y) {
  const Vec3 e = grid.extent();
  const double dx = x - grid.origin.x;
  const double dy = y - grid.origin.y;
  return dx >= 0.0 && dx <= e.x && dy >= 0.0 && dy <= e.y;
}

// Where the first of two places is, unless only the second is over the box.
double side_of(const Grid3& grid, const Vec3& at, double east, double north) {
  const bool ahead = over_box(grid, at.x + east, at.y + north);
  const bool behind = over_box(grid, at.x - east, at.y - north);
  return !ahead && behind ? -1.0 : 1.0;
}

double map_depth(const HorizonSpec& spec, const Grid3& grid, double x, double y) {
  const Horizon horizon = make_horizon(spec, grid, "", "");
  return horizon.depth(x - grid.origin.x, y - grid.origin.y) + grid.origin.z;
}

// --- plane ---

struct DipArm {
  Vec3 pivot;
  Vec3 tip;
};

DipArm dip_arm(const PlaneHorizon& plane, const Grid3& grid) {
  const Vec3 extent = grid.extent();
  Vec3 pivot = plane.point;
  double east = std::sin(radians(plane.dip_direction));
  double north = std::cos(radians(plane.dip_direction));
  if (grid.is_section()) {
    pivot.y = grid.origin.y;
    pivot.z = map_depth(plane, grid, pivot.x, pivot.y);
    east = east < 0.0 ? -1.0 : 1.0;
    north = 0.0;
  }
  // The arm stays within the box where it can: a quarter of the map, at most 0.4 of the depth.
  const double slope = std::tan(radians(plane.dip));
  double arm = 0.25 * std::max(extent.x, extent.y);
  if (slope * arm > 0.4 * extent.z) arm = 0.4 * extent.z / slope;
  arm *= side_of(grid, pivot, arm * east, arm * north);
  Vec3 tip = pivot + Vec3{arm * east, arm * north, 0.0};
  tip.z = map_depth(plane, grid, tip.x, tip.y);
  return {pivot, tip};
}

PlaneHorizon with_dip_through(PlaneHorizon plane, const Vec3& pivot, const Vec3& to, bool section) {
  const Vec3 arm = to - pivot;
  const double reach = section ? std::abs(arm.x) : std::hypot(arm.x, arm.y);
  if (!(reach > 0.0)) return plane;
  const double down = arm.z < 0.0 ? -1.0 : 1.0;
  plane.dip = std::min(std::atan(std::abs(arm.z) / reach) * 180.0 / std::numbers::pi, steepest_dip);
  plane.dip_direction = compass(down * arm.x, section ? 0.0 : down * arm.y);
  return plane;
}

// --- trains ---

// A train on the map: the crest that is shown, the way across the folds, the length of a wavelength that way
// (in a section the apparent one) and where its trough lies; and how far the shown crest is from the train's
// own: so many wavelengths across, so many metres along the hinge.
struct TrainPlace {
  Vec3 crest;
  double east, north;
  double wavelength;
  double trough;  // share of the wavelength ahead of the crest
  double periods = 0.0, along = 0.0;
};

TrainPlace place_of(const FoldTrain& t, const Grid3& grid) {
  const double ex = std::sin(radians(t.azimuth));
  const double ey = std::cos(radians(t.azimuth));
  TrainPlace p{{t.crest[0], t.crest[1], 0.0},
               ex,
               ey,
               t.wavelength,
               TrainProfile(t).trough() / (2.0 * std::numbers::pi)};
  if (grid.is_section()) {
    // A train along the section has no crest in it: its handles then stay by its crest point.
    const double across = std::abs(ex) > 1e-3 ? ex : 1e-3;
    p.along = (grid.origin.y - p.crest.y) / across;
    p.crest = p.crest + p.along * Vec3{-ey, across, 0.0};
    p.east = across < 0.0 ? -1.0 : 1.0;
    p.north = 0.0;
    p.wavelength /= std::abs(across);
  }
  if (over_box(grid, p.crest.x, p.crest.y)) return p;
  const Vec3 away = grid.origin + 0.5 * grid.extent() - p.crest;
  p.periods = std::round((away.x * p.east + away.y * p.north) / p.wavelength);
  p.crest = p.crest + p.periods * p.wavelength * Vec3{p.east, p.north, 0.0};
  if (grid.is_section()) return p;
  // Cylindrical folds repeat anywhere along the hinge, domes after a wavelength.
  p.along = away.y * ex - away.x * ey;
  if (t.shape == FoldShape::dome)
    p.along = std::round(p.along / (t.aspect * t.wavelength)) * t.aspect * t.wavelength;
  p.crest = p.crest + p.along * Vec3{-ey, ex, 0.0};
  return p;
}

enum TrainHandle : std::size_t { crest_handle, amplitude_handle, wavelength_handle, train_handles };

// The handles of amplitude and wavelength are ahead of the crest, or behind it where only that is over the
// box.
double side_of_handles(const TrainPlace& p, const Grid3& grid) {
  return side_of(grid, p.crest, 0.5 * p.wavelength * p.east, 0.5 * p.wavelength * p.north);
}

Vec3 train_point(const TrainsHorizon& spec, const Grid3& grid, std::size_t train, std::size_t which) {
  const TrainPlace p = place_of(spec.trains[train], grid);
  const double side = side_of_handles(p, grid);
  const double trough = side > 0.0 ? p.trough : p.trough - 1.0;
  const double share = which == crest_handle ? 0.0 : which == amplitude_handle ? trough : 0.25 * side;
  const double x = p.crest.x + share * p.wavelength * p.east;
  const double y = p.crest.y + share * p.wavelength * p.north;
  return {x, y, map_depth(spec, grid, x, y)};
}

// The train's wavelength and azimuth such that a quarter of it reaches to `to`; the crest that is shown stays
// where it is.
FoldTrain with_wavelength_to(FoldTrain t, const TrainPlace& place, const Vec3& to, const Grid3& grid) {
  const double side = side_of_handles(place, grid);
  const double dx = side * (to.x - place.crest.x);
  const double dy = side * (to.y - place.crest.y);
  const double reach = grid.is_section() ? std::abs(dx) : std::hypot(dx, dy);
  const double length = 4.0 * reach * t.wavelength / place.wavelength;
  if (!(length >= 2.0 * std::min(grid.h[0], grid.h[1]))) return t;
  const double along = t.shape == FoldShape::dome ? place.along * length / t.wavelength : place.along;
  const double apparent = place.wavelength * length / t.wavelength;
  t.wavelength = length;
  if (!grid.is_section()) t.azimuth = compass(dx, dy);
  const double ex = std::sin(radians(t.azimuth));
  const double ey = std::cos(radians(t.azimuth));
  const Vec3 period = apparent * (grid.is_section() ? Vec3{place.east, 0.0, 0.0} : Vec3{ex, ey, 0.0});
  const Vec3 crest = place.crest - place.periods * period - along * Vec3{-ey, ex, 0.0};
  t.crest = {crest.x, crest.y};
  return t;
}

TrainsHorizon with_train_moved(TrainsHorizon spec, const Grid3& grid, std::size_t train, std::size_t which,
                               const Vec3& to) {
  const Vec3 from = train_point(spec, grid, train, which);
  FoldTrain& t = spec.trains[train];
  if (which == crest_handle) {
    t.crest[0] += to.x - from.x;
    t.crest[1] += to.y - from.y;
  } else if (which == amplitude_handle) {
    // The depth is linear in the amplitude.
    TrainsHorizon other = spec;
    other.trains[train].amplitude += 1.0;
    const double gain = map_depth(other, grid, from.x, from.y) - from.z;
    if (std::abs(gain) > 0.1) t.amplitude += (to.z - from.z) / gain;
  } else {
    t = with_wavelength_to(t, place_of(t, grid), to, grid);
  }
  return spec;
}

// As the scenario's checks allow; NaN lies between no two numbers.
bool makes_surface(const FoldTrain& t) {
  return t.wavelength > 0.0 && std::isfinite(t.wavelength) && std::isfinite(t.amplitude) &&
         std::isfinite(t.azimuth) && std::isfinite(t.crest[0]) && std::isfinite(t.crest[1]) &&
         t.roundness >= 0.05 && t.roundness <= 1.0 && std::abs(t.skew) <= 0.9 && t.aspect >= 0.05 &&
         t.aspect <= 20.0 && std::abs(t.plunge) <= 80.0;
}

bool makes_surface(const TrainsHorizon& spec) {
  return std::isfinite(spec.depth) && spec.dip >= 0.0 && spec.dip <= 80.0 &&
         std::isfinite(spec.dip_direction) &&
         std::all_of(spec.trains.begin(), spec.trains.end(), [](const auto& t) { return makes_surface(t); });
}

bool makes_surface(const PlaneHorizon& plane) {
  return std::isfinite(norm(plane.point)) && plane.dip >= 0.0 && plane.dip <= steepest_dip &&
         std::isfinite(plane.dip_direction);
}

}  // namespace

std::vector<HorizonHandle> horizon_handles(const HorizonSpec& spec, const Grid3& grid) {
  std::vector<HorizonHandle> handles;
  if (const auto* const drawn = std::get_if<PointsHorizon>(&spec)) {
    for (const Vec3& p : drawn->points)
      handles.push_back({"point " + std::to_string(handles.size() + 1), p, HandleMotion::free});
  } else if (const auto* const plane = std::get_if<PlaneHorizon>(&spec); plane && makes_surface(*plane)) {
    const DipArm arm = dip_arm(*plane, grid);
    handles = {{"point of the plane", arm.pivot, HandleMotion::free},
               {"dip of the plane", arm.tip, HandleMotion::free}};
  } else if (const auto* const waves = std::get_if<TrainsHorizon>(&spec); waves && makes_surface(*waves)) {
    for (std::size_t i = 0; i < waves->trains.size(); ++i) {
      const std::string train = " of train " + std::to_string(i + 1);
      const auto at = [&](std::size_t which) { return train_point(*waves, grid, i, which); };
      handles.push_back({"crest" + train, at(crest_handle), HandleMotion::level});
      handles.push_back({"amplitude" + train, at(amplitude_handle), HandleMotion::vertical});
      handles.push_back({"wavelength" + train, at(wavelength_handle), HandleMotion::level});
    }
  }
  return handles;
}

HorizonSpec with_handle_moved(const HorizonSpec& spec, const Grid3& grid, std::size_t handle,
                              const Vec3& to) {
  if (const auto* const drawn = std::get_if<PointsHorizon>(&spec)) {
    if (handle >= drawn->points.size()) return spec;
    PointsHorizon next = *drawn;
    next.points[handle] = to;
    return next;
  }
  if (const auto* const plane = std::get_if<PlaneHorizon>(&spec); plane && makes_surface(*plane)) {
    const DipArm arm = dip_arm(*plane, grid);
    if (handle == 1) return with_dip_through(*plane, arm.pivot, to, grid.is_section());
    if (handle > 1) return spec;
    PlaneHorizon next = *plane;
    next.point = to;
    return next;
  }
  if (const auto* const waves = std::get_if<TrainsHorizon>(&spec); waves && makes_surface(*waves))
    if (handle < train_handles * waves->trains.size())
      return with_train_moved(*waves, grid, handle / train_handles, handle % train_handles, to);
  return spec;
}

}  // namespace foldwave
