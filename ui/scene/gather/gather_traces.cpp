#include "ui/scene/gather/gather_traces.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/scene/stage/color.hpp"

namespace foldwave {
namespace {

double across(float value, const TraceShapes::Place& place) {
  return std::clamp(place.x + place.deflection * static_cast<double>(value), place.left, place.right);
}

constexpr double area_height = 0.1, line_height = 0.2;  // over the picture

vtkSmartPointer<vtkActor> add_actor(vtkRenderer* renderer, vtkPolyData* data) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputData(data);
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->LightingOff();
  actor->PickableOff();
  actor->VisibilityOff();
  renderer->AddActor(actor);
  return actor;
}

void paint(vtkActor* actor, const Rgb& color, bool any) {
  actor->GetProperty()->SetColor(color.r, color.g, color.b);
  actor->SetVisibility(any);
}

}  // namespace

TraceShapes::TraceShapes(vtkRenderer* renderer)
    : line_data_(vtkSmartPointer<vtkPolyData>::New()), area_data_(vtkSmartPointer<vtkPolyData>::New()) {
  area_actor_ = add_actor(renderer, area_data_);
  line_actor_ = add_actor(renderer, line_data_);
  clear();
}

void TraceShapes::clear() {
  line_points_ = vtkSmartPointer<vtkPoints>::New();
  area_points_ = vtkSmartPointer<vtkPoints>::New();
  lines_ = vtkSmartPointer<vtkCellArray>::New();
  areas_ = vtkSmartPointer<vtkCellArray>::New();
}

// Row by row: segments of a pixel's length have gaps where they are drawn as lines.
void TraceShapes::add_line(std::span<const float> values, const Place& place) {
  struct Bar {
    double left, right;
  };
  const auto bar_of = [&](std::size_t j) {
    const double x = across(values[j], place);
    const double before = j > 0 ? (x + across(values[j - 1], place)) / 2 : x;
    const double after = j + 1 < values.size() ? (x + across(values[j + 1], place)) / 2 : x;
    return Bar{std::min({before, x, after}), std::max({before, x, after})};
  };
  const auto insert = [&](const Bar& bar, std::size_t first, std::size_t end) {
    const double upper = place.top - static_cast<double>(first) * place.height,
                 lower = place.top - static_cast<double>(end) * place.height;
    // On whole pixels, so that all lines are of one width.
    const double left = std::round(bar.left - place.line_width / 2);
    const double right = left + std::max(1.0, std::round(bar.right - bar.left + place.line_width));
    const std::array<vtkIdType, 4> ids{line_points_->InsertNextPoint(left, upper, line_height),
                                       line_points_->InsertNextPoint(right, upper, line_height),
                                       line_points_->InsertNextPoint(right, lower, line_height),
                                       line_points_->InsertNextPoint(left, lower, line_height)};
    lines_->InsertNextCell(4, ids.data());
  };
  // A quiet trace is one long bar.
  constexpr double same = 0.25;  // pixels
  for (std::size_t j = 0; j < values.size();) {
    const Bar bar = bar_of(j);
    std::size_t end = j + 1;
    for (; end < values.size(); ++end) {
      const Bar next = bar_of(end);
      if (std::abs(next.left - bar.left) > same || std::abs(next.right - bar.right) > same) break;
    }
    insert(bar, j, end);
    j = end;
  }
}

void TraceShapes::add(std::span<const float> values, const Place& place, bool line, bool area) {
  const auto x_of = [&](float value) { return across(value, place); };
  const auto y_of = [&](double row) { return place.top - (row + 0.5) * place.height; };
  if (line) add_line(values, place);
  if (!area) return;
  const double base = std::clamp(place.x, place.left, place.right);
  for (std::size_t j = 1; j < values.size(); ++j) {
    const float a = values[j - 1], b = values[j];
    if (!(a > 0.0F) && !(b > 0.0F)) continue;
    // The positive part of the strip between two rows: it ends where the line passes zero.
    const double row = static_cast<double>(j);
    const double zero = static_cast<double>(a) / (static_cast<double>(a) - static_cast<double>(b));
    const double upper = a > 0.0F ? row - 1.0 : row - 1.0 + zero;
    const double lower = b > 0.0F ? row : row - 1.0 + zero;
    const std::array<vtkIdType, 4> ids{
        area_points_->InsertNextPoint(base, y_of(upper), area_height),
        area_points_->InsertNextPoint(x_of(std::max(a, 0.0F)), y_of(upper), area_height),
        area_points_->InsertNextPoint(x_of(std::max(b, 0.0F)), y_of(lower), area_height),
        area_points_->InsertNextPoint(base, y_of(lower), area_height)};
    areas_->InsertNextCell(4, ids.data());
  }
}

void TraceShapes::finish(const Rgb& line, const Rgb& area) {
  line_data_->SetPoints(line_points_);
  line_data_->SetPolys(lines_);
  line_data_->Modified();
  area_data_->SetPoints(area_points_);
  area_data_->SetPolys(areas_);
  area_data_->Modified();
  paint(line_actor_, line, lines_->GetNumberOfCells() > 0);
  paint(area_actor_, area, areas_->GetNumberOfCells() > 0);
}

}  // namespace foldwave
