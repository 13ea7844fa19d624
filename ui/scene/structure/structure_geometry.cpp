#include "ui/scene/structure/structure_geometry.hpp"

#include <vtkCellArray.h>
#include <vtkClipPolyData.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/trilinear.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/output/surface_files.hpp"

namespace foldwave {
namespace {

// Keeps the part of a surface whose point scalars are at least `low` and at most `high`.
vtkSmartPointer<vtkPolyData> cut_to(vtkPolyData* surface, double low, double high) {
  auto above = vtkSmartPointer<vtkClipPolyData>::New();
  above->SetInputData(surface);
  above->SetValue(low);
  auto below = vtkSmartPointer<vtkClipPolyData>::New();
  below->SetInputConnection(above->GetOutputPort());
  below->SetValue(high);
  below->InsideOutOn();
  below->Update();
  vtkSmartPointer<vtkPolyData> cut = below->GetOutput();
  cut->GetPointData()->SetScalars(nullptr);
  return cut;
}

// What boundaries are drawn from: the fold's own fields, or, where these have more nodes than are asked for,
// the same box in fewer, linear in between.
class DrawnFields {
 public:
  DrawnFields(const FoldResult& fold, int most_nodes, const Job& job)
      : job_(job), from_{fold.grid.n, fold.grid.h, {}, {}, {}, 0}, grid_(from_) {
    if (from_.is_section()) return;
    const Vec3 size = from_.extent();
    for (int a = 0; a < 3; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      if (from_.n[axis] <= most_nodes) continue;
      grid_.n[axis] = most_nodes;
      grid_.h[axis] = size[a] / (most_nodes - 1);
    }
  }

  const Grid3& grid() const { return grid_; }

  const Field<float>& of(const Field<float>& field) {
    if (grid_.n == from_.n) return field;
    auto& coarse = coarse_[&field];
    if (coarse.empty()) coarse = resampled(field, from_, grid_, job_);
    return coarse;
  }

  LayerBoundary of(const LayerBoundary& boundary) {
    LayerBoundary drawn{&of(*boundary.field), boundary.level};
    for (const FieldClip& clip : boundary.clips)
      drawn.clips.push_back({&of(*clip.field), clip.above});
    return drawn;
  }

