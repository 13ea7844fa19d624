#include "ui/scene/rock/shown_image.hpp"

#include <algorithm>
#include <cmath>

#include "core/fold/layers/section_cut.hpp"
#include "ui/scene/stage/color.hpp"

namespace foldwave {
namespace {

constexpr int most_image_samples = 700;  // along the longer side
constexpr double focus_decades = 0.8;    // below the largest: fainter is not drawn
constexpr Rgb cool{0.55, 0.05, 0.35}, warm{1.0, 0.45, 0.15}, hot{1.0, 0.97, 0.70};

std::uint8_t byte(double part) {
  return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(part, 0.0, 1.0)));
}

}  // namespace

double largest_of(const ShownImage& image) {
  if (!image.values) return 0.0;
  if (image.largest > 0.0) return image.largest;
  double largest = 0.0;
  for (const float value : image.values->values())
    if (std::isfinite(value)) largest = std::max(largest, std::abs(double{value}));
  return largest;
}

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

ImagePixels image_pixels(const ShownImage& image, const ImageLook& look, const MapLine& local,
                         double largest) {
  ImagePixels pixels;
  const MapLine along = image.line ? MapLine{{0.0, 0.0}, {image.grid.extent().x, 0.0}} : local;
  const double length = along.length(), deep = image.grid.extent().z;
  if (!(length > 0.0) || !(largest > 0.0)) return pixels;
  // A texture of more is of no use on a screen.
  const double node = std::min(image.grid.h[0], image.grid.h[2]);
  const double cell = std::max(node, std::max(length, deep) / (most_image_samples - 1));
  pixels.columns = std::max(2, static_cast<int>(length / cell) + 1);
  pixels.rows = std::max(2, static_cast<int>(deep / cell) + 1);
  const SectionCut cut = cut_section(*image.values, image.grid, along, pixels.columns, pixels.rows);
  pixels.colors.reserve(cut.arrival.size());
  for (int j = pixels.rows - 1; j >= 0; --j)
    for (int i = 0; i < pixels.columns; ++i) {
      const auto m = static_cast<std::size_t>(i) +
                     static_cast<std::size_t>(pixels.columns) * static_cast<std::size_t>(j);
      pixels.colors.push_back(image_color(look, double{cut.arrival[m]} / largest));
    }
  return pixels;
}

}  // namespace foldwave
