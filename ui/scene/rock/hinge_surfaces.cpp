#include "ui/scene/rock/hinge_surfaces.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkConeSource.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace foldwave {
namespace {

constexpr double surface_opacity = 0.38, stale_part = 0.3;
constexpr double shaft_part = 0.36;  // of the box's shorter sides, to each end

vtkSmartPointer<vtkActor> hinge_actor(Rgb color) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(color.r, color.g, color.b);
  actor->GetProperty()->SetAmbient(0.5);
  actor->GetProperty()->SetDiffuse(0.6);
  actor->PickableOff();
  actor->VisibilityOff();
  return actor;
}

// In front of the layers that they lie in.
void lift(vtkActor* actor) {
  auto* const mapper = vtkPolyDataMapper::SafeDownCast(actor->GetMapper());
  constexpr double nearest = -66000.0;
  mapper->SetResolveCoincidentTopologyToPolygonOffset();
  mapper->SetRelativeCoincidentTopologyPolygonOffsetParameters(0.0, nearest);
  mapper->SetRelativeCoincidentTopologyLineOffsetParameters(0.0, nearest);
}

void set_data(vtkActor* actor, vtkPolyData* data) {
  vtkPolyDataMapper::SafeDownCast(actor->GetMapper())->SetInputData(data);
  actor->SetVisibility(data != nullptr && data->GetNumberOfCells() > 0);
}

}  // namespace

HingeGeometry hinge_geometry(const std::vector<Hinge>& hinges) {
  auto points = vtkSmartPointer<vtkPoints>::New();
  std::map<std::tuple<int, int, std::size_t>, vtkIdType> ids;  // fold, profile, boundary
  std::map<int, bool> antiform;
  for (const Hinge& h : hinges) {
    const Vec3 w = to_world(h.at);
    ids[{h.fold, h.station, h.boundary}] = points->InsertNextPoint(w.x, w.y, w.z);
    antiform[h.fold] = h.antiform;
  }
  auto lines = vtkSmartPointer<vtkCellArray>::New();
  auto colors = vtkSmartPointer<vtkUnsignedCharArray>::New();
  colors->SetNumberOfComponents(3);
  vtkSmartPointer<vtkCellArray> cells[2] = {vtkSmartPointer<vtkCellArray>::New(),
                                            vtkSmartPointer<vtkCellArray>::New()};
  const auto at = [&](int fold, int station, std::size_t boundary) -> vtkIdType {
    const auto found = ids.find({fold, station, boundary});
    return found == ids.end() ? -1 : found->second;
  };
  bool flat = true;  // of a section there are traces alone
  for (const Hinge& h : hinges)
    flat = flat && h.station == 0;
  for (const auto& [key, id] : ids) {
    const auto [fold, station, boundary] = key;
    const Bytes3 color = to_bytes(antiform[fold] ? theme::antiform : theme::synform);
    const vtkIdType ahead = at(fold, station + 1, boundary), above = at(fold, station, boundary + 1),
                    across = at(fold, station + 1, boundary + 1);
    if (const vtkIdType next = flat ? above : ahead; next >= 0) {
      const vtkIdType line[2] = {id, next};
      lines->InsertNextCell(2, line);
      colors->InsertNextTypedTuple(color.data());
    }
    vtkCellArray* const surface = cells[antiform[fold] ? 0 : 1];
    const auto triangle = [&](vtkIdType a, vtkIdType b, vtkIdType c) {
      const vtkIdType corners[3] = {a, b, c};
      if (a >= 0 && b >= 0 && c >= 0) surface->InsertNextCell(3, corners);
    };
    if (across >= 0) {
      triangle(id, ahead, across);
      triangle(id, across, above);
    } else {
      triangle(id, ahead, above);
    }
  }
  HingeGeometry geometry;
  geometry.lines = vtkSmartPointer<vtkPolyData>::New();
  geometry.lines->SetPoints(points);
  geometry.lines->SetLines(lines);
  geometry.lines->GetCellData()->SetScalars(colors);
  for (int sense = 0; sense < 2; ++sense) {
    auto& surface = sense == 0 ? geometry.antiforms : geometry.synforms;
    surface = vtkSmartPointer<vtkPolyData>::New();
    surface->SetPoints(points);
    surface->SetPolys(cells[sense]);
  }
  return geometry;
}

