#include "core/horizon/mesh/mesh_horizon.hpp"

#include <algorithm>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/formats/horizons/tsurf.hpp"
#include "core/horizon/mesh/mesh_skirt.hpp"
#include "core/horizon/mesh/mesh_smooth.hpp"
#include "core/horizon/mesh/mesh_weld.hpp"

namespace foldwave {

namespace {

// Of a grid's spacing: what quadratic patches may leave the smooth surface by.
constexpr double patch_tolerance = 1e-4;
constexpr std::size_t most_patches = 600000;
// Of the box's diagonal: as far as a characteristic that leans that much comes from.
constexpr double skirt_length = 2.0;

constexpr double on_rim = 1e-7;

}  // namespace

TriangulatedHorizon::TriangulatedHorizon(PatchSurface surface)
    : surface_(std::move(surface)), search_(surface_) {}

Vec3 TriangulatedHorizon::point(const MeshFoot& foot) const {
  return patch_of(surface_, static_cast<std::size_t>(foot.patch)).at(foot.u, foot.v);
}

bool TriangulatedHorizon::is_younger_side(Vec3 x, const MeshFoot& nearest) const {
  const Vec3 n = pseudo_normal(surface_, static_cast<std::size_t>(nearest.patch), nearest.u, nearest.v);
  return dot(x - point(nearest), n) >= 0.0;
}

bool TriangulatedHorizon::on_outer_rim(const MeshFoot& foot) const {
  const auto patch = static_cast<std::size_t>(foot.patch);
  if (foot.patch < 0 || patch < surface_.outer_ring || surface_.outer_ring == surface_.patches.size())
    return false;
  const bool first = (patch - surface_.outer_ring) % 2 == 0;
  return first ? foot.u + foot.v >= 1.0 - on_rim : foot.u >= 1.0 - on_rim;
}

MeshExtent mesh_extent(const TriangulatedHorizon& mesh, const Grid3& grid) {
  const PatchSurface& surface = mesh.surface();
  const Vec3 box = grid.extent();
  MeshExtent extent{surface.nodes.front(), surface.nodes.front(), false, false, {}};
  for (std::size_t t = 0; t < surface.skirt; ++t) {
    const auto hull = hull_of(surface, t);
    Vec3 lo = hull[0];
    Vec3 hi = hull[0];
    for (const Vec3& p : hull)
      for (int a = 0; a < 3; ++a) {
        lo[a] = std::min(lo[a], p[a]);
        hi[a] = std::max(hi[a], p[a]);
      }
    bool meets = true;
    for (int a = 0; a < 3; ++a) {
      extent.low[a] = std::min(extent.low[a], lo[a]);
      extent.high[a] = std::max(extent.high[a], hi[a]);
      meets = meets && lo[a] <= box[a] && hi[a] >= 0.0;
    }
    extent.meets_box = extent.meets_box || meets;
  }
  // The rim's nodes are those that the skirt's first ring shares with the mesh.
  for (std::size_t t = surface.skirt; t < surface.patches.size() && !extent.rim_inside; ++t)
    for (const int v : surface.patches[t]) {
      const auto index = static_cast<std::size_t>(v);
      if (index >= surface.skirt_nodes) continue;
      const Vec3& p = surface.nodes[index];
      bool inside = true;
      for (int a = 0; a < 3; ++a) {
        const double cell = grid.h[static_cast<std::size_t>(a)];
        inside = inside && p[a] > cell && p[a] < box[a] - cell;
      }
      if (!inside) continue;
      extent.rim_inside = true;
      extent.rim_at = p;
    }
  return extent;
}

std::shared_ptr<const TriangulatedHorizon> make_mesh_horizon(const SurfaceMesh& given, YoungerSide younger,
                                                             const Grid3& grid, const MeshPlaces& places,
                                                             MeshReport* report, const Job& job) {
  MeshReport own;
  MeshReport& r = report != nullptr ? *report : own;
  r = {};
  job.report({"horizon: checking the mesh", 0, 0, 0, ""});
  const double finest = std::min({grid.h[0], grid.h[1], grid.h[2]});
  const SurfaceMesh mesh = checked_mesh(given, younger, places, r.repairs, sliver_size * finest, job);
  job.throw_if_stopped();
  job.report({"horizon: smoothing the mesh", 0, 0, 0, ""});
  PatchSurface surface =
      smooth_surface(mesh, make_topology(mesh), patch_tolerance * finest, most_patches, job);
  r.vertices = static_cast<std::int64_t>(mesh.points.size());
  r.triangles = static_cast<std::int64_t>(mesh.triangles.size());
  r.patches = static_cast<std::int64_t>(surface.patches.size());
  job.throw_if_stopped();
  add_skirt(surface, skirt_length * norm(grid.extent()));
  job.throw_if_stopped();
  return std::make_shared<const TriangulatedHorizon>(std::move(surface));
}

std::shared_ptr<const TriangulatedHorizon> make_mesh_horizon(const MeshHorizon& spec, const Grid3& grid,
                                                             const std::string& folder,
                                                             const std::string& path, MeshReport* report,
                                                             const Job& job) {
  MeshPlaces places;
  places.origin = grid.origin;
  SurfaceMesh mesh;
  TsurfMesh read;
  std::string how_read;
  if (spec.file.empty()) {
    const std::string base = path + "/horizon";
    places.whole = base;
    places.vertex = [base](int i) { return base + "/vertices/" + std::to_string(i); };
    places.triangle = [base](int i) { return base + "/triangles/" + std::to_string(i); };
    mesh = {spec.vertices, spec.triangles};
  } else {
    std::filesystem::path file(spec.file);
    if (file.is_relative() && !folder.empty()) file = std::filesystem::path(folder) / file;
    read = read_tsurf(file, job);
    const std::string name = file.string();
    const auto line = [name](std::int64_t number) { return name + ", line " + std::to_string(number); };
    places.whole = name;
    places.vertex = [&read, line](int i) { return line(read.vertex_lines[static_cast<std::size_t>(i)]); };
    places.triangle = [&read, line](int i) { return line(read.triangle_lines[static_cast<std::size_t>(i)]); };
    const VerticalSense sense =
        spec.z.value_or(read.z_is_depth ? VerticalSense::depth : VerticalSense::elevation);
    if (read.z_unit && is_time(*read.z_unit))
      throw InputError(name, "is in two-way time", "convert it to depth first");
    mesh = {std::move(read.points), std::move(read.triangles)};
    const double xy = in_si(read.xy_unit.value_or(Unit::metre));
    const double z = in_si(read.z_unit.value_or(read.xy_unit.value_or(Unit::metre))) *
                     (sense == VerticalSense::elevation ? -1.0 : 1.0);
    for (Vec3& p : mesh.points)
      p = {xy * p.x, xy * p.y, z * p.z};
    how_read = std::to_string(mesh.points.size()) + " vertices in " +
               unit_name(read.xy_unit.value_or(Unit::metre)) +
               (read.xy_unit ? " (the file says so)" : " (the file does not say)") + ", z is " +
               sense_name(sense) + (spec.z ? " (as asked for)" : " (the file says so)");
  }
  for (Vec3& p : mesh.points)
    p = p - grid.origin;
  job.throw_if_stopped();
  auto horizon = make_mesh_horizon(mesh, spec.younger, grid, places, report, job);
  if (report) report->read = how_read;
  return horizon;
}

}  // namespace foldwave
