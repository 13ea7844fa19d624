#include "ui/scene/rock/marker_shapes.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <utility>

namespace foldwave {
namespace {

constexpr double fill_opacity = 0.26;
constexpr double label_part = 0.08;       // of its length
constexpr double rim_width = 2.4;         // design pixels
constexpr double through_all = -66000.0;  // a rim goes through the whole depth

vtkSmartPointer<vtkActor> marker_actor(vtkRenderer* renderer, vtkPolyData* data) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputData(data);
  mapper->SetScalarModeToUseCellData();
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->LightingOff();
  actor->PickableOff();
  actor->VisibilityOff();
  renderer->AddActor(actor);
  return actor;
}

// A polygon of all corners, or a line around them that ends where it began.
void fill_cells(vtkPolyData* data, const std::vector<MarkerShape>& shapes, bool rims) {
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  auto colors = vtkSmartPointer<vtkUnsignedCharArray>::New();
  colors->SetNumberOfComponents(3);
  for (const MarkerShape& shape : shapes) {
    const auto count = static_cast<vtkIdType>(shape.corners.size());
    if (count < (rims ? 2 : 3)) continue;
    const vtkIdType first = points->GetNumberOfPoints();
    for (const Vec3& corner : shape.corners) {
      const Vec3 w = to_world(corner);
      points->InsertNextPoint(w.x, w.y, w.z);
    }
    const bool closed = rims && count > 2;
    cells->InsertNextCell(static_cast<int>(count + (closed ? 1 : 0)));
    for (vtkIdType i = 0; i < count; ++i)
      cells->InsertCellPoint(first + i);
    if (closed) cells->InsertCellPoint(first);
    colors->InsertNextTypedTuple(to_bytes(shape.color).data());
  }
  data->Initialize();
  data->SetPoints(points);
  if (rims)
    data->SetLines(cells);
  else
    data->SetPolys(cells);
  data->GetCellData()->SetScalars(colors);
  data->Modified();
}

// Near one end of a line, as several may cross in the middle.
Vec3 label_place(const MarkerShape& shape) {
  if (shape.corners.size() == 2) return shape.corners[0] + label_part * (shape.corners[1] - shape.corners[0]);
  Vec3 middle{};
  for (const Vec3& corner : shape.corners)
    middle = middle + (1.0 / static_cast<double>(shape.corners.size())) * corner;
  return middle;
}

}  // namespace

std::vector<MarkerShape> shapes_of(const std::vector<Marker>& markers, const Grid3& grid) {
  std::vector<MarkerShape> shapes;
  for (const Marker& marker : markers)
    if (auto corners = marker_in_box(marker, grid); !corners.empty())
      shapes.push_back({std::move(corners), name_of(marker)});
  return shapes;
}

MarkerShapes::MarkerShapes(vtkRenderer* renderer)
    : renderer_(renderer),
      fill_(vtkSmartPointer<vtkPolyData>::New()),
      rims_(vtkSmartPointer<vtkPolyData>::New()),
      fill_actor_(marker_actor(renderer, fill_)),
      rim_actor_(marker_actor(renderer, rims_)) {
  fill_actor_->GetProperty()->SetOpacity(fill_opacity);
  vtkMapper* const mapper = rim_actor_->GetMapper();
  mapper->SetResolveCoincidentTopologyToPolygonOffset();
  mapper->SetRelativeCoincidentTopologyLineOffsetParameters(0.0, through_all);
}

void MarkerShapes::show(std::vector<MarkerShape> shapes) {
  if (shapes == shapes_) return;
  shapes_ = std::move(shapes);
  fill_cells(fill_, shapes_, false);
  fill_cells(rims_, shapes_, true);
  set_visible(visible_);
}

void MarkerShapes::set_visible(bool visible) {
  visible_ = visible;
  fill_actor_->SetVisibility(visible_ && fill_->GetNumberOfCells() > 0);
  rim_actor_->SetVisibility(visible_ && rims_->GetNumberOfCells() > 0);
}

void MarkerShapes::draw(Overlay& overlay, const FrameSize& frame) {
  rim_actor_->GetProperty()->SetLineWidth(static_cast<float>(rim_width * frame.scale));
  if (!visible_) return;
  TextStyle style;
  style.size = 11.5 * frame.scale;
  const double pad = 5.0 * frame.scale, high = 18.0 * frame.scale;
  for (const MarkerShape& shape : shapes_) {
    if (shape.name.empty()) continue;
    const Vec3 seen = world_to_display(renderer_, to_world(label_place(shape)));
    if (seen.x < 0.0 || seen.y < 0.0 || seen.x > frame.width || seen.y > frame.height) continue;
    style.color = shape.color;
    const double wide = overlay.text_size(shape.name, style)[0] + 2.0 * pad;
    const double x = std::clamp(seen.x - 0.5 * wide, 0.0, std::max(0.0, frame.width - wide));
    const double y = std::clamp(seen.y - 0.5 * high, 0.0, std::max(0.0, frame.height - high));
    overlay.rectangle(x, y, wide, high, theme::panel, 0.8);
    overlay.text(shape.name, x + pad, y + 0.5 * high, style);
  }
}

}  // namespace foldwave