HingeSurfaces::HingeSurfaces(vtkRenderer* renderer)
    : renderer_(renderer),
      lines_(hinge_actor(theme::chalk)),
      antiforms_(hinge_actor(theme::antiform)),
      synforms_(hinge_actor(theme::synform)),
      shaft_(hinge_actor(theme::fold_axis)),
      head_(hinge_actor(theme::fold_axis)),
      shaft_data_(vtkSmartPointer<vtkPolyData>::New()),
      cone_(vtkSmartPointer<vtkConeSource>::New()) {
  for (vtkActor* const line : {lines_.Get(), shaft_.Get()})
    line->GetProperty()->LightingOff();
  for (vtkActor* const front : {lines_.Get(), antiforms_.Get(), synforms_.Get(), shaft_.Get(), head_.Get()})
    lift(front);
  lines_->GetMapper()->SetScalarModeToUseCellData();
  cone_->SetResolution(24);
  head_->GetMapper()->SetInputConnection(cone_->GetOutputPort());
  vtkPolyDataMapper::SafeDownCast(shaft_->GetMapper())->SetInputData(shaft_data_);
  for (vtkActor* const actor : {lines_.Get(), antiforms_.Get(), synforms_.Get(), shaft_.Get(), head_.Get()})
    renderer->AddActor(actor);
  set_stale(false);
}

void HingeSurfaces::show(const std::vector<Hinge>& hinges) {
  const HingeGeometry geometry = hinge_geometry(hinges);
  set_data(lines_, geometry.lines);
  set_data(antiforms_, geometry.antiforms);
  set_data(synforms_, geometry.synforms);
  const auto any = [&](bool antiform) {
    return std::any_of(hinges.begin(), hinges.end(), [&](const Hinge& h) { return h.antiform == antiform; });
  };
  antiform_ = any(true);
  synform_ = any(false);
}

void HingeSurfaces::show_axis(const std::optional<Vec3>& axis, const SceneBox& box) {
  axis_ = axis;
  shaft_->SetVisibility(axis_.has_value());
  head_->SetVisibility(axis_.has_value());
  if (!axis_) return;
  const double across = box.section ? box.extent.x : std::min(box.extent.x, box.extent.y);
  const double half = shaft_part * std::min(across, 1.5 * box.extent.z);
  const Vec3 middle = to_world(0.5 * box.extent), along = to_world(*axis_);
  tip_ = middle + half * along;
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto line = vtkSmartPointer<vtkCellArray>::New();
  const vtkIdType ids[2] = {0, 1};
  for (const Vec3& p : {middle - half * along, tip_})
    points->InsertNextPoint(p.x, p.y, p.z);
  line->InsertNextCell(2, ids);
  shaft_data_->SetPoints(points);
  shaft_data_->SetLines(line);
  shaft_data_->Modified();
  cone_->SetCenter(tip_.x, tip_.y, tip_.z);
  cone_->SetDirection(along.x, along.y, along.z);
  cone_->SetHeight(0.16 * half);
  cone_->SetRadius(0.045 * half);
}

void HingeSurfaces::set_stale(bool stale) {
  const double part = stale ? stale_part : 1.0;
  for (vtkActor* const actor : {lines_.Get(), shaft_.Get(), head_.Get()})
    actor->GetProperty()->SetOpacity(part);
  for (vtkActor* const actor : {antiforms_.Get(), synforms_.Get()})
    actor->GetProperty()->SetOpacity(part * surface_opacity);
}

void HingeSurfaces::draw(Overlay& overlay, const FrameSize& frame) {
  lines_->GetProperty()->SetLineWidth(static_cast<float>(2.6 * frame.scale));
  shaft_->GetProperty()->SetLineWidth(static_cast<float>(2.6 * frame.scale));
  if (!axis_) return;
  const TrendPlunge line = trend_plunge_of(*axis_);
  char words[48];
  std::snprintf(words, sizeof words, "fold axis %03ld / %02ld", std::lround(line.trend) % 360,
                std::lround(line.plunge));
  TextStyle style;
  style.size = 12.0 * frame.scale;
  const Vec3 seen = world_to_display(renderer_, tip_);
  const double pad = 6.0 * frame.scale, high = 20.0 * frame.scale;
  const double wide = overlay.text_size(words, style)[0] + 2 * pad;
  const double x = std::clamp(seen.x + 12.0 * frame.scale, 0.0, std::max(0.0, frame.width - wide));
  const double y = std::clamp(seen.y - high - 4.0 * frame.scale, 0.0, std::max(0.0, frame.height - high));
  overlay.rectangle(x, y, wide, high, theme::panel, 0.85);
  overlay.text(words, x + pad, y + high / 2, style);
}

}  // namespace foldwave
