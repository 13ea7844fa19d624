#include "core/volume/view/volume_lines.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/volume/filter/derivative.hpp"

namespace foldwave {

namespace {

constexpr int edge_order = 2;  // of the derivatives: edges stay thin

// A plane as a grid of its own; what has no width has that of its height.
Grid3 grid_of(const VolumePlane& plane, const SliceGrid& slice) {
  Grid3 grid;
  grid.n = {plane.nu, 1, plane.nv};
  grid.h = {slice.h[0], std::max(slice.h[0], slice.h[1]), slice.h[1]};
  return grid;
}

}  // namespace

float strong_size(std::span<const float> values, double share) {
  std::vector<float> sizes;
  sizes.reserve(values.size());
  for (const float value : values)
    if (std::isfinite(value) && value != 0.0F) sizes.push_back(std::abs(value));
  if (sizes.empty()) return 0.0F;
  const auto wanted =
      static_cast<std::size_t>(std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(values.size())));
  const std::size_t last = std::clamp<std::size_t>(wanted, 1, sizes.size()) - 1;
  std::ranges::nth_element(sizes, sizes.begin() + static_cast<std::ptrdiff_t>(last), std::greater{});
  return sizes[last];
}

PlaneLines lines_on_plane(const VolumePlane& plane, const Grid3& grid, const EdgeRules& rules,
                          const Job& job) {
  if (plane.nu < 2 || plane.nv < 2)
    throw InputError("lines", "a plane of one row has none", "take a slice of more nodes");
  PlaneLines found;
  found.slice = {grid, plane.axis, plane.node};
  const SliceGrid slice = found.slice.slice();
  std::vector<float> steep;
  std::span<const float> values = plane.values;
  if (rules.by == EdgesBy::steepness) {
    steep.resize(values.size());
    gradient_size(values, grid_of(plane, slice), edge_order, steep, job);
    values = steep;
  }
  found.threshold = strong_size(values, rules.strongest);
  if (found.threshold > 0.0F) found.points = points_above(values, slice, found.threshold);
  HoughLinesPlan plan;
  plan.slice = slice;
  found.votes = hough_lines(found.points, plan, job);
  PeakRules peaks;
  peaks.most = rules.most;
  if (!found.points.empty()) found.lines = strongest_lines(found.votes, peaks);
  // Between bins a line may come to lie beyond the slice.
  std::erase_if(found.lines, [&](const HoughLine& line) { return !ends_on_slice(line, slice); });
  return found;
}

Field<float> whole_volume(const VolumeSource& volume, double copies, const std::string& instead,
                          const Job& job) {
  const Grid3& grid = volume.grid();
  const double bytes = copies * sizeof(float) * static_cast<double>(grid.size());
  if (bytes > static_cast<double>(available_memory_bytes()))
    throw ResourceError(volume.name(), "memory does not hold it and what is made of it", instead);
  Field<float> values(grid.n);
  const auto damaged = volume.read({{0, 0, 0}, grid.n}, values.values(), job);
  if (!damaged.empty())
    throw InputError(volume.name(), damage_text(damaged), "take it from its source again");
  return values;
}

HoughPlanes planes_in_volume(const VolumeSource& volume, const EdgeRules& rules, const Job& job) {
  HoughPlanesPlan plan;
  plan.grid = volume.grid();
  plan.planes = rules.most;
  const bool steepness = rules.by == EdgesBy::steepness;
  Field<float> values = whole_volume(volume, steepness ? 4.0 : 3.0, "take a smaller part of it", job);
  if (steepness) {
    Field<float> steep(plan.grid.n);
    gradient_size(values.values(), plan.grid, edge_order, steep.values(), job);
    values = std::move(steep);
  }
  plan.threshold = strong_size(values.values(), rules.strongest);
  return hough_planes(values.values(), plan, job);
}

std::optional<LineMarker> marker_of(const HoughLine& line, const GridSlice& slice, const std::string& name) {
  const auto ends = ends_in_map(line, slice);
  if (!ends) return std::nullopt;
  return LineMarker{name, (*ends)[0], (*ends)[1], {}};
}

PlaneMarker marker_of(const HoughPlane& plane, const Grid3& grid, const std::string& name) {
  // The middle of what lies in the volume; else its point nearest to the first node.
  const std::vector<Vec3> corners = plane_outline(plane, grid);
  Vec3 point = grid.origin + plane.distance * plane.normal();
  if (!corners.empty()) {
    point = {};
    for (const Vec3& corner : corners)
      point = point + (1.0 / static_cast<double>(corners.size())) * corner;
  }
  return {name, point, plane.dip, plane.azimuth, {}};
}

}  // namespace foldwave
