#include "ui/scene/rock/axial_arrow.hpp"

#include <vtkActor.h>
#include <vtkArrowSource.h>
#include <vtkCellArray.h>
#include <vtkMatrix4x4.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/angle.hpp"
#include "core/base/shown_text.hpp"
#include "core/base/text.hpp"

namespace foldwave {
namespace {

constexpr double part_of_box = 0.3;  // the arrow's length, of the box's shorter sides
constexpr int circle_parts = 72;

vtkSmartPointer<vtkActor> arrow_actor(vtkPolyDataMapper* mapper, Rgb color) {
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(color.r, color.g, color.b);
  // In front of the layers that it stands in: an axis that is hidden cannot be turned.
  constexpr double nearest = -66000.0;
  mapper->SetResolveCoincidentTopologyToPolygonOffset();
  mapper->SetRelativeCoincidentTopologyPolygonOffsetParameters(0.0, nearest);
  mapper->SetRelativeCoincidentTopologyLineOffsetParameters(0.0, nearest);
  actor->PickableOff();
  return actor;
}

void add_line(vtkPoints* points, vtkCellArray* lines, const std::vector<Vec3>& local) {
  lines->InsertNextCell(static_cast<int>(local.size()));
  for (const Vec3& p : local) {
    const Vec3 w = to_world(p);
    lines->InsertCellPoint(points->InsertNextPoint(w.x, w.y, w.z));
  }
}

// The direction that a trend, and an angle downwards from level, point to.
Vec3 pointing(double trend, double down) {
  const double along = std::cos(radians(down));
  return {along * std::sin(radians(trend)), along * std::cos(radians(trend)), std::sin(radians(down))};
}

}  // namespace

AxialArrow::AxialArrow(vtkRenderer* renderer)
    : renderer_(renderer),
      pose_(vtkSmartPointer<vtkMatrix4x4>::New()),
      guide_data_(vtkSmartPointer<vtkPolyData>::New()),
      knob_(renderer, theme::axis, 13),
      active_knob_(renderer, theme::active_handle, 17) {
  auto source = vtkSmartPointer<vtkArrowSource>::New();
  source->SetShaftResolution(18);
  source->SetTipResolution(24);
  source->SetShaftRadius(0.017);
  source->SetTipRadius(0.05);
  source->SetTipLength(0.17);
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputConnection(source->GetOutputPort());
  arrow_ = arrow_actor(mapper, theme::axis);
  arrow_->GetProperty()->SetAmbient(0.4);
  arrow_->GetProperty()->SetDiffuse(0.7);
  arrow_->SetUserMatrix(pose_);
  auto guide_mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  guide_mapper->SetInputData(guide_data_);
  guide_ = arrow_actor(guide_mapper, theme::axis);
  guide_->GetProperty()->LightingOff();
  renderer_->AddActor(arrow_);
  renderer_->AddActor(guide_);
  turn();
}

void AxialArrow::place(const SceneBox& box, const std::optional<Vec3>& foot) {
  box_ = box;
  placed_ = foot.has_value();
  foot_ = foot.value_or(Vec3{});
  const double across = box.section ? box.extent.x : std::min(box.extent.x, box.extent.y);
  length_ = part_of_box * std::min(across, 1.5 * box.extent.z);
  turn();
}

void AxialArrow::set_line(const AxialLine& line) {
  if (line == line_) return;
  line_ = line;
  turn();
}

void AxialArrow::set_visible(bool visible) {
  visible_ = visible;
  turn();
}

void AxialArrow::set_active(bool active) {
  if (active == active_) return;
  active_ = active;
  turn();
}

// In a section only what lies in its plane counts.
Vec3 AxialArrow::tip() const {
  Vec3 a = line_.upward();
  if (box_.section) {
    a.y = 0.0;
    const double size = norm(a);
    a = size > 1e-9 ? (1.0 / size) * a : Vec3{0.0, 0.0, -1.0};
  }
  return foot_ + length_ * a;
}

bool AxialArrow::is_at(double x, double y, double reach) const {
  if (!shown()) return false;
  const Vec3 seen = world_to_display(renderer_, to_world(tip()));
  return std::hypot(seen.x - x, seen.y - y) < reach;
}

void AxialArrow::turn() {
  arrow_->SetVisibility(shown());
  guide_->SetVisibility(shown());
  knob_.set_visible(shown());
  active_knob_.set_visible(shown() && active_);
  if (!shown()) return;

  // VTK's arrow lies along x; any two directions across it will do.
  const Vec3 x = to_world((1.0 / length_) * (tip() - foot_));
  const Vec3 aside = std::abs(x.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
  const auto cross = [](const Vec3& p, const Vec3& q) {
    return Vec3{p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
  };
  const Vec3 raw = cross(aside, x);
  const Vec3 y = (1.0 / norm(raw)) * raw;
  const Vec3 z = cross(x, y);
  const Vec3 at = to_world(foot_);
  for (int row = 0; row < 3; ++row) {
    pose_->SetElement(row, 0, length_ * x[row]);
    pose_->SetElement(row, 1, length_ * y[row]);
    pose_->SetElement(row, 2, length_ * z[row]);
    pose_->SetElement(row, 3, at[row]);
  }
  knob_.set_points({tip()});
  active_knob_.set_points({tip()});

  auto points = vtkSmartPointer<vtkPoints>::New();
  auto lines = vtkSmartPointer<vtkCellArray>::New();
  add_line(points, lines, {foot_, foot_ - 0.6 * (tip() - foot_)});
  if (active_ && !box_.section) {
    std::vector<Vec3> level, plunge;
    for (int i = 0; i <= circle_parts; ++i) {
      level.push_back(foot_ + length_ * pointing(360.0 * i / circle_parts, 0.0));
      // The upward end: up from the level, away from the trend.
      plunge.push_back(foot_ + length_ * pointing(line_.trend + 180.0, -line_.plunge * i / circle_parts));
    }
    add_line(points, lines, level);
    add_line(points, lines, plunge);
    add_line(points, lines, {foot_, foot_ + length_ * pointing(line_.trend, 0.0)});
  }
  guide_data_->SetPoints(points);
  guide_data_->SetLines(lines);
  guide_data_->Modified();
}

void AxialArrow::draw(Overlay& overlay, const FrameSize& frame) {
  knob_.set_scale(frame.scale);
  active_knob_.set_scale(frame.scale);
  guide_->GetProperty()->SetLineWidth(static_cast<float>(1.4 * frame.scale));
  if (!shown() || !active_) return;
  const std::string words =
      "shear direction " + azimuth_text(line_.trend) + " / " + fixed_text(line_.plunge, 0);
  TextStyle style;
  style.size = 12.0 * frame.scale;
  const Vec3 seen = world_to_display(renderer_, to_world(tip()));
  const double pad = 6.0 * frame.scale, high = 20.0 * frame.scale;
  const double wide = overlay.text_size(words, style)[0] + 2 * pad;
  // Towards the middle of the view: the legend stands at its side.
  const double beside = seen.x < 0.5 * frame.width ? 14.0 * frame.scale : -14.0 * frame.scale - wide;
  const double x = std::clamp(seen.x + beside, 0.0, std::max(0.0, frame.width - wide));
  const double y = std::clamp(seen.y + 6.0 * frame.scale, 0.0, std::max(0.0, frame.height - high));
  overlay.rectangle(x, y, wide, high, theme::panel, 0.88);
  overlay.text(words, x + pad, y + high / 2, style);
}

}  // namespace foldwave
