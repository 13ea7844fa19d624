// The map's contour lines and their labels: at round depths, faint and unlabelled where a surface that is
// turned over hides them.
#include <vtkIdList.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/stage/ticks.hpp"

namespace foldwave {
namespace {

constexpr int wanted_contours = 14;
constexpr int index_contour = 5;      // every so many lines is a bold one
constexpr int seen_detail = 200;      // cells along the longer side, for what hides what
constexpr double faint_below = 0.65;  // of what is hidden

}  // namespace

// Dark on light ground, light on dark.
Rgb MapScene::contour_color(double level, const PlotPoint& at) const {
  const Rgb under = ground(level, at);
  return lightness(under) > 0.5 ? mix(under, {0, 0, 0}, 0.62) : mix(under, {1, 1, 1}, 0.62);
}

void MapScene::find_contours(vtkDataSet* field) {
  contours_.clear();
  // Round on the map, whatever the origin's depth.
  Ticks ticks = round_ticks(low_ + grid_.origin.z, high_ + grid_.origin.z, wanted_contours);
  for (double& level : ticks.at)
    level -= grid_.origin.z;
  interval_ = ticks.step;
  if (high_ - low_ > 1e-6) contours_ = contour_lines(field, ticks.at);
  bold_contours_ = ticks.at.size() >= 6;
  labelled_view_ = -1;
}

// A cell beside a fold's hinge is steep: a surface less than half an interval above hides nothing.
void MapScene::find_hidden() {
  const Vec3 e = grid_.extent();
  seen_.emplace(e.x, e.y, seen_detail);
  hidden_slack_ = 0.5 * interval_;
  auto ids = vtkSmartPointer<vtkIdList>::New();
  for (vtkIdType cell = 0; cell < surface_->GetNumberOfCells(); ++cell) {
    surface_->GetCellPoints(cell, ids);
    std::vector<Vec3> corners;
    for (vtkIdType i = 0; i < ids->GetNumberOfIds(); ++i) {
      double p[3];
      surface_->GetPoint(ids->GetId(i), p);
      corners.push_back(to_local({p[0], p[1], p[2]}));
    }
    for (std::size_t i = 2; i < corners.size(); ++i)
      seen_->add(corners[0], corners[i - 1], corners[i]);
  }
}

bool MapScene::is_hidden(const ContourLine& line, const PlotPoint& at) const {
  return seen_ && seen_->hides(at[0], at[1], line.level, hidden_slack_);
}

std::vector<ContourLine> MapScene::contours_in_sight() const {
  std::vector<ContourLine> parts;
  for (const ContourLine& line : contours_) {
    parts.push_back({line.level, {}});
    for (const PlotPoint& p : line.points) {
      if (!is_hidden(line, p))
        parts.back().points.push_back(p);
      else if (!parts.back().points.empty())
        parts.push_back({line.level, {}});
    }
  }
  std::erase_if(parts, [](const ContourLine& part) { return part.points.size() < 2; });
  return parts;
}

void MapScene::draw_contours(Overlay& overlay) {
  if (!options_.contours) return;
  const TextStyle words = style(11);
  if (labelled_view_ != view_version()) {
    labelled_view_ = view_version();
    const PlotBox& plot = frame_box();
    LabelRoom room{{plot.left + px(4), plot.right - px(4), plot.bottom + px(4), plot.top - px(4)},
                   px(26),
                   px(13),
                   {},
                   px(9)};
    for (const SceneHandle& h : handles())
      room.taken.push_back(to_display(h.local.x, h.local.y));
    for (const PlacedAttitude& p : attitudes_)
      room.taken.push_back(to_display(p.at.x, p.at.y));
    if (!attitudes_.empty()) room.taken_radius = px(20);
    const auto display = [this](const PlotPoint& p) { return to_display(p[0], p[1]); };
    labels_.clear();
    if (options_.labels)
      labels_ = place_labels(contours_in_sight(), room, display, [&](double level) {
        return overlay.text_size(tick_text(level + grid_.origin.z, interval_), words)[0] + px(8);
      });
    thin_.clear();
    thick_.clear();
    for (const ContourLine& line : contours_) {
      const bool bold =
          bold_contours_ &&
          std::abs(std::remainder(line.level + grid_.origin.z, index_contour * interval_)) < 1e-6 * interval_;
      PlotLines& lines = bold ? thick_ : thin_;
      const auto draw = [&](const PlotLine& part, bool under) {
        if (part.empty()) return;
        const PlotPoint& middle = part[part.size() / 2];
        if (!under) return lines.add(part, contour_color(line.level, middle));
        // Of what hides it only a shade darker or lighter.
        const double over = seen_->top(middle[0], middle[1]);
        thin_.add(part, mix(contour_color(over, middle), ground(over, middle), faint_below));
      };
      // The line makes room for its label, is faint where the surface lies over it, and goes with the ground.
      PlotLine part;
      bool under = false, light = false;
      for (const PlotPoint& p : line.points) {
        const PlotPoint d = display(p);
        const bool gap = covered(labels_, line.level, d[0], d[1]), now = is_hidden(line, p),
                   lit = map_ && lightness(ground(line.level, p)) > 0.5;
        if (gap || ((now != under || lit != light) && !part.empty())) {
          if (!gap) part.push_back(p);
          draw(part, under);
          part.clear();
        }
        under = now;
        light = lit;
        if (!gap) part.push_back(p);
      }
      draw(part, under);
    }
    thin_.finish();
    thick_.finish();
  }
  for (const ContourLabel& label : labels_) {
    TextStyle text = words;
    text.color = contour_color(label.level, to_plot(label.x, label.y));
    text.across = Align::middle;
    text.turned = std::round(label.turned);
    overlay.text(tick_text(label.level + grid_.origin.z, interval_), label.x, label.y, text);
  }
}

}  // namespace foldwave
