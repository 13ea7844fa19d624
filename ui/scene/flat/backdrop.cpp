#include "ui/scene/flat/backdrop.hpp"

#include <algorithm>

namespace foldwave {
namespace {

constexpr int most_pixels = 4096;  // along a side: what any renderer takes as one texture

}  // namespace

BackdropPicture seismic_picture(const SegyLine& line) {
  const int every_trace = (line.traces + most_pixels - 1) / most_pixels;
  const int every_sample = (line.samples + most_pixels - 1) / most_pixels;
  BackdropPicture picture;
  picture.width = (line.traces - 1) / every_trace + 1;
  picture.height = (line.samples - 1) / every_sample + 1;
  picture.first_time = line.delay;
  picture.last_time = line.delay + (line.samples - 1) * line.dt;
  picture.ends = line.ends;
  const double unit = line.limit > 0.0 ? 0.5 / line.limit : 0.0;
  picture.pixels.reserve(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
  for (int i = 0; i < picture.height; ++i)
    for (int t = 0; t < picture.width; ++t) {
      const auto at = static_cast<std::size_t>(t * every_trace) * static_cast<std::size_t>(line.samples) +
                      static_cast<std::size_t>(i * every_sample);
      picture.pixels.push_back(diverging_map().at(0.5 + unit * static_cast<double>(line.values[at])));
    }
  return picture;
}

}  // namespace foldwave
