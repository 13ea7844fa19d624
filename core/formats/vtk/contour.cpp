#include "core/formats/vtk/contour.hpp"

#include <vtkCellArray.h>
#include <vtkCellArrayIterator.h>
#include <vtkFloatArray.h>
#include <vtkFlyingEdges2D.h>
#include <vtkFlyingEdges3D.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {

// A centroid this close to a cell's face, in cells, may belong to the neighbour.
constexpr double kFaceTolerance = 1e-5;

void require_field(const Grid3& grid, const Field<float>& field, double level) {
  if (field.shape() != grid.n)
    throw InputError("contour",
                     std::to_string(field.size()) + " values for " + std::to_string(grid.size()) + " nodes",
                     "give a field of the grid's shape");
  if (!std::isfinite(level))
    throw InputError("contour", "a level of " + number_text(level), "give a finite level");
}

// A field as VTK sees it, in units of cells: the field itself, or, where some nodes are not finite, a copy in
// which those lie as far from the level as the farthest finite value, on their own side.
class Prepared {
 public:
  Prepared(const Field<float>& field, double level) : field_(field) {
    const std::span<const float> values = field.values();
    finite_ = std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
    if (finite_) return;
    double farthest = 0.0;
    for (const float v : values)
      if (std::isfinite(v)) farthest = std::max(farthest, std::abs(v - level));
    if (farthest == 0.0) farthest = 1.0;
    copy_ = field.clone();
    for (float& v : copy_.values())
      if (!std::isfinite(v)) v = static_cast<float>(v == -INFINITY ? level - farthest : level + farthest);
  }

  bool all_finite() const { return finite_; }
  const Field<float>& values() const { return finite_ ? field_ : copy_; }

  // Whether a piece with its middle at `c` (in nodes) lies in a cell whose corners are all finite.
  bool is_reached(Vec3 c) const {
    if (finite_) return true;
    std::array<std::array<int, 2>, 3> span{};
    for (int axis = 0; axis < 3; ++axis) {
      const int last = std::max(0, field_.shape()[static_cast<std::size_t>(axis)] - 2);
      span[static_cast<std::size_t>(axis)] = {
          std::clamp(static_cast<int>(std::floor(c[axis] - kFaceTolerance)), 0, last),
          std::clamp(static_cast<int>(std::floor(c[axis] + kFaceTolerance)), 0, last)};
    }
    for (int k = span[2][0]; k <= span[2][1]; ++k)
      for (int j = span[1][0]; j <= span[1][1]; ++j)
        for (int i = span[0][0]; i <= span[0][1]; ++i)
          if (is_finite_cell(i, j, k)) return true;
    return false;
  }

 private:
  bool is_finite_cell(int i, int j, int k) const {
    const auto& n = field_.shape();
    for (int c = 0; c < std::min(2, n[2]); ++c)
      for (int b = 0; b < std::min(2, n[1]); ++b)
        for (int a = 0; a < std::min(2, n[0]); ++a)
          if (!std::isfinite(field_(i + a, j + b, k + c))) return false;
    return true;
  }

  const Field<float>& field_;
  Field<float> copy_;
  bool finite_ = true;
};

vtkSmartPointer<vtkImageData> unit_image(const Field<float>& field, std::array<int, 3> n) {
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(n.data());
  vtkNew<vtkFloatArray> array;
  // VTK reads only: 1 says that the memory stays ours.
  array->SetArray(const_cast<float*>(field.data()), field.size(), 1);
  image->GetPointData()->SetScalars(array);
  return image;
}

// Puts VTK's single-precision points back on their grid edges in double precision and shares those on nodes.
class PointTable {
 public:
  PointTable(const Field<float>& field, const Grid3& grid, double level, vtkIdType points)
      : field_(field), grid_(grid), level_(level), by_id_(static_cast<std::size_t>(points), -1) {}

  // The index of a point at `p`, in nodes; `id` is VTK's number of it.
  int insert(vtkIdType id, Vec3 p) {
    int& known = by_id_[static_cast<std::size_t>(id)];
    if (known >= 0) return known;
    int along = -1;
    std::array<int, 3> node{};
    for (int axis = 0; axis < 3; ++axis) {
      const double base = std::floor(p[axis]);
      node[static_cast<std::size_t>(axis)] = static_cast<int>(base);
      if (p[axis] != base) along = axis;
    }
    const double fraction = along < 0 ? 0.0 : refined(node, along);
    const bool at_end = fraction == 1.0;
    if (at_end) ++node[static_cast<std::size_t>(along)];
    const Index key = field_.shape()[0] * (node[1] + Index{1} * field_.shape()[1] * node[2]) + node[0];
    const bool on_node = along < 0 || fraction == 0.0 || at_end;
    int index = static_cast<int>(points_.size());
    if (on_node) {
      const auto [place, is_new] = by_node_.try_emplace(key, index);
      index = place->second;
      known = index;
      if (!is_new) return index;
    } else {
      known = index;
    }
    Vec3 local{node[0] * grid_.h[0], node[1] * grid_.h[1], node[2] * grid_.h[2]};
    if (!on_node) local[along] += fraction * grid_.h[static_cast<std::size_t>(along)];
    points_.push_back(grid_.origin + local);
    return index;
  }

  std::vector<Vec3> take() { return std::move(points_); }

