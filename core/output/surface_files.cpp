#include "core/output/surface_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/text.hpp"
#include "core/formats/grids/map_grid_write.hpp"
#include "core/formats/horizons/tsurf.hpp"
#include "core/formats/horizons/xyz.hpp"
#include "core/geology/thickness_map.hpp"
#include "core/horizon/mesh/mesh_weld.hpp"
#include "core/model/layer_sequence.hpp"
#include "core/output/meshes/mesh_write.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/clip.hpp"
#include "core/formats/vtk/contour.hpp"
#include "core/formats/vtk/poly_writer.hpp"
#endif

namespace foldwave {

namespace {

std::vector<Vec3> horizon_points(const FoldResult& fold) {
  const Grid3& g = fold.grid;
  std::vector<Vec3> points;
  if (fold.mesh) {
    const PatchSurface& surface = fold.mesh->surface();
    for (std::size_t i = 0; i < surface.skirt_nodes; ++i)
      points.push_back(g.origin + surface.nodes[i]);
    return points;
  }
  points.reserve(static_cast<std::size_t>(g.n[0]) * static_cast<std::size_t>(g.n[1]));
  for (int j = 0; j < g.n[1]; ++j)
    for (int i = 0; i < g.n[0]; ++i) {
      const Vec3 local = g.local(i, j, 0);
      points.push_back(g.origin + Vec3{local.x, local.y, fold.horizon->depth(local.x, local.y)});
    }
  return points;
}

// The drawn surface over the grid's map area, whole, also where it leaves the box.
TriangleMesh horizon_mesh(const FoldResult& fold) {
  const Grid3& g = fold.grid;
  TriangleMesh mesh{horizon_points(fold), {}, {}};
  if (fold.mesh) {
    for (std::size_t t = 0; t < fold.mesh->surface().skirt; ++t)
      for (const auto& part : flat_triangles(fold.mesh->surface().patches[t]))
        mesh.triangles.push_back(part);
    return mesh;
  }
  for (int j = 0; j + 1 < g.n[1]; ++j)
    for (int i = 0; i + 1 < g.n[0]; ++i) {
      const int a = i + g.n[0] * j;
      const int b = a + g.n[0];
      // In the program's frame (z down) this order turns the face to the younger side.
      mesh.triangles.push_back({a, b, a + 1});
      mesh.triangles.push_back({a + 1, b, b + 1});
    }
  return mesh;
}

// What a surface's file is to have: a length as its unit, and its colour where it has one.
struct SurfaceLook {
  std::string title;
  Unit unit = Unit::metre;
  Color color{};
};

std::vector<Vec3> elevation_up(std::vector<Vec3> points, Unit unit) {
  for (Vec3& p : points)
    p = {p.x / in_si(unit), p.y / in_si(unit), -p.z / in_si(unit)};
  return points;
}

std::string xyz_header(Unit unit, const std::string& more = {}) {
  constexpr std::array<const char*, 4> short_names{"m", "ft", "ftUS", "km"};
  const std::string in = std::string("[") + short_names[static_cast<std::size_t>(unit)] + "]";
  return "x" + in + " y" + in + " elevation" + in + more;
}

bool is_drawn_mesh(const std::filesystem::path& file) {
  const auto suffix = file.extension();
  return suffix == ".obj" || suffix == ".gltf" || suffix == ".glb";
}

bool is_map_grid(const std::filesystem::path& file) {
  const auto suffix = file.extension();
  return suffix == ".cps3" || suffix == ".cps" || suffix == ".zmap" || suffix == ".irap";
}

void check_surface_unit(const std::filesystem::path& file, Unit unit) {
  const auto suffix = file.extension();
  if (unit != Unit::metre && (suffix == ".vtp" || suffix == ".gltf" || suffix == ".glb"))
    throw InputError(file.string(), suffix.string() + " holds metres, not " + unit_name(unit),
                     "write .xyz, .ts, .obj or a grid, or leave the unit out");
}

// .ts, .obj, .gltf or .glb.
void write_triangles(const std::filesystem::path& file, const SurfaceLook& look, TriangleMesh mesh,
                     const Job& job) {
  // A mirror turns the side that a triangle shows.
  for (auto& triangle : mesh.triangles)
    std::swap(triangle[1], triangle[2]);
  const std::vector<Vec3> points = elevation_up(std::move(mesh.points), look.unit);
  if (file.extension() == ".ts") return write_tsurf(file, look.title, points, mesh.triangles, job, look.unit);
  const ColoredMesh drawn{look.title, points, mesh.triangles, look.color, look.unit};
  file.extension() == ".obj" ? write_obj(file, drawn, job) : write_gltf(file, drawn, job);
}

void refuse_section(const std::filesystem::path& file, const Grid3& grid) {
  if (grid.is_section())
    throw InputError(file.string(),
                     "a section's layers are lines, which " + file.extension().string() + " cannot hold",
                     "write .vtp or .xyz");
}

// Of the layer whose top the horizon is.
Color horizon_color(const Scenario& scenario) {
  const auto top = static_cast<std::size_t>(std::max(0, scenario.stack.horizon_is_top_of));
  return top < scenario.stack.layers.size() ? scenario.stack.layers[top].color : Color{};
}

void write_grid(const std::filesystem::path& file, const SurfaceLook& look, const Grid3& g,
                std::vector<double> elevation, const Job& job) {
  const double length = in_si(look.unit);
  for (double& z : elevation)
    z /= length;
  const MapGrid map{
      {g.n[0], g.n[1]}, {g.origin.x / length, g.origin.y / length}, {g.h[0] / length, g.h[1] / length}};
  if (file.extension() == ".irap") return write_irap(file, map, elevation, job);
  if (file.extension() == ".zmap") return write_zmap(file, look.title, map, elevation, job);
  write_cps3(file, look.title, map, elevation, job);
}

// The elevation of a boundary at each column, x fastest; not a number where it has none in the box.
std::vector<double> single_valued(const std::filesystem::path& file, const std::string& what,
                                  const FoldResult& fold, const LayerBoundary& boundary, const Job& job) {
  const Grid3& g = fold.grid;
  std::vector<double> elevation;
  for (int j = 0; j < g.n[1]; ++j) {
    job.throw_if_stopped();
    for (int i = 0; i < g.n[0]; ++i) {
      const auto depths = column_crossings(g, boundary, i, j);
      if (depths.size() > 1) {
        const Vec3 place = g.origin + g.local(i, j, 0);
        throw InputError(file.string(),
                         what + " is overturned: at (" + number_text(place.x, 10) + ", " +
                             number_text(place.y, 10) + ") it has " + std::to_string(depths.size()) +
                             " depths, and " + file.extension().string() + " holds one",
                         "write .vtp or .ts");
      }
      elevation.push_back(depths.empty() ? std::numeric_limits<double>::quiet_NaN()
                                         : -(g.origin.z + depths.front()));
    }
  }
  return elevation;
}

[[noreturn, maybe_unused]] void throw_outside(const std::filesystem::path& file, const std::string& what) {
  throw InputError(file.string(), what + " has no surface in the box: it lies outside or was cut away",
                   "choose another layer");
}

}  // namespace

std::string boundary_name(const Scenario& scenario, std::size_t boundary) {
  const auto& layers = scenario.stack.layers;
  for (const LayerSequence& q : layer_sequences(scenario.events, static_cast<int>(layers.size())))
    if (q.event > 0 && q.end() == static_cast<int>(boundary) + 1) return scenario.events[q.event].name;
  return layers[boundary + 1].name;
}

std::string boundary_file_name(const Scenario& scenario, const FoldResult& fold, std::size_t boundary) {
  const bool cut = fold.layering().boundaries()[boundary].cut != nullptr;
  return std::to_string(boundary + 1) + (cut ? "-" : "-top-of-") +
         slug(boundary_name(scenario, boundary), "layer");
}

std::string boundary_title(const Scenario& scenario, std::size_t boundary) {
  const std::string name = boundary_name(scenario, boundary);
  return (name == scenario.stack.layers[boundary + 1].name ? "the top of \"" : "\"") + name + "\"";
}

#ifdef FOLDWAVE_HAS_VTK
TriangleMesh boundary_mesh(const Grid3& grid, const LayerBoundary& boundary) {
  TriangleMesh mesh = contour(grid, *boundary.field, boundary.level);
  for (const FieldClip& clip : boundary.clips)
    mesh = clipped(mesh, grid, *clip.field, clip.above);
  return mesh;
}

TriangleMesh welded_boundary_mesh(const Grid3& grid, const LayerBoundary& boundary, const Job& job) {
  TriangleMesh mesh = boundary_mesh(grid, boundary);
  SurfaceMesh welded{std::move(mesh.points), std::move(mesh.triangles)};
  weld_slivers(welded, sliver_size * std::ranges::min(grid.h), job);
  return {std::move(welded.points), std::move(welded.triangles), {}};
}

Polylines boundary_lines(const Grid3& grid, const LayerBoundary& boundary) {
  Polylines lines = contour_lines(grid, *boundary.field, boundary.level);
  for (const FieldClip& clip : boundary.clips)
    lines = clipped(lines, grid, *clip.field, clip.above);
  return lines;
}
#endif

void throw_no_vtk(const std::filesystem::path& file) {
  throw InputError(file.string(), "this build has no VTK, which makes it",
                   "build with libvtk9-dev installed");
}

void write_horizon(const std::filesystem::path& file, const Scenario& scenario, const FoldResult& fold,
                   Unit unit) {
  const Grid3& g = fold.grid;
  check_surface_unit(file, unit);
  // What several folds have made of it is where T = 0.
  if (!fold.horizon && !fold.mesh)
    return write_layer_top(file, scenario, fold,
                           static_cast<std::size_t>(scenario.stack.horizon_is_top_of - 1), {}, unit);
  const SurfaceLook look{"horizon", unit, horizon_color(scenario)};
  if (file.extension() == ".xyz") {
    write_xyz(file, elevation_up(horizon_points(fold), unit), xyz_header(unit));
  } else if (file.extension() == ".ts" || is_drawn_mesh(file)) {
    refuse_section(file, g);
    write_triangles(file, look, horizon_mesh(fold), {});
  } else if (is_map_grid(file)) {
    refuse_section(file, g);
    std::vector<double> elevation;
    if (fold.mesh)
      elevation = single_valued(file, "the horizon", fold, {&fold.arrival, 0.0}, {});
    else
      for (const Vec3& p : horizon_points(fold))
        elevation.push_back(-p.z);
    write_grid(file, look, g, std::move(elevation), {});
  } else {
#ifdef FOLDWAVE_HAS_VTK
    if (!fold.mesh && g.is_section()) {
      Polylines line{horizon_points(fold), {{}}, {}};
      for (int i = 0; i < g.n[0]; ++i)
        line.lines[0].push_back(i);
      write_polylines(file, line);
    } else {
      write_mesh(file, horizon_mesh(fold));
    }
#else
    throw_no_vtk(file);
#endif
  }
}

void write_layer_top(const std::filesystem::path& file, const Scenario& scenario, const FoldResult& fold,
                     std::size_t boundary, const Job& job, Unit unit) {
  check_surface_unit(file, unit);
  const LayerBoundary surface = fold.layering().boundaries()[boundary];
  const std::string what = boundary_title(scenario, boundary);
  const SurfaceLook look{boundary_name(scenario, boundary), unit, scenario.stack.layers[boundary + 1].color};
  if (is_map_grid(file) || file.extension() == ".xyz") {
    if (is_map_grid(file)) refuse_section(file, fold.grid);
    const std::vector<double> elevation = single_valued(file, what, fold, surface, job);
    if (std::all_of(elevation.begin(), elevation.end(), [](double z) { return std::isnan(z); }))
      throw_outside(file, what);
    if (is_map_grid(file)) return write_grid(file, look, fold.grid, elevation, job);
    std::vector<Vec3> points;
    for (int j = 0, m = 0; j < fold.grid.n[1]; ++j)
      for (int i = 0; i < fold.grid.n[0]; ++i, ++m) {
        const Vec3 place = fold.grid.origin + fold.grid.local(i, j, 0);
        const double z = elevation[static_cast<std::size_t>(m)];
        if (!std::isnan(z)) points.push_back({place.x, place.y, -z});
      }
    return write_xyz(file, elevation_up(std::move(points), unit), xyz_header(unit, ", " + what), job);
  }
#ifdef FOLDWAVE_HAS_VTK
  if (fold.grid.is_section()) {
    if (file.extension() == ".ts" || is_drawn_mesh(file)) refuse_section(file, fold.grid);
    const Polylines lines = boundary_lines(fold.grid, surface);
    if (lines.lines.empty()) throw_outside(file, what);
    return write_polylines(file, lines);
  }
  TriangleMesh mesh = welded_boundary_mesh(fold.grid, surface, job);
  if (mesh.triangles.empty()) throw_outside(file, what);
  if (file.extension() == ".ts" || is_drawn_mesh(file))
    return write_triangles(file, look, std::move(mesh), job);
  write_mesh(file, mesh);
#else
  throw_no_vtk(file);
#endif
}

std::size_t boundary_of(const Scenario& scenario, const std::string& layer) {
  const auto& layers = scenario.stack.layers;
  if (layer.empty() && layers.size() == 2) return 0;
  std::string choices;
  for (std::size_t i = 1; i < layers.size(); ++i) {
    const std::string name = boundary_name(scenario, i - 1);
    if (layer == name) return i - 1;
    choices += (i > 1 ? ", " : "") + std::to_string(i) + " (" + name + ")";
  }
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(layer.data(), layer.data() + layer.size(), number);
  if (error == std::errc{} && end == layer.data() + layer.size() && number >= 1 && number < layers.size())
    return number - 1;
  throw InputError("--layer" + (layer.empty() ? "" : " " + layer),
                   layer.empty() ? "is needed: the scenario has several tops"
                                 : "no layer of that name or number has a top",
                   "choose of " + choices);
}

}  // namespace foldwave
