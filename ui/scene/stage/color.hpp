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

// What views and pictures are drawn on and written with.
struct Look {
  Rgb background_low, background_high;  // at the bottom and at the top
  Rgb panel, frame, grid, text, quiet_text;
  Rgb accent, stale, refused_text;
  Rgb trace, trace_area;  // a gather's wiggles
};
const Look& dark_look();
const Look& light_look();
const Look& paper_look();  // the light one on white, for figures

// The window's look, which all threads draw with, but for those that have chosen one: pictures of another
// look are drawn while a LookScope lives.
void set_look(const Look& look);  // one of the above
const Look& present_look();

class LookScope {
 public:
  explicit LookScope(const Look& look);
  ~LookScope();
  LookScope(const LookScope&) = delete;
  LookScope& operator=(const LookScope&) = delete;

 private:
  const Look* before_;
};

namespace theme {

// A colour of the present look, whenever it is asked.
struct Shade {
  Rgb Look::*part;
  operator Rgb() const { return present_look().*part; }
};
inline constexpr Shade background_low{&Look::background_low};
inline constexpr Shade background_high{&Look::background_high};
inline constexpr Shade panel{&Look::panel};
inline constexpr Shade frame{&Look::frame};
inline constexpr Shade grid{&Look::grid};
inline constexpr Shade text{&Look::text};
inline constexpr Shade quiet_text{&Look::quiet_text};
inline constexpr Shade accent{&Look::accent};
inline constexpr Shade stale{&Look::stale};
inline constexpr Shade refused_text{&Look::refused_text};
inline constexpr Shade trace{&Look::trace};
inline constexpr Shade trace_area{&Look::trace_area};

// The same in every look: what is drawn on rock.
inline constexpr Rgb ink{0.055, 0.067, 0.086};
inline constexpr Rgb chalk{0.90, 0.92, 0.95};
inline constexpr Rgb handle{1.0, 0.83, 0.36};
inline constexpr Rgb active_handle{1.0, 1.0, 1.0};
inline constexpr Rgb horizon{0.93, 0.80, 0.55};
inline constexpr Rgb unconformity{0.74, 0.55, 0.90};
inline constexpr Rgb axis{0.62, 0.88, 0.45};
inline constexpr Rgb refused{0.93, 0.20, 0.36};
inline constexpr Rgb source{1.0, 0.35, 0.30};
inline constexpr Rgb receiver{0.42, 0.86, 0.95};
inline constexpr Rgb missing{0.30, 0.31, 0.33};
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