 private:
  double refined(std::array<int, 3> node, int along) const {
    std::array<int, 3> next = node;
    ++next[static_cast<std::size_t>(along)];
    const double f0 = field_(node[0], node[1], node[2]);
    const double f1 = field_(next[0], next[1], next[2]);
    return std::clamp((level_ - f0) / (f1 - f0), 0.0, 1.0);
  }

  const Field<float>& field_;
  const Grid3& grid_;
  double level_;
  std::vector<int> by_id_;  // -1: not met yet
  std::vector<Vec3> points_;
  std::unordered_map<Index, int> by_node_;
};

Vec3 point_of(vtkPolyData& data, vtkIdType id) {
  std::array<double, 3> p{};
  data.GetPoint(id, p.data());
  return {p[0], p[1], p[2]};
}

// Walks pairs of points that meet end to end into lines; a closed one repeats its first point.
std::vector<std::vector<int>> joined(const std::vector<std::array<int, 2>>& segments, std::size_t points) {
  std::vector<std::vector<int>> at_point(points);
  for (std::size_t s = 0; s < segments.size(); ++s)
    for (const int p : segments[s])
      at_point[static_cast<std::size_t>(p)].push_back(static_cast<int>(s));
  std::vector<bool> used(segments.size(), false);
  std::vector<std::vector<int>> lines;
  const auto walk = [&](int start) {
    std::vector<int> line{start};
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const int s : at_point[static_cast<std::size_t>(line.back())]) {
        const auto segment = static_cast<std::size_t>(s);
        if (used[segment]) continue;
        used[segment] = true;
        line.push_back(segments[segment][0] == line.back() ? segments[segment][1] : segments[segment][0]);
        goes_on = true;
        break;
      }
    }
    if (line.size() > 1) lines.push_back(std::move(line));
  };
  // Open lines first, from an end of theirs; what is left is closed.
  for (std::size_t p = 0; p < points; ++p)
    if (at_point[p].size() % 2 == 1) walk(static_cast<int>(p));
  for (std::size_t p = 0; p < points; ++p)
    walk(static_cast<int>(p));
  return lines;
}

}  // namespace

TriangleMesh contour(const Grid3& grid, const Field<float>& field, double level) {
  require_field(grid, field, level);
  if (*std::min_element(grid.n.begin(), grid.n.end()) < 2)
    throw InputError("contour", "a surface needs 2 nodes or more along each axis", "draw lines in a section");
  const Prepared prepared(field, level);
  vtkNew<vtkFlyingEdges3D> filter;
  filter->SetInputData(unit_image(prepared.values(), grid.n));
  filter->ComputeNormalsOff();
  filter->ComputeGradientsOff();
  filter->ComputeScalarsOff();
  filter->SetValue(0, level);
  filter->Update();

  vtkPolyData& cut = *filter->GetOutput();
  TriangleMesh mesh;
  PointTable table(prepared.values(), grid, level, cut.GetNumberOfPoints());
  const auto cells = vtk::TakeSmartPointer(cut.GetPolys()->NewIterator());
  for (cells->GoToFirstCell(); !cells->IsDoneWithTraversal(); cells->GoToNextCell()) {
    vtkIdType size = 0;
    const vtkIdType* ids = nullptr;
    cells->GetCurrentCell(size, ids);
    const std::array<Vec3, 3> p{point_of(cut, ids[0]), point_of(cut, ids[1]), point_of(cut, ids[2])};
    if (!prepared.is_reached((1.0 / 3.0) * (p[0] + p[1] + p[2]))) continue;
    // VTK's triangles face smaller values.
    const std::array<int, 3> corners{table.insert(ids[0], p[0]), table.insert(ids[2], p[2]),
                                     table.insert(ids[1], p[1])};
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
    mesh.triangles.push_back(corners);
  }
  mesh.points = table.take();
  return mesh;
}

Polylines contour_lines(const Grid3& grid, const Field<float>& field, double level) {
  require_field(grid, field, level);
  if (!grid.is_section() || grid.n[0] < 2 || grid.n[2] < 2)
    throw InputError("contour", "lines need a section, 1 node along y and 2 or more along x and z",
                     "draw a surface in a volume");
  const Prepared prepared(field, level);
  vtkNew<vtkFlyingEdges2D> filter;
  filter->SetInputData(unit_image(prepared.values(), {grid.n[0], grid.n[2], 1}));
  filter->ComputeScalarsOff();
  filter->SetValue(0, level);
  filter->Update();

  vtkPolyData& cut = *filter->GetOutput();
  std::vector<std::array<int, 2>> segments;
  PointTable table(prepared.values(), grid, level, cut.GetNumberOfPoints());
  const auto cells = vtk::TakeSmartPointer(cut.GetLines()->NewIterator());
  for (cells->GoToFirstCell(); !cells->IsDoneWithTraversal(); cells->GoToNextCell()) {
    vtkIdType size = 0;
    const vtkIdType* ids = nullptr;
    cells->GetCurrentCell(size, ids);
    // VTK's image plane (x, y) is the section's (x, z).
    std::array<Vec3, 2> p{point_of(cut, ids[0]), point_of(cut, ids[1])};
    for (Vec3& q : p)
      q = {q.x, 0.0, q.y};
    if (!prepared.is_reached(0.5 * (p[0] + p[1]))) continue;
    const std::array<int, 2> ends{table.insert(ids[0], p[0]), table.insert(ids[1], p[1])};
    if (ends[0] != ends[1]) segments.push_back(ends);
  }
  Polylines lines;
  lines.points = table.take();
  lines.lines = joined(segments, lines.points.size());
  return lines;
}

}  // namespace foldwave
