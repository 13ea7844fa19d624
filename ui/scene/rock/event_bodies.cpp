#include "ui/scene/rock/event_bodies.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace foldwave {
namespace {

constexpr int around = 36, upwards = 18;  // of a shell
constexpr std::array shell_opacity{0.42, 0.16};
constexpr double stale_event_part = 0.4;
constexpr double event_rim_width = 1.8;         // design pixels
constexpr double event_through_all = -66000.0;  // a rim goes through the whole depth

vtkSmartPointer<vtkActor> body_actor(vtkRenderer* renderer, vtkPolyData* data) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputData(data);
  mapper->ScalarVisibilityOff();
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->LightingOff();
  actor->GetProperty()->SetColor(theme::located.r, theme::located.g, theme::located.b);
  actor->PickableOff();
  actor->VisibilityOff();
  renderer->AddActor(actor);
  return actor;
}

Vec3 on_body(const Vec3& centre, const Ellipsoid& body, const std::array<double, 3>& unit) {
  Vec3 at = centre;
  for (std::size_t i = 0; i < static_cast<std::size_t>(body.axes); ++i)
    at = at + (unit[i] * body.half[i]) * body.along[i];
  return at;
}

vtkIdType add_point(vtkPoints* points, const Vec3& local) {
  const Vec3 w = to_world(local);
  return points->InsertNextPoint(w.x, w.y, w.z);
}

// A closed line round the plane of two main axes.
std::vector<Vec3> main_outline(const Vec3& centre, const Ellipsoid& body, std::size_t a, std::size_t b) {
  std::vector<Vec3> line;
  for (int i = 0; i <= 2 * around; ++i) {
    const double angle = std::numbers::pi * (i % (2 * around)) / around;
    std::array<double, 3> unit{};
    unit[a] = std::cos(angle);
    unit[b] = std::sin(angle);
    line.push_back(on_body(centre, body, unit));
  }
  return line;
}

void add_shell(vtkPoints* points, vtkCellArray* cells, const Vec3& centre, const Ellipsoid& body) {
  const vtkIdType first = points->GetNumberOfPoints();
  if (body.axes == 2) {
    cells->InsertNextCell(around);
    for (int i = 0; i < around; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / around;
      cells->InsertCellPoint(
          add_point(points, on_body(centre, body, {std::cos(angle), std::sin(angle), 0.0})));
    }
    return;
  }
  for (int j = 0; j <= upwards; ++j)
    for (int i = 0; i < around; ++i) {
      const double high = std::numbers::pi * j / upwards, angle = 2.0 * std::numbers::pi * i / around;
      add_point(points, on_body(centre, body,
                                {std::sin(high) * std::cos(angle), std::sin(high) * std::sin(angle),
                                 std::cos(high)}));
    }
  for (int j = 0; j < upwards; ++j)
    for (int i = 0; i < around; ++i) {
      const vtkIdType here = first + around * j + i, next = first + around * j + (i + 1) % around;
      const vtkIdType corners[] = {here, next, next + around, here + around};
      cells->InsertNextCell(4, corners);
    }
}

}  // namespace

std::vector<EventMark> event_marks(const LocateResult& located) {
  std::vector<EventMark> marks;
  for (const LocatedEvent& event : located.events)
    marks.push_back({event.state.position, event.refined.covariance, std::to_string(marks.size() + 1)});
  return marks;
}

EventBodies::EventBodies(vtkRenderer* renderer)
    : renderer_(renderer), centres_(renderer, theme::located, 9), rims_(vtkSmartPointer<vtkPolyData>::New()) {
  for (std::size_t s = 0; s < 2; ++s) {
    shells_[s] = vtkSmartPointer<vtkPolyData>::New();
    shell_actors_[s] = body_actor(renderer, shells_[s]);
  }
  rim_actor_ = body_actor(renderer, rims_);
  vtkMapper* const mapper = rim_actor_->GetMapper();
  mapper->SetResolveCoincidentTopologyToPolygonOffset();
  mapper->SetRelativeCoincidentTopologyLineOffsetParameters(0.0, event_through_all);
  centres_.set_in_front(true);
  dress();
}

