#include "ui/scene/structure_geometry.hpp"

#include <vtkCellArray.h>
#include <vtkClipPolyData.h>
#include <vtkDataArray.h>
#include <vtkFloatArray.h>
#include <vtkFlyingEdges2D.h>
#include <vtkFlyingEdges3D.h>
#include <vtkImageData.h>
#include <vtkImageInterpolator.h>
#include <vtkImageResize.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <cmath>

#include "core/base/trilinear.hpp"
#include "ui/scene/clip_surface.hpp"

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

// From (x, y, depth) to the world's z up; normals turn to the younger side as a whole: one by one they would
// flip where a layer is turned over.
vtkSmartPointer<vtkPolyData> upright(vtkPolyData* surface) {
  vtkSmartPointer<vtkPolyData> turned = vtkSmartPointer<vtkPolyData>::New();
  turned->ShallowCopy(surface);
  const vtkIdType count = surface->GetNumberOfPoints();
  auto points = vtkSmartPointer<vtkPoints>::New();
  points->SetNumberOfPoints(count);
  vtkDataArray* const from = surface->GetPointData()->GetNormals();
  auto normals = vtkSmartPointer<vtkFloatArray>::New();
  normals->SetNumberOfComponents(3);
  normals->SetNumberOfTuples(from != nullptr ? count : 0);
  double down = 0.0;
  for (vtkIdType i = 0; from != nullptr && i < count; ++i)
    if (const double z = from->GetComponent(i, 2); std::isfinite(z)) down += z;
  const double sign = down > 0.0 ? 1.0 : -1.0;  // before turning, up is -z
  for (vtkIdType i = 0; i < count; ++i) {
    double p[3], n[3];
    surface->GetPoint(i, p);
    points->SetPoint(i, p[0], p[1], -p[2]);
    if (from == nullptr) continue;
    from->GetTuple(i, n);
    const bool good = std::isfinite(n[0] + n[1] + n[2]);
    normals->SetTuple3(i, good ? -sign * n[0] : 0.0, good ? -sign * n[1] : 0.0, good ? sign * n[2] : 1.0);
  }
  turned->SetPoints(points);
  if (from != nullptr) turned->GetPointData()->SetNormals(normals);
  return turned;
}

// A field of the fold as VTK's image. Values that were never reached become large, so that no surface ends in
// them.
vtkSmartPointer<vtkImageData> field_image(const FoldResult& fold, const Field<float>& field, int most_nodes) {
  auto image = vtkSmartPointer<vtkImageData>::New();
  const auto& n = fold.grid.n;
  const auto& h = fold.grid.h;
  if (fold.grid.is_section()) {
    image->SetDimensions(n[0], n[2], 1);
    image->SetSpacing(h[0], h[2], 1.0);
  } else {
    image->SetDimensions(n[0], n[1], n[2]);
    image->SetSpacing(h[0], h[1], h[2]);
  }
  image->AllocateScalars(VTK_FLOAT, 1);
  auto* const to = static_cast<float*>(image->GetScalarPointer());
  const auto from = field.values();
  for (std::size_t m = 0; m < from.size(); ++m)
    to[m] = std::isfinite(from[m]) ? from[m] : std::copysign(1e30F, from[m]);
  if (fold.grid.is_section() || std::max({n[0], n[1], n[2]}) <= most_nodes) return image;

  // The same box with fewer nodes, linear in between.
  auto coarse = vtkSmartPointer<vtkImageResize>::New();
  coarse->SetInputData(image);
  coarse->SetResizeMethodToOutputDimensions();
  coarse->SetOutputDimensions(std::min(n[0], most_nodes), std::min(n[1], most_nodes),
                              std::min(n[2], most_nodes));
  auto linear = vtkSmartPointer<vtkImageInterpolator>::New();
  linear->SetInterpolationModeToLinear();
  coarse->SetInterpolator(linear);
  coarse->BorderOff();
  coarse->Update();
  return coarse->GetOutput();
}

vtkSmartPointer<vtkPolyData> section_line(vtkImageData* image, double level) {
  auto contour = vtkSmartPointer<vtkFlyingEdges2D>::New();
  contour->SetInputData(image);
  contour->ComputeScalarsOff();
  contour->SetValue(0, level);
  contour->Update();
  vtkSmartPointer<vtkPolyData> line = contour->GetOutput();
  for (vtkIdType i = 0; i < line->GetNumberOfPoints(); ++i) {
    double p[3];
    line->GetPoint(i, p);
    line->GetPoints()->SetPoint(i, p[0], 0.0, -p[1]);
  }
  return line;
}

vtkSmartPointer<vtkPolyData> volume_surface(vtkImageData* image, double level) {
  auto contour = vtkSmartPointer<vtkFlyingEdges3D>::New();
  contour->SetInputData(image);
  contour->ComputeScalarsOff();
  contour->ComputeGradientsOff();
  contour->ComputeNormalsOn();
  contour->SetValue(0, level);
  contour->Update();
  return upright(contour->GetOutput());
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
  const Grid3 local{fold.grid.n, fold.grid.h, {}, {}, {}, 0};
  const Field<float>* shown = nullptr;
  vtkSmartPointer<vtkImageData> image;
  for (const LayerBoundary& boundary : boundaries) {
    job.throw_if_stopped();
    job.report(
        {"drawing: layer surfaces", static_cast<std::int64_t>(geometry.boundaries.size()) + 1, total, 0, ""});
    if (boundary.field != shown) image = field_image(fold, *boundary.field, detail.nodes);
    shown = boundary.field;
    std::vector<SurfaceClip> clips;
    for (const FieldClip& clip : boundary.clips)
      clips.push_back({[&](const std::array<double, 3>& p) {
                         return trilinear_at(*clip.field, local, {p[0], p[1], -p[2]});
                       },
                       clip.above});
    geometry.boundaries.push_back(clipped(
        fold.grid.is_section() ? section_line(image, boundary.level) : volume_surface(image, boundary.level),
        clips));
  }
  return geometry;
}

}  // namespace foldwave
