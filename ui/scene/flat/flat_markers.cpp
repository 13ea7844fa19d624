#include "ui/scene/flat/flat_markers.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "ui/scene/rock/pointer_marks.hpp"

namespace foldwave {
namespace {

constexpr double thin_part = 0.55;
constexpr double tick_part = 0.03;   // of the box: the dip's tick
constexpr double point_part = 0.01;  // likewise: a line that is shorter on the map is a cross

}  // namespace

FlatMarkers::FlatMarkers(vtkRenderer* renderer, double layer)
    : bold_(renderer, layer), thin_(renderer, layer) {
  thin_.set_opacity(thin_part);
}

void FlatMarkers::clear() {
  bold_.clear();
  thin_.clear();
  drawn_.clear();
  labels_.clear();
  any_thin_ = false;
}

void FlatMarkers::add(const PlotLine& line, const std::string& words) {
  bold_.add(line, theme::marker);
  drawn_.push_back(line);
  const PlotPoint &a = line.front(), &b = line.back();
  labels_.push_back({{0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])}, words});
}

void FlatMarkers::finish() {
  bold_.finish();
  thin_.finish();
  set_visible(visible_);
}

void FlatMarkers::show_in_section(const std::vector<Marker>& markers, const Grid3& grid, const MapLine& local,
                                  double corridor) {
  clear();
  for (const Marker& marker : markers)
    if (const auto ends = marker_in_section(marker, grid, local, corridor))
      add({{(*ends)[0][0], -(*ends)[0][1]}, {(*ends)[1][0], -(*ends)[1][1]}}, name_of(marker));
  finish();
}

void FlatMarkers::show_on_map(const std::vector<Marker>& markers, const Grid3& grid) {
  clear();
  const double tick = tick_part * std::max(grid.extent().x, grid.extent().y);
  for (const Marker& marker : markers) {
    const std::vector<Vec3> corners = marker_in_box(marker, grid);
    if (corners.empty()) continue;
    PlotLine around;
    for (const Vec3& corner : corners)
      around.push_back({corner.x, corner.y});
    const auto* const plane = std::get_if<PlaneMarker>(&marker);
    if (plane == nullptr || grid.is_section()) {
      add(around, name_of(marker));
      const double from_above =
          std::hypot(around.back()[0] - around.front()[0], around.back()[1] - around.front()[1]);
      const double arm = point_part * std::max(grid.extent().x, grid.extent().y);
      if (plane != nullptr || from_above > arm) continue;
      const PlotPoint& at = around.front();
      bold_.add({{at[0] - arm, at[1]}, {at[0] + arm, at[1]}}, theme::marker);
      bold_.add({{at[0], at[1] - arm}, {at[0], at[1] + arm}}, theme::marker);
      continue;
    }
    around.push_back(around.front());
    thin_.add(around, theme::marker);
    any_thin_ = true;
    // The tick points down dip, as on a strike and dip symbol.
    if (const auto top = marker_at_top(*plane, grid)) {
      add({(*top)[0], (*top)[1]}, name_of(marker));
      const PlotPoint middle = labels_.back().at;
      const double towards = radians(plane->dip_direction);
      bold_.add({middle, {middle[0] + tick * std::sin(towards), middle[1] + tick * std::cos(towards)}},
                theme::marker);
    } else {
      Vec3 middle{};
      for (const Vec3& corner : corners)
        middle = middle + (1.0 / static_cast<double>(corners.size())) * corner;
      labels_.push_back({{middle.x, middle.y}, name_of(marker)});
    }
  }
  finish();
}

void FlatMarkers::set_stretch(double v_per_u) {
  bold_.set_stretch(v_per_u);
  thin_.set_stretch(v_per_u);
}

void FlatMarkers::set_visible(bool visible) {
  visible_ = visible;
  bold_.set_visible(visible && !drawn_.empty());
  thin_.set_visible(visible && any_thin_);
}

void FlatMarkers::draw(Overlay& overlay, const PlotScene& plot, const TextStyle& style, double scale) {
  bold_.set_width(2.4 * scale);
  thin_.set_width(1.0 * scale);
  if (!visible_) return;
  TextStyle words = style;
  words.color = theme::marker;
  words.across = Align::middle;
  const double pad = 4.0 * scale, high = 16.0 * scale;
  std::vector<DisplayBox> taken;
  for (const Label& label : labels_) {
    const PlotPoint at = plot.to_display(label.at[0], label.at[1]);
    const double half = 0.5 * overlay.text_size(label.words, words)[0] + pad;
    if (label.words.empty() || !plot.inside(at[0] - half, at[1]) || !plot.inside(at[0] + half, at[1]))
      continue;
    const DisplayBox box{{at[0] - half, at[1] + pad}, {at[0] + half, at[1] + pad + high}};
    // Stretches of a well lie over each other on the map: the first tells it.
    if (std::any_of(taken.begin(), taken.end(), [&](const DisplayBox& other) { return other.meets(box); }))
      continue;
    taken.push_back(box);
    overlay.rectangle(at[0] - half, at[1] + pad, 2.0 * half, high, theme::panel, 0.8);
    overlay.text(label.words, at[0], at[1] + pad + 0.5 * high, words);
  }
}

}  // namespace foldwave
