#include "ui/scene/flat/section_image.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/fold/layers/section_cut.hpp"

namespace foldwave {
namespace {

constexpr int most_image_samples = 700;  // along the longer side
constexpr double focus_decades = 0.8;    // below the largest: fainter is not drawn
constexpr Rgb cool{0.55, 0.05, 0.35}, warm{1.0, 0.45, 0.15}, hot{1.0, 0.97, 0.70};

double largest_of(const Field<float>& values) {
  double largest = 0.0;
  for (const float value : values.values())
    if (std::isfinite(value)) largest = std::max(largest, std::abs(double{value}));
  return largest;
}

constexpr double line_slack = 1e-3;  // of a line's length: not along it any more

std::uint8_t byte(double part) {
  return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(part, 0.0, 1.0)));
}

}  // namespace

std::array<std::uint8_t, 4> image_color(const ImageLook& look, double part) {
  if (!std::isfinite(part)) return {0, 0, 0, 0};
  part *= look.gain;
  if (look.colors == ImageColors::focus) {
    // By its logarithm, so that weaker events are seen beside a strong one.
    const double level = std::clamp(1.0 + std::log10(std::max(part, 1e-6)) / focus_decades, 0.0, 1.0);
    const Bytes3 c = to_bytes(level < 0.5 ? mix(cool, warm, 2.0 * level) : mix(warm, hot, 2.0 * level - 1.0));
    return {c[0], c[1], c[2], byte(look.opacity * std::min(1.0, 2.0 * level))};
  }
  const double place = 0.5 + 0.5 * std::clamp(part, -1.0, 1.0);
  const Bytes3 c = (look.colors == ImageColors::gray ? gray_map() : diverging_map()).at(place);
  return {c[0], c[1], c[2], byte(look.opacity)};
}

double usual_largest(const Field<float>& values, double share) {
  constexpr Index most = 200000;
  const Index every = std::max<Index>(1, values.size() / most);
  std::vector<float> sizes;
  for (Index m = 0; m < values.size(); m += every)
    if (std::isfinite(values[m]) && values[m] != 0.0F) sizes.push_back(std::abs(values[m]));
  if (sizes.empty()) return 0.0;
  const auto at = sizes.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sizes.size() - 1));
  std::ranges::nth_element(sizes, at);
  return double{*at};
}

bool SectionImage::lies_along(const MapLine& local) const {
  if (!image_.line) return true;
  const double length = std::max(local.length(), 1e-9);
  for (const auto& end : {image_.line->from, image_.line->to})
    if (std::abs(local.station(end[0], end[1]).left) > line_slack * length) return false;
  return true;
}

void SectionImage::show(ShownImage image) {
  image_ = std::move(image);
  largest_ = !image_.values ? 0.0 : image_.largest > 0.0 ? image_.largest : largest_of(*image_.values);
  due_ = true;
}

void SectionImage::set_look(const ImageLook& look) {
  due_ = due_ || !(look == look_);
  look_ = look;
}

void SectionImage::set_visible(bool visible) {
  due_ = due_ || visible != visible_;
  visible_ = visible;
}

void SectionImage::draw(const MapLine& local) {
  if (!due_ && local == line_) return;
  due_ = false;
  line_ = local;
  // Its own line begins somewhere along the section's, and may run the other way.
  const MapLine along = image_.line ? MapLine{{0.0, 0.0}, {image_.grid.extent().x, 0.0}} : local;
  const double length = along.length();
  const bool seen = is_seen() && length > 0.0 && largest_ > 0.0 && lies_along(local);
  picture_.set_visible(seen);
  if (!seen) return;
  const double deep = image_.grid.extent().z;
  // As fine as its own nodes; a texture of more is of no use on a screen.
  const double node = std::min(image_.grid.h[0], image_.grid.h[2]);
  const double cell = std::max(node, std::max(length, deep) / (most_image_samples - 1));
  const int columns = std::max(2, static_cast<int>(length / cell) + 1);
  const int rows = std::max(2, static_cast<int>(deep / cell) + 1);
  const SectionCut cut = cut_section(*image_.values, image_.grid, along, columns, rows);
  std::vector<std::array<std::uint8_t, 4>> pixels;
  pixels.reserve(cut.arrival.size());
  for (int j = rows - 1; j >= 0; --j)
    for (int i = 0; i < columns; ++i) {
      const auto m =
          static_cast<std::size_t>(i) + static_cast<std::size_t>(columns) * static_cast<std::size_t>(j);
      pixels.push_back(image_color(look_, double{cut.arrival[m]} / largest_));
    }
  PlotBox box{0, length, -deep, 0};
  if (image_.line) {
    box.left = local.station(image_.line->from[0], image_.line->from[1]).along;
    box.right = local.station(image_.line->to[0], image_.line->to[1]).along;
  }
  picture_.show_over(columns, rows, pixels, box, true);
}

}  // namespace foldwave