void EventBodies::show(std::vector<EventMark> events, bool section) {
  events_ = std::move(events);
  outlines_.clear();
  std::vector<Vec3> centres;
  auto rim_points = vtkSmartPointer<vtkPoints>::New();
  auto rim_cells = vtkSmartPointer<vtkCellArray>::New();
  for (std::size_t s = 0; s < 2; ++s) {
    auto points = vtkSmartPointer<vtkPoints>::New();
    auto cells = vtkSmartPointer<vtkCellArray>::New();
    for (const EventMark& event : events_) {
      const Ellipsoid body = confidence_ellipsoid(event.covariance, section, event_shares[s]);
      if (!(body.half[0] > 0.0)) continue;
      add_shell(points, cells, event.place, body);
      using Pair = std::pair<std::size_t, std::size_t>;
      for (const auto& [a, b] : {Pair{0, 1}, Pair{0, 2}, Pair{1, 2}})
        if (static_cast<int>(b) < body.axes) outlines_.push_back(main_outline(event.place, body, a, b));
    }
    shells_[s]->Initialize();
    shells_[s]->SetPoints(points);
    shells_[s]->SetPolys(cells);
    shells_[s]->Modified();
  }
  for (const EventMark& event : events_)
    centres.push_back(event.place);
  for (const std::vector<Vec3>& line : outlines_) {
    rim_cells->InsertNextCell(static_cast<int>(line.size()));
    for (const Vec3& at : line)
      rim_cells->InsertCellPoint(add_point(rim_points, at));
  }
  rims_->Initialize();
  rims_->SetPoints(rim_points);
  rims_->SetLines(rim_cells);
  rims_->Modified();
  centres_.set_points(centres);
  dress();
}

void EventBodies::set_visible(bool visible) {
  visible_ = visible;
  dress();
}

void EventBodies::set_stale(bool stale) {
  stale_ = stale;
  dress();
}

void EventBodies::dress() {
  const double part = stale_ ? stale_event_part : 1.0;
  for (std::size_t s = 0; s < 2; ++s) {
    shell_actors_[s]->SetVisibility(visible_ && !outlines_.empty());
    shell_actors_[s]->GetProperty()->SetOpacity(part * shell_opacity[s]);
  }
  rim_actor_->SetVisibility(visible_ && !outlines_.empty());
  rim_actor_->GetProperty()->SetOpacity(part);
  centres_.set_visible(visible_ && !events_.empty());
}

void EventBodies::draw(Overlay& overlay, const FrameSize& frame) {
  centres_.set_scale(frame.scale);
  rim_actor_->GetProperty()->SetLineWidth(static_cast<float>(event_rim_width * frame.scale));
  if (!visible_) return;
  TextStyle style;
  style.size = 11.5 * frame.scale;
  style.color = theme::text;
  const double pad = 5.0 * frame.scale, high = 18.0 * frame.scale, off = 9.0 * frame.scale;
  for (const EventMark& event : events_) {
    const Vec3 seen = world_to_display(renderer_, to_world(event.place));
    if (seen.x < 0.0 || seen.y < 0.0 || seen.x > frame.width || seen.y > frame.height) continue;
    const double wide = overlay.text_size(event.name, style)[0] + 2.0 * pad;
    const double x = std::clamp(seen.x + off, 0.0, std::max(0.0, frame.width - wide));
    const double y = std::clamp(seen.y + off, 0.0, std::max(0.0, frame.height - high));
    overlay.rectangle(x, y, wide, high, theme::panel, 0.8);
    overlay.text(event.name, x + pad, y + 0.5 * high, style);
  }
}

}  // namespace foldwave
