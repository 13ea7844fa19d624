// Colours of the views and the maps from values to colours. Maps are drawn in the perceptual space Oklab
// (B. Ottosson, 2020), so equal steps of the value are equal steps to the eye.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace foldwave {

struct Rgb {
  double r = 0.0, g = 0.0, b = 0.0;  // sRGB, 0 to 1
  bool operator==(const Rgb&) const = default;
};
using Bytes3 = std::array<std::uint8_t, 3>;

Rgb rgb(const std::array<int, 3>& bytes);
Rgb mix(Rgb a, Rgb b, double part_of_b);
Bytes3 to_bytes(Rgb color);
double lightness(Rgb color);  // Oklab L, 0 black to 1 white

// 256 colours over the range 0 to 1. A value that is not a number gets the colour of missing data.
class ColorMap {
 public:
  // `lightness` and hue (degrees) change evenly from first to last point; chroma as given.
  struct Point {
    double at, lightness, chroma, hue;
  };
  ColorMap(std::string name, const std::vector<Point>& points);
  // Through colours that stand at even steps, 0xrrggbb; between them evenly in Oklab.
  ColorMap(std::string name, const std::vector<std::uint32_t>& colors);

  const std::string& name() const { return name_; }
  Bytes3 at(double part) const;
  ColorMap mixed_with_white(double part_of_own) const;

 private:
  std::string name_;
  std::array<Bytes3, 256> table_{};
};

// viridis (S. van der Walt and N. Smith, 2015): dark violet over green to yellow. cividis (J. Nunez, C.
// Anderton and R. Renslow, 2018): dark blue to yellow, the same to colour-blind eyes. Both through 11 or 10
// of the colours that were published.
const ColorMap& viridis_map();
const ColorMap& cividis_map();
const ColorMap& diverging_map();         // blue, white at 0, red
const ColorMap& second_diverging_map();  // purple, white at 0, orange
const ColorMap& gray_map();              // black to white

// The dark look that views and pictures share.
namespace theme {
inline constexpr Rgb background_low{0.055, 0.067, 0.086};
inline constexpr Rgb background_high{0.106, 0.129, 0.165};
inline constexpr Rgb panel{0.078, 0.094, 0.122};
inline constexpr Rgb frame{0.42, 0.47, 0.55};
inline constexpr Rgb text{0.90, 0.92, 0.95};
inline constexpr Rgb quiet_text{0.66, 0.71, 0.78};
inline constexpr Rgb accent{1.0, 0.76, 0.28};
inline constexpr Rgb handle{1.0, 0.83, 0.36};
inline constexpr Rgb active_handle{1.0, 1.0, 1.0};
inline constexpr Rgb horizon{0.93, 0.80, 0.55};
inline constexpr Rgb unconformity{0.74, 0.55, 0.90};
inline constexpr Rgb axis{0.62, 0.88, 0.45};
inline constexpr Rgb refused{0.93, 0.20, 0.36};
inline constexpr Rgb refused_text{1.0, 0.52, 0.56};
inline constexpr Rgb source{1.0, 0.35, 0.30};
inline constexpr Rgb receiver{0.42, 0.86, 0.95};
inline constexpr Rgb missing{0.30, 0.31, 0.33};
inline constexpr Rgb stale{1.0, 0.62, 0.25};
inline constexpr Rgb antiform{1.0, 0.70, 0.22};
inline constexpr Rgb synform{0.40, 0.80, 1.0};
inline constexpr Rgb fold_axis{0.98, 0.55, 0.85};
inline constexpr Rgb isogon{0.97, 0.97, 0.97};
inline constexpr Rgb cursor{1.0, 1.0, 1.0};
inline constexpr Rgb characteristic{0.55, 1.0, 0.72};
inline constexpr Rgb located{0.70, 1.0, 0.25};
inline constexpr Rgb marker{1.0, 0.32, 0.78};
}  // namespace theme

}  // namespace foldwave
