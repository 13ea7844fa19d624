// A volume's values as they are drawn over rock, in a section or in 3D: the focus of a location, a seismic
// image.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/map_line.hpp"

namespace foldwave {

// focus: heat where values are large, nothing where they are small. gray, seismic: either sign, over all.
enum class ImageColors { focus, gray, seismic };

struct ImageLook {
  ImageColors colors = ImageColors::focus;
  double opacity = 0.8;
  double gain = 1.0;  // of values, before their colours
  bool operator==(const ImageLook&) const = default;
};

// On a grid over the same box as the rock, of any fineness; or along a line, local: then x of its grid is the
// distance from the line's begin, and it is seen in a section along that line alone.
struct ShownImage {
  std::shared_ptr<const Field<float>> values;  // null: none
  Grid3 grid;
  double largest = 0.0;  // that stands for the last colour; 0: of the values
  std::optional<MapLine> line{};
};

// Of magnitudes, the one that a share of them is below: a few large values must not take all colours.
double usual_largest(const Field<float>& values, double share);

// Its largest magnitude, or what stands for that.
double largest_of(const ShownImage& image);

// The colour and the opacity of a value that is `part` of the largest one.
std::array<std::uint8_t, 4> image_color(const ImageLook& look, double part);

// Over its own line, or where it has none along `local`: rows upwards, as textures have them, as fine as its
// own nodes. Empty: the line has no length.
struct ImagePixels {
  int columns = 0, rows = 0;
  std::vector<std::array<std::uint8_t, 4>> colors;
};
ImagePixels image_pixels(const ShownImage& image, const ImageLook& look, const MapLine& local,
                         double largest);

}  // namespace foldwave