 private:
  const Job& job_;
  Grid3 from_, grid_;
  std::map<const Field<float>*, Field<float>> coarse_;
};

// The gradient at a node by differences to its neighbours, one-sided beside the box's faces and nodes that
// were not reached.
Vec3 node_gradient(const Grid3& grid, const Field<float>& field, const std::array<int, 3>& node) {
  Vec3 gradient{};
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    std::array<double, 2> value{};
    double width = 0.0;
    for (int side = 0; side < 2; ++side) {
      std::array<int, 3> next = node;
      next[axis] += side == 0 ? -1 : 1;
      const bool there =
          next[axis] >= 0 && next[axis] < grid.n[axis] && std::isfinite(field(next[0], next[1], next[2]));
      const std::array<int, 3>& used = there ? next : node;
      value[static_cast<std::size_t>(side)] = field(used[0], used[1], used[2]);
      width += there ? grid.h[axis] : 0.0;
    }
    if (width > 0.0) gradient[a] = (value[1] - value[0]) / width;
  }
  return gradient;
}

// The same at a place, linear between the nodes that were reached.
Vec3 gradient_at(const Grid3& grid, const Field<float>& field, const Vec3& p) {
  const std::array<NodePlace, 3> place{place_between(grid, 0, p.x), place_between(grid, 1, p.y),
                                       place_between(grid, 2, p.z)};
  Vec3 sum{};
  for (std::size_t corner = 0; corner < 8; ++corner) {
    double weight = 1.0;
    std::array<int, 3> node{};
    for (std::size_t a = 0; a < 3; ++a) {
      const bool far = (corner >> a & 1U) != 0;
      weight *= far ? place[a].part : 1.0 - place[a].part;
      node[a] = std::min(place[a].node + (far ? 1 : 0), grid.n[a] - 1);
    }
    if (weight > 0.0 && std::isfinite(field(node[0], node[1], node[2])))
      sum = sum + weight * node_gradient(grid, field, node);
  }
  return sum;
}

// In the world's frame, z up, which turns the winding over. Normals point to the younger side.
vtkSmartPointer<vtkPolyData> drawn_surface(const Grid3& grid, const LayerBoundary& boundary) {
  const TriangleMesh mesh = boundary_mesh(grid, boundary);
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto normals = vtkSmartPointer<vtkFloatArray>::New();
  normals->SetNumberOfComponents(3);
  for (const Vec3& p : mesh.points) {
    points->InsertNextPoint(p.x, p.y, -p.z);
    const Vec3 g = gradient_at(grid, *boundary.field, p);
    const double size = norm(g);
    if (size > 0.0)
      normals->InsertNextTuple3(g.x / size, g.y / size, -g.z / size);
    else
      normals->InsertNextTuple3(0.0, 0.0, 1.0);
  }
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  for (const auto& [a, b, c] : mesh.triangles) {
    const vtkIdType corners[3] = {a, c, b};
    cells->InsertNextCell(3, corners);
  }
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  surface->SetPoints(points);
  surface->SetPolys(cells);
  surface->GetPointData()->SetNormals(normals);
  return surface;
}

// In a section.
vtkSmartPointer<vtkPolyData> drawn_lines(const Grid3& grid, const LayerBoundary& boundary) {
  const Polylines found = boundary_lines(grid, boundary);
  auto points = vtkSmartPointer<vtkPoints>::New();
  for (const Vec3& p : found.points)
    points->InsertNextPoint(p.x, 0.0, -p.z);
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  for (const std::vector<int>& line : found.lines) {
    cells->InsertNextCell(static_cast<int>(line.size()));
    for (const int index : line)
      cells->InsertCellPoint(index);
  }
  auto lines = vtkSmartPointer<vtkPolyData>::New();
  lines->SetPoints(points);
  lines->SetLines(cells);
  return lines;
}

}  // namespace

vtkSmartPointer<vtkPolyData> horizon_surface(const Grid3& grid, const Horizon& horizon,
                                             const SurfaceDetail& detail) {
  const Vec3 size = grid.extent();
  const int nx = detail.horizon, ny = grid.is_section() ? 1 : detail.horizon;
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto depth = vtkSmartPointer<vtkFloatArray>::New();
  auto normals = vtkSmartPointer<vtkFloatArray>::New();
  normals->SetNumberOfComponents(3);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const double x = size.x * i / (nx - 1), y = ny == 1 ? 0.0 : size.y * j / (ny - 1);
      const HeightJet jet = horizon.at(x, y);
      const Vec3 n = Horizon::upward_normal(jet);
      points->InsertNextPoint(x, y, -jet.f);
      depth->InsertNextValue(static_cast<float>(jet.f));
      normals->InsertNextTuple3(n.x, n.y, -n.z);
    }
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  surface->SetPoints(points);
  surface->GetPointData()->SetScalars(depth);
  surface->GetPointData()->SetNormals(normals);
  if (ny == 1) {
    for (vtkIdType i = 0; i + 1 < nx; ++i) {
      const vtkIdType ends[2] = {i, i + 1};
      cells->InsertNextCell(2, ends);
    }
    surface->SetLines(cells);
  } else {
    for (vtkIdType j = 0; j + 1 < ny; ++j)
      for (vtkIdType i = 0; i + 1 < nx; ++i) {
        const vtkIdType a = i + nx * j;
        const vtkIdType lower[3] = {a, a + 1, a + nx + 1}, upper[3] = {a, a + nx + 1, a + nx};
        cells->InsertNextCell(3, lower);
        cells->InsertNextCell(3, upper);
      }
    surface->SetPolys(cells);
  }
  return cut_to(surface, 0.0, size.z);
}

