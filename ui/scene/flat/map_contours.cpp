#include "ui/scene/flat/map_contours.hpp"

#include <vtkIdList.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "ui/scene/stage/ticks.hpp"

namespace foldwave {
namespace {

constexpr int wanted_contours = 14;
constexpr int index_contour = 5;      // every so many lines is a bold one
constexpr int seen_detail = 200;      // cells along the longer side, for what hides what
constexpr double faint_below = 0.65;  // of what is hidden

// Dark on light ground, light on dark.
Rgb against(const Rgb& ground) {
  return lightness(ground) > 0.5 ? mix(ground, {0, 0, 0}, 0.62) : mix(ground, {1, 1, 1}, 0.62);
}

}  // namespace

MapContours::MapContours(vtkRenderer* renderer) : thin_(renderer, 21), thick_(renderer, 22) {}

void MapContours::clear() {
  lines_.clear();
  seen_.reset();
}

void MapContours::set_visible(bool visible) {
  thin_.set_visible(visible);
  thick_.set_visible(visible);
}

void MapContours::find(vtkDataSet* field, double low, double high, double origin_depth) {
  lines_.clear();
  origin_depth_ = origin_depth;
  Ticks ticks = round_ticks(low + origin_depth, high + origin_depth, wanted_contours);
  for (double& level : ticks.at)
    level -= origin_depth;
  interval_ = ticks.step;
  if (high - low > 1e-6) lines_ = contour_lines(field, ticks.at);
  bold_ = ticks.at.size() >= 6;
  place_anew();
}

// A cell beside a fold's hinge is steep: a surface less than half an interval above hides nothing.
void MapContours::find_hidden(vtkPolyData* surface, double width, double height) {
  seen_.emplace(width, height, seen_detail);
  hidden_slack_ = 0.5 * interval_;
  auto ids = vtkSmartPointer<vtkIdList>::New();
  for (vtkIdType cell = 0; cell < surface->GetNumberOfCells(); ++cell) {
    surface->GetCellPoints(cell, ids);
    std::vector<Vec3> corners;
    for (vtkIdType i = 0; i < ids->GetNumberOfIds(); ++i) {
      double p[3];
      surface->GetPoint(ids->GetId(i), p);
      corners.push_back(to_local({p[0], p[1], p[2]}));
    }
    for (std::size_t i = 2; i < corners.size(); ++i)
      seen_->add(corners[0], corners[i - 1], corners[i]);
  }
}

bool MapContours::is_hidden(const ContourLine& line, const PlotPoint& at) const {
  return seen_ && seen_->hides(at[0], at[1], line.level, hidden_slack_);
}

std::vector<ContourLine> MapContours::in_sight() const {
  std::vector<ContourLine> parts;
  for (const ContourLine& line : lines_) {
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

std::string MapContours::words_of(double level) const {
  return tick_text(level + origin_depth_, interval_);
}

void MapContours::place(const PlotScene& plot, const Look& look,
                        const std::function<double(double)>& width_of) {
  labels_.clear();
  if (!look.labels) return;
  const PlotBox& f = plot.frame_box();
  const auto px = [&](double design_pixels) { return design_pixels * plot.frame().scale; };
  const LabelRoom room{{f.left + px(4), f.right - px(4), f.bottom + px(4), f.top - px(4)},
                       px(26),
                       px(13),
                       look.taken,
                       look.taken_radius};
  labels_ = place_labels(
      in_sight(), room, [&](const PlotPoint& p) { return plot.to_display(p[0], p[1]); }, width_of);
}

// It makes room for its label, is faint where the surface lies over it, and goes with the ground.
void MapContours::draw_line(const ContourLine& line, const PlotScene& plot, const Look& look,
                            const Ground& ground) {
  const bool bold = bold_ && std::abs(std::remainder(line.level + origin_depth_, index_contour * interval_)) <
                                 1e-6 * interval_;
  const auto draw = [&](const PlotLine& part, bool under) {
    if (part.empty()) return;
    const PlotPoint& middle = part[part.size() / 2];
    if (!under) return (bold ? thick_ : thin_).add(part, against(ground(line.level, middle)));
    // Of what hides it only a shade darker or lighter.
    const Rgb over = ground(seen_->top(middle[0], middle[1]), middle);
    thin_.add(part, mix(against(over), over, faint_below));
  };
  PlotLine part;
  bool under = false, light = false;
  for (const PlotPoint& p : line.points) {
    const PlotPoint d = plot.to_display(p[0], p[1]);
    const bool gap = covered(labels_, line.level, d[0], d[1]), now = is_hidden(line, p),
               lit = look.follow_ground && lightness(ground(line.level, p)) > 0.5;
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

void MapContours::draw(Overlay& overlay, const PlotScene& plot, int view, const TextStyle& words,
                       const Look& look, const Ground& ground) {
  if (placed_view_ != view) {
    placed_view_ = view;
    place(plot, look, [&](double level) {
      return overlay.text_size(words_of(level), words)[0] + 8 * plot.frame().scale;
    });
    thin_.clear();
    thick_.clear();
    for (const ContourLine& line : lines_)
      draw_line(line, plot, look, ground);
    thin_.finish();
    thick_.finish();
  }
  thin_.set_width(1.0 * plot.frame().scale);
  thick_.set_width(2.0 * plot.frame().scale);
  for (const ContourLabel& label : labels_) {
    TextStyle text = words;
    text.color = against(ground(label.level, plot.to_plot(label.x, label.y)));
    text.across = Align::middle;
    text.turned = std::round(label.turned);
    overlay.text(words_of(label.level), label.x, label.y, text);
  }
}

}  // namespace foldwave
