#include "ui/scene/picture/plane_picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "ui/scene/stage/color.hpp"
#include "ui/scene/stage/offscreen.hpp"

namespace foldwave {

namespace {

// Beyond which 0.5 % lie; ends of the values are kept where there are few.
float near_end(std::vector<float> values, bool upper) {
  const auto beyond = static_cast<std::ptrdiff_t>(values.size() / 200);
  const auto at = upper ? values.end() - 1 - beyond : values.begin() + beyond;
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

void write_plane_picture(std::span<const float> values, const std::array<int, 2>& size, bool is_map,
                         const std::string& png) {
  std::vector<float> finite;
  std::ranges::copy_if(values, std::back_inserter(finite), [](float v) { return std::isfinite(v); });
  double low = 0.0, high = 1.0;
  bool both_signs = false;
  if (!finite.empty()) {
    low = near_end(finite, false);
    high = near_end(finite, true);
    both_signs = low < 0.0 && high > 0.0;
    if (both_signs) high = std::max(high, -low), low = -high;
  }
  const ColorMap& colors = both_signs ? diverging_map() : viridis_map();
  const auto width = static_cast<std::size_t>(size[0]), height = static_cast<std::size_t>(size[1]);
  RgbPicture picture{size[0], size[1], std::vector<unsigned char>(3 * width * height)};
  for (std::size_t row = 0; row < height; ++row)
    for (std::size_t i = 0; i < width; ++i) {
      const double value = static_cast<double>(values[i + width * (is_map ? height - 1 - row : row)]);
      const double part = !std::isfinite(value) ? std::numeric_limits<double>::quiet_NaN()
                          : high > low          ? (value - low) / (high - low)
                                                : 0.5;
      const Bytes3 color = colors.at(part);
      std::copy(color.begin(), color.end(),
                picture.bytes.begin() + static_cast<std::ptrdiff_t>(3 * (i + width * row)));
    }
  write_png(picture, png);
}

}  // namespace foldwave
