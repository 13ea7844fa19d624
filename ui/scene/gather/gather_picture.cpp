// What the gather's window shows: the columns of its traces as a picture, as lines and as areas.
#include <algorithm>
#include <cmath>

#include "ui/scene/gather/gather_gain.hpp"
#include "ui/scene/gather/gather_scene.hpp"

namespace foldwave {
namespace {

constexpr double least_trace_width = 7.0;  // design pixels between two wiggles
constexpr double deflection = 1.0;         // of a wiggle at the last colour, in distances between wiggles
constexpr double most_deflection = 1.6;    // where it is cut off

}  // namespace

bool GatherScene::shows_density() const {
  return options_.mode == GatherMode::density || options_.mode == GatherMode::density_wiggle;
}

// Every `step`-th trace that the window shows, counted from the gather's first, so that a move leaves the
// choice as it is.
GatherScene::Columns GatherScene::columns(const Gather& gather, int step) const {
  Columns c;
  c.rows = std::max(static_cast<int>(plot_.height()), 2);
  const double last = gather.samples - 1;
  while (c.there < c.rows &&
         std::lerp(window_.top, window_.bottom, static_cast<double>(c.there) / c.rows) * last <= samples_ - 1)
    ++c.there;
  const int first = std::max(static_cast<int>(window_.left * count()) - step, 0);
  const int end = std::min(static_cast<int>(std::ceil(window_.right * count())) + step, count());
  std::vector<float> column(static_cast<std::size_t>(c.rows));
  for (int place = (first + step - 1) / step * step; place < end; place += step) {
    std::vector<float> trace = gained_trace(gather, axis_.order[static_cast<std::size_t>(place)],
                                            options_.time_power, options_.agc_window);
    if (options_.reversed)
      for (float& value : trace)
        value = -value;
    sample_column(trace, window_.top, window_.bottom, column);
    c.places.push_back(place);
    c.values.insert(c.values.end(), column.begin(), column.end());
  }
  return c;
}

// The size at which the colours end and a wiggle has its full deflection.
double GatherScene::limit_of(const Columns& c) const {
  if (options_.as_wave && !is_gained() && wave_limit_ > 0.0) return wave_limit_;
  std::vector<float> sizes;
  sizes.reserve(c.values.size());
  for (const float value : c.values)
    if (std::abs(value) > 0.0F) sizes.push_back(std::abs(value));
  if (sizes.empty()) return 0.0;
  const double kept = std::clamp(1.0 - 2.0 * options_.clip_side / 100.0, 0.0, 1.0);
  const auto at = static_cast<std::ptrdiff_t>(kept * static_cast<double>(sizes.size() - 1));
  std::nth_element(sizes.begin(), sizes.begin() + at, sizes.end());
  return sizes[static_cast<std::size_t>(at)];
}

void GatherScene::paint() {
  const bool density = shows_density(), lines = beside_.over || options_.mode != GatherMode::density;
  const int a_pixel = std::max(1, static_cast<int>(1.0 / trace_width()));
  const int apart = std::max(1, static_cast<int>(std::ceil(px(least_trace_width) / trace_width())));
  // Lines stand on traces that the picture has too.
  every_ = density ? (apart + a_pixel - 1) / a_pixel * a_pixel : apart;
  const int step = density ? a_pixel : every_;
  const Columns c = columns(*gather_, step);
  limit_ = limit_of(beside_.scale ? columns(*beside_.scale, step) : c);
  picture_.set_visible(density);
  if (density) paint_density(c);
  shapes_.clear();
  if (!lines) return shapes_.finish({}, {});
  if (beside_.over) return draw_traces(columns(*beside_.over, step), density);
  draw_traces(c, density);
}

void GatherScene::paint_density(const Columns& c) {
  const int wide = std::max(static_cast<int>(plot_.width()), 2);
  std::vector<Bytes3> pixels(static_cast<std::size_t>(wide) * static_cast<std::size_t>(c.rows));
  const double unit = limit_ > 0.0 ? 0.5 / limit_ : 0.0;
  const ColorMap& map = options_.gray ? gray_map() : diverging_map();
  // What is not made yet is left as empty as the view around it.
  const Bytes3 empty = to_bytes(mix(theme::background_low, theme::background_high, 0.5));
  const double first = window_.left * count();
  std::size_t column = 0;
  for (int i = 0; i < wide; ++i) {
    const int place = std::clamp(static_cast<int>(first + (i + 0.5) / trace_width()), 0, count() - 1);
    while (column + 1 < c.places.size() && c.places[column + 1] <= place)
      ++column;
    const float* const values = c.of(column);
    for (int j = 0; j < c.rows; ++j) {
      const auto at = static_cast<std::size_t>(c.rows - 1 - j) * static_cast<std::size_t>(wide);
      pixels[at + static_cast<std::size_t>(i)] =
          j < c.there ? map.at(0.5 + unit * static_cast<double>(values[j])) : empty;
    }
  }
  picture_.show(wide, c.rows, pixels, plot_, false);
}

void GatherScene::draw_traces(const Columns& c, bool over_density) {
  const GatherMode mode = options_.mode;
  const bool area = mode == GatherMode::area || mode == GatherMode::wiggle_area;
  const double apart = every_ * trace_width();
  const auto most = static_cast<float>(most_deflection * limit_);
  TraceShapes::Place place;
  place.top = plot_.top;
  place.height = plot_.height() / c.rows;
  place.deflection = limit_ > 0.0 ? deflection * apart / limit_ : 0.0;
  place.left = plot_.left;
  place.right = plot_.right;
  place.line_width = px(1.0);
  std::vector<float> values;
  for (std::size_t k = 0; k < c.places.size(); ++k) {
    place.x = x_of_place(c.places[k]);
    if (c.places[k] % every_ != 0 || place.x < place.left || place.x > place.right) continue;
    values.assign(c.of(k), c.of(k) + c.there);
    for (float& value : values)
      value = std::clamp(value, -most, most);
    shapes_.add(values, place, mode != GatherMode::area, area);
  }
  shapes_.finish(over_density ? theme::ink : Rgb(theme::trace), theme::trace_area);
}

}  // namespace foldwave
