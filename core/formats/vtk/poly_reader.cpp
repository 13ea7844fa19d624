#include "core/formats/vtk/poly_reader.hpp"

#include <vtkCallbackCommand.h>
#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTriangleFilter.h>
#include <vtkXMLPolyDataReader.h>

#include <climits>
#include <cmath>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// VTK tells of errors through observers, and prints them where there is none.
void listen(vtkObject& object, std::string& message) {
  vtkNew<vtkCallbackCommand> command;
  command->SetClientData(&message);
  command->SetCallback([](vtkObject*, unsigned long, void* client, void* text) {
    auto& first = *static_cast<std::string*>(client);
    if (first.empty() && text != nullptr) first = static_cast<const char*>(text);
  });
  object.AddObserver(vtkCommand::ErrorEvent, command);
}

// VTK tells how far it is between the pieces that it reads.
void stop_with(vtkAlgorithm& algorithm, const Job& job) {
  vtkNew<vtkCallbackCommand> command;
  command->SetClientData(const_cast<Job*>(&job));
  command->SetCallback([](vtkObject* caller, unsigned long, void* client, void*) {
    if (static_cast<const Job*>(client)->stop.stop_requested())
      static_cast<vtkAlgorithm*>(caller)->AbortExecuteOn();
  });
  algorithm.AddObserver(vtkCommand::ProgressEvent, command);
}

bool is_depth(vtkDataArray* array, vtkPoints& points) {
  if (array == nullptr || array->GetNumberOfComponents() != 1 ||
      array->GetNumberOfTuples() != points.GetNumberOfPoints())
    return false;
  for (vtkIdType i = 0; i < points.GetNumberOfPoints(); ++i) {
    const double z = points.GetPoint(i)[2];
    if (!(std::abs(array->GetComponent(i, 0) + z) <= 1e-6 * (1.0 + std::abs(z)))) return false;
  }
  return true;
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw InputError(name, "cannot be read as VTK polygons: " + why, "copy or export it again");
}

// Where each point of the file stands among the finite ones; -1: nowhere.
std::vector<int> take_points(vtkPoints& points, HorizonPicks& picks, const Job& job) {
  const vtkIdType count = points.GetNumberOfPoints();
  std::vector<int> place(static_cast<std::size_t>(count), -1);
  picks.points.reserve(static_cast<std::size_t>(count));
  for (vtkIdType i = 0; i < count; ++i) {
    if ((i & 0xffff) == 0) job.throw_if_stopped();
    Vec3 p;
    points.GetPoint(i, &p.x);
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
      ++picks.skipped;
      continue;
    }
    place[static_cast<std::size_t>(i)] = static_cast<int>(picks.points.size());
    picks.points.push_back(p);
  }
  return place;
}

void check_cells(vtkCellArray& cells, vtkIdType points, const std::string& name) {
  vtkIdType size = 0;
  const vtkIdType* corners = nullptr;
  for (cells.InitTraversal(); cells.GetNextCell(size, corners) != 0;)
    for (vtkIdType k = 0; k < size; ++k)
      if (corners[k] < 0 || corners[k] >= points)
        refuse(name, "a cell asks for point " + std::to_string(corners[k]) + " of " + std::to_string(points));
}

void take_triangles(vtkPolyData& data, const std::vector<int>& place, HorizonPicks& picks, const Job& job) {
  vtkNew<vtkTriangleFilter> filter;
  filter->PassLinesOff();
  filter->PassVertsOff();
  filter->SetInputData(&data);
  stop_with(*filter, job);
  filter->Update();
  job.throw_if_stopped();
  vtkCellArray& triangles = *filter->GetOutput()->GetPolys();
  vtkIdType size = 0;
  const vtkIdType* corners = nullptr;
  for (triangles.InitTraversal(); triangles.GetNextCell(size, corners) != 0;) {
    if (size != 3) continue;
    std::array<int, 3> triangle{};
    bool whole = true;
    for (std::size_t k = 0; k < 3; ++k) {
      triangle[k] = place[static_cast<std::size_t>(corners[k])];
      whole = whole && triangle[k] >= 0;
    }
    if (whole) picks.triangles.push_back(triangle);
  }
}

}  // namespace

HorizonPicks parse_vtp(std::string_view bytes, const std::string& name, const Job& job) {
  std::string message;
  vtkNew<vtkXMLPolyDataReader> reader;
  listen(*reader, message);
  stop_with(*reader, job);
  reader->ReadFromInputStringOn();
  reader->SetInputString(std::string(bytes));
  job.throw_if_stopped();
  reader->Update();
  job.throw_if_stopped();
  vtkPolyData* const data = reader->GetOutput();
  const std::size_t line_end = message.find_last_not_of(" \n");
  if (!message.empty()) {
    // VTK opens its messages with its own source file and address.
    const std::size_t colon = message.rfind("): ", line_end);
    refuse(name, colon == std::string::npos ? message : message.substr(colon + 3, line_end - colon - 2));
  }
  if (data == nullptr || data->GetPoints() == nullptr || data->GetNumberOfPoints() < 3)
    refuse(name, "it holds fewer than 3 points");
  vtkPoints& points = *data->GetPoints();
  if (points.GetNumberOfPoints() > INT_MAX / 4) refuse(name, "it holds too many points");
  for (vtkCellArray* const cells : {data->GetPolys(), data->GetStrips()})
    check_cells(*cells, points.GetNumberOfPoints(), name);

  HorizonPicks picks;
  picks.format = HorizonFormat::vtp;
  if (is_depth(data->GetPointData()->GetArray("depth"), points)) picks.sense = VerticalSense::elevation;
  const std::vector<int> place = take_points(points, picks, job);
  if (data->GetNumberOfPolys() > 0 || data->GetNumberOfStrips() > 0) take_triangles(*data, place, picks, job);
  if (picks.points.size() < 3) refuse(name, "it holds fewer than 3 finite points");
  return picks;
}

}  // namespace foldwave
