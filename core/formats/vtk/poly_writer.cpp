#include "core/formats/vtk/poly_writer.hpp"

#include <vtkCellArray.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataWriter.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/formats/vtk/xml_output.hpp"

namespace foldwave {

namespace {

void add_points(vtkPolyData& data, const std::string& name, const std::vector<Vec3>& from, bool depth_down) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(static_cast<vtkIdType>(from.size()));
  vtkNew<vtkDoubleArray> depth;
  depth->SetName("depth");
  depth->SetNumberOfValues(static_cast<vtkIdType>(from.size()));
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Vec3 p = from[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      throw InputError(name, "point " + std::to_string(i) + " has a coordinate that is not finite",
                       "give finite points");
    points->SetPoint(static_cast<vtkIdType>(i), p.x, p.y, depth_down ? p.z : -p.z);
    depth->SetValue(static_cast<vtkIdType>(i), p.z);
  }
  data.SetPoints(points);
  data.GetPointData()->AddArray(depth);
}

void add_scalars(vtkPolyData& data, const std::string& name, const std::vector<PointScalars>& scalars,
                 std::size_t points) {
  for (const PointScalars& s : scalars) {
    if (s.values.size() != points)
      throw InputError(name,
                       "array \"" + s.name + "\" has " + std::to_string(s.values.size()) + " values for " +
                           std::to_string(points) + " points",
                       "give one value a point");
    vtkNew<vtkFloatArray> array;
    array->SetName(s.name.c_str());
    array->SetNumberOfValues(static_cast<vtkIdType>(points));
    std::copy(s.values.begin(), s.values.end(), array->GetPointer(0));
    data.GetPointData()->AddArray(array);
  }
  data.GetPointData()->SetActiveScalars(scalars.empty() ? "depth" : scalars.front().name.c_str());
}

vtkIdType checked(const std::string& name, int index, std::size_t points) {
  if (index < 0 || static_cast<std::size_t>(index) >= points)
    throw InputError(name, "a cell asks for point " + std::to_string(index) + " of " + std::to_string(points),
                     "give indices of points that are there");
  return index;
}

void write_poly(const std::filesystem::path& path, vtkPolyData& data, const PolyOptions& options) {
  add_field_value(data, "TimeValue", options.time);
  vtkNew<vtkXMLPolyDataWriter> writer;
  writer->WriteToOutputStringOn();
  write_xml(*writer, data, path);
}

}  // namespace

void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh, const PolyOptions& options) {
  const std::string name = path.string();
  vtkNew<vtkPolyData> data;
  add_points(*data, name, mesh.points, options.depth_down);
  add_scalars(*data, name, mesh.scalars, mesh.points.size());
  vtkNew<vtkCellArray> cells;
  for (const auto& [a, b, c] : mesh.triangles) {
    const std::array<vtkIdType, 3> corners{checked(name, a, mesh.points.size()),
                                           checked(name, options.depth_down ? b : c, mesh.points.size()),
                                           checked(name, options.depth_down ? c : b, mesh.points.size())};
    cells->InsertNextCell(3, corners.data());
  }
  data->SetPolys(cells);
  write_poly(path, *data, options);
}

void write_polylines(const std::filesystem::path& path, const Polylines& lines, const PolyOptions& options) {
  const std::string name = path.string();
  vtkNew<vtkPolyData> data;
  add_points(*data, name, lines.points, options.depth_down);
  add_scalars(*data, name, lines.scalars, lines.points.size());
  vtkNew<vtkCellArray> cells;
  for (const std::vector<int>& line : lines.lines) {
    std::vector<vtkIdType> corners;
    corners.reserve(line.size());
    for (const int index : line)
      corners.push_back(checked(name, index, lines.points.size()));
    cells->InsertNextCell(static_cast<vtkIdType>(corners.size()), corners.data());
  }
  data->SetLines(cells);
  write_poly(path, *data, options);
}

void write_points(const std::filesystem::path& path, const PointSet& points, const PolyOptions& options) {
  const std::string name = path.string();
  vtkNew<vtkPolyData> data;
  add_points(*data, name, points.points, options.depth_down);
  add_scalars(*data, name, points.scalars, points.points.size());
  // ParaView draws cells, so each point is one.
  vtkNew<vtkCellArray> cells;
  for (vtkIdType i = 0; i < static_cast<vtkIdType>(points.points.size()); ++i)
    cells->InsertNextCell(1, &i);
  data->SetVerts(cells);
  write_poly(path, *data, options);
}

}  // namespace foldwave