vtkSmartPointer<vtkPolyData> mesh_surface(const Grid3& grid, const TriangulatedHorizon& mesh) {
  const PatchSurface& from = mesh.surface();
  const Vec3 size = grid.extent();
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto normals = vtkSmartPointer<vtkFloatArray>::New();
  normals->SetNumberOfComponents(3);
  for (std::size_t i = 0; i < from.nodes.size(); ++i) {
    const Vec3& p = from.nodes[i];
    const Vec3& n = from.normals[i];
    points->InsertNextPoint(p.x, p.y, -p.z);
    normals->InsertNextTuple3(n.x, n.y, -n.z);
  }
  // With its continuation, for a mesh that ends inside the box; what lies outside is left out before
  // clipping.
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  for (const auto& patch : from.patches)
    for (const auto& t : flat_triangles(patch)) {
      bool outside = false;
      for (int a = 0; a < 3; ++a) {
        const auto at = [&](std::size_t k) { return from.nodes[static_cast<std::size_t>(t[k])][a]; };
        outside =
            outside || std::max({at(0), at(1), at(2)}) < 0.0 || std::min({at(0), at(1), at(2)}) > size[a];
      }
      // The world's mirrored z turns the winding over.
      const vtkIdType corners[3] = {t[0], t[2], t[1]};
      if (!outside) cells->InsertNextCell(3, corners);
    }
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  surface->SetPoints(points);
  surface->SetPolys(cells);
  surface->GetPointData()->SetNormals(normals);
  for (int a = 0; a < 3; ++a) {
    auto along = vtkSmartPointer<vtkFloatArray>::New();
    for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i) {
      double p[3];
      surface->GetPoint(i, p);
      along->InsertNextValue(static_cast<float>(a == 2 ? -p[2] : p[a]));
    }
    surface->GetPointData()->SetScalars(along);
    surface = cut_to(surface, 0.0, size[a]);
  }
  return surface;
}

vtkSmartPointer<vtkPolyData> horizon_surface(const Scenario& scenario, const SurfaceDetail& detail,
                                             const Job& job, std::size_t event) {
  const auto mesh = event == 0 ? build_mesh_horizon(scenario, nullptr, job) : nullptr;
  if (mesh) return mesh_surface(scenario.grid, *mesh);
  return horizon_surface(scenario.grid, *build_horizon(scenario, nullptr, job, event), detail);
}

StructureGeometry structure_geometry(const FoldResult& fold, const Job& job, const SurfaceDetail& detail) {
  StructureGeometry geometry;
  const std::vector<LayerBoundary> boundaries = fold.layering().boundaries();
  const auto total = static_cast<std::int64_t>(boundaries.size()) + 1;
  job.report({"drawing: horizon", 0, total, 0, ""});
  if (fold.horizon) geometry.horizon = horizon_surface(fold.grid, *fold.horizon, detail);
  if (fold.mesh) geometry.horizon = mesh_surface(fold.grid, *fold.mesh);
  if (!fold.horizon && !fold.mesh) geometry.horizon = vtkSmartPointer<vtkPolyData>::New();
  bool any = false;
  for (const float T : fold.arrival.values()) {
    if (!std::isfinite(T)) continue;
    geometry.lowest = any ? std::min<double>(geometry.lowest, T) : T;
    geometry.highest = any ? std::max<double>(geometry.highest, T) : T;
    any = true;
  }
  DrawnFields fields(fold, detail.nodes, job);
  for (const LayerBoundary& boundary : boundaries) {
    job.throw_if_stopped();
    job.report(
        {"drawing: layer surfaces", static_cast<std::int64_t>(geometry.boundaries.size()) + 1, total, 0, ""});
    const LayerBoundary drawn = fields.of(boundary);
    geometry.boundaries.push_back(fold.grid.is_section() ? drawn_lines(fields.grid(), drawn)
                                                         : drawn_surface(fields.grid(), drawn));
  }
  for (const CutSurface& cut : fold.cuts) {
    if (fold.grid.is_section()) break;
    job.throw_if_stopped();
    LayerBoundary lid{&cut.height, 0.0, {{&fold.arrival, false}}};
    for (const CutSurface& other : fold.cuts)
      if (&other != &cut) lid.clips.push_back({&other.height, false});
    geometry.lids.push_back(drawn_surface(fields.grid(), fields.of(lid)));
  }
  return geometry;
}

}  // namespace foldwave
