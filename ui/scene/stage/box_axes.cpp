#include "ui/scene/stage/box_axes.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "ui/scene/stage/ticks.hpp"

namespace foldwave {

BoxAxes::BoxAxes(vtkRenderer* renderer)
    : renderer_(renderer),
      outline_(vtkSmartPointer<vtkPolyData>::New()),
      actor_(vtkSmartPointer<vtkActor>::New()) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputData(outline_);
  actor_->SetMapper(mapper);
  actor_->GetProperty()->LightingOff();
  actor_->GetProperty()->SetLineWidth(1.0F);
  actor_->PickableOff();
  renderer_->AddActor(actor_);
}

void BoxAxes::set_box(const SceneBox& box) {
  box_ = box;
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto lines = vtkSmartPointer<vtkCellArray>::New();
  for (const Vec3& c : box.corners())
    points->InsertNextPoint(c.x, c.y, c.z);
  for (vtkIdType i = 0; i < 8; ++i)
    for (const vtkIdType bit : {1, 2, 4}) {
      if ((i & bit) != 0) continue;
      const vtkIdType ends[2] = {i, i | bit};
      lines->InsertNextCell(2, ends);
    }
  outline_->SetPoints(points);
  outline_->SetLines(lines);
  outline_->Modified();
}

void BoxAxes::draw(Overlay& overlay, const FrameSize& frame) const {
  const Rgb frame_color = theme::frame;
  actor_->GetProperty()->SetColor(frame_color.r, frame_color.g, frame_color.b);
  Places taken;
  for (int axis = 0; axis < 3; ++axis)
    if (axis != 1 || !box_.section) draw_axis(overlay, frame, axis, taken);
}

void BoxAxes::draw_axis(Overlay& overlay, const FrameSize& frame, int axis, Places& taken) const {
  std::string titles[3] = {"x east (m)", "y north (m)", "depth (m)"};
  if (const double scale = vertical_scale(renderer_); scale != 1.0)
    titles[2] += ", \u00d7" + number_text(scale, 3);
  const auto corners = box_.corners();
  std::array<Vec3, 8> seen;
  Vec3 middle{};
  for (std::size_t i = 0; i < 8; ++i) {
    seen[i] = world_to_display(renderer_, corners[i]);
    middle = middle + 0.125 * seen[i];
  }

  // Corner bits: 1 east, 2 north, 4 top. Vertical: the leftmost edge; level axes: the nearer lower edge.
  const std::size_t bit = std::size_t{1} << axis;
  std::size_t best = 8;
  double best_rank = 1e300;
  for (std::size_t i = 0; i < 8; ++i) {
    if ((i & bit) != 0) continue;
    const Vec3 m = 0.5 * (seen[i] + seen[i | bit]);
    const double rank = axis == 2 ? m.x : m.y + (box_.section ? 0.0 : 0.25 * m.z);
    if (rank < best_rank) best_rank = rank, best = i;
  }
  const std::size_t low = axis == 2 ? best | bit : best;  // depth starts at the top
  const std::size_t high = axis == 2 ? best : best | bit;
  const Vec3 a = seen[low], b = seen[high];
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (length < 40 * frame.scale) return;

  // Outwards in the picture: across the edge, away from the box's middle.
  double ox = -(b.y - a.y) / length, oy = (b.x - a.x) / length;
  const Vec3 mid = 0.5 * (a + b);
  if (ox * (mid.x - middle.x) + oy * (mid.y - middle.y) < 0) ox = -ox, oy = -oy;

  TextStyle style;
  style.size = 12.0 * frame.scale;
  style.color = theme::quiet_text;
  style.across = ox > 0.35 ? Align::low : ox < -0.35 ? Align::high : Align::middle;
  style.upward = oy > 0.5 ? Align::low : oy < -0.5 ? Align::high : Align::middle;

  const double from = box_.origin[axis], span = box_.extent[axis];
  const double room = std::abs(b.x - a.x) > std::abs(b.y - a.y) ? 85.0 : 60.0;
  const Ticks ticks =
      round_ticks(from, from + span, std::clamp(static_cast<int>(length / (room * frame.scale)), 2, 8));
  const double tick = 5 * frame.scale, gap = 9 * frame.scale;
  double deepest = 0.0;
  for (const double value : ticks.at) {
    // In perspective a world position is not linear in the picture: project each tick.
    const Vec3 world =
        corners[low] + (span > 0 ? (value - from) / span : 0.0) * (corners[high] - corners[low]);
    const Vec3 at = world_to_display(renderer_, world);
    overlay.line(at.x, at.y, at.x + tick * ox, at.y + tick * oy, theme::frame);
    const std::string words = tick_text(value, ticks.step);
    // Where two axes meet, one number stands for both.
    const std::array<double, 2> place{at.x + gap * ox, at.y + gap * oy};
    const bool crowded = std::any_of(taken.begin(), taken.end(), [&](const auto& other) {
      return std::hypot(other[0] - place[0], other[1] - place[1]) < 20 * frame.scale;
    });
    if (crowded) continue;
    taken.push_back(place);
    overlay.text(words, at.x + gap * ox, at.y + gap * oy, style);
    const auto size = overlay.text_size(words, style);
    deepest = std::max(deepest, std::abs(ox) * size[0] + std::abs(oy) * size[1]);
  }

  if (is_small(frame)) return;
  TextStyle title = style;
  title.color = theme::text;
  title.size = 13.0 * frame.scale;
  double reach = gap + deepest + 8 * frame.scale;
  if (axis == 2) {
    title.turned = 90.0;
    title.across = Align::middle;
    title.upward = Align::middle;
    reach += 8 * frame.scale;
  }
  // A narrow view has no room beside the box: the title stays in the picture.
  const auto size = overlay.text_size(titles[axis], title);
  const double left = title.across == Align::low ? 0.0 : title.across == Align::high ? 1.0 : 0.5;
  const double x = mid.x + reach * ox, margin = 4 * frame.scale, width = axis == 2 ? size[1] : size[0];
  overlay.text(titles[axis],
               std::max(left * width + margin, std::min(x, frame.width - (1.0 - left) * width - margin)),
               mid.y + reach * oy, title);
}

}  // namespace foldwave
