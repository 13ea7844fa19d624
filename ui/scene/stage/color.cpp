#include "ui/scene/stage/color.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace foldwave {
namespace {

double encode(double linear) {
  linear = std::clamp(linear, 0.0, 1.0);
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

double decode(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

struct Oklab {
  double L, a, b;
};

Oklab to_oklab(Rgb c) {
  const double r = decode(c.r), g = decode(c.g), b = decode(c.b);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Rgb from_oklab(double L, double a, double b) {
  const double l = std::pow(L + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(L - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(L - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace

Rgb rgb(const std::array<int, 3>& bytes) {
  return {bytes[0] / 255.0, bytes[1] / 255.0, bytes[2] / 255.0};
}

Rgb mix(Rgb a, Rgb b, double part_of_b) {
  const double p = part_of_b;
  return {a.r + p * (b.r - a.r), a.g + p * (b.g - a.g), a.b + p * (b.b - a.b)};
}

Bytes3 to_bytes(Rgb c) {
  const auto byte = [](double v) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0, 1.0) * 255));
  };
  return {byte(c.r), byte(c.g), byte(c.b)};
}

double lightness(Rgb c) {
  return to_oklab(c).L;
}

ColorMap::ColorMap(std::string name, const std::vector<Point>& points) : name_(std::move(name)) {
  for (std::size_t i = 0; i < table_.size(); ++i) {
    const double at = static_cast<double>(i) / 255.0;
    std::size_t k = 1;
    while (k + 1 < points.size() && at > points[k].at)
      ++k;
    const Point &p = points[k - 1], &q = points[k];
    const double t = (at - p.at) / (q.at - p.at);
    const double chroma = p.chroma + t * (q.chroma - p.chroma);
    const double hue = (p.hue + t * (q.hue - p.hue)) * std::numbers::pi / 180.0;
    table_[i] = to_bytes(from_oklab(p.lightness + t * (q.lightness - p.lightness), chroma * std::cos(hue),
                                    chroma * std::sin(hue)));
  }
}

ColorMap::ColorMap(std::string name, const std::vector<std::uint32_t>& colors) : name_(std::move(name)) {
  std::vector<Oklab> stops;
  for (const std::uint32_t c : colors)
    stops.push_back(to_oklab(
        rgb({static_cast<int>(c >> 16), static_cast<int>(c >> 8 & 0xff), static_cast<int>(c & 0xff)})));
  for (std::size_t i = 0; i < table_.size(); ++i) {
    const double at = static_cast<double>(i) / 255.0 * static_cast<double>(stops.size() - 1);
    const std::size_t k = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    const Oklab &p = stops[k], &q = stops[k + 1];
    const double t = at - static_cast<double>(k);
    table_[i] = to_bytes(from_oklab(std::lerp(p.L, q.L, t), std::lerp(p.a, q.a, t), std::lerp(p.b, q.b, t)));
  }
}

ColorMap ColorMap::mixed_with_white(double part_of_own) const {
  ColorMap mixed = *this;
  for (Bytes3& c : mixed.table_)
    c = to_bytes(mix({1, 1, 1}, rgb({c[0], c[1], c[2]}), part_of_own));
  return mixed;
}

Bytes3 ColorMap::at(double part) const {
  if (std::isnan(part)) return to_bytes(theme::missing);
  return table_[static_cast<std::size_t>(std::lround(std::clamp(part, 0.0, 1.0) * 255))];
}

const ColorMap& viridis_map() {
  static const ColorMap map("viridis", {0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884,
                                        0x44bf70, 0x7ad151, 0xbddf26, 0xfde725});
  return map;
}

const ColorMap& cividis_map() {
  static const ColorMap map("cividis", {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173, 0x8a8678, 0xa59c74,
                                        0xc3b369, 0xe1cc55, 0xfee838});
  return map;
}

const ColorMap& diverging_map() {
  static const ColorMap map("diverging", {{0.0, 0.38, 0.14, 262},
                                          {0.25, 0.66, 0.13, 255},
                                          {0.5, 0.97, 0.0, 250},
                                          {0.5001, 0.97, 0.0, 40},
                                          {0.75, 0.68, 0.15, 34},
                                          {1.0, 0.40, 0.16, 25}});
  return map;
}

const ColorMap& second_diverging_map() {
  static const ColorMap map("purple to orange", {{0.0, 0.36, 0.15, 300},
                                                 {0.25, 0.66, 0.12, 300},
                                                 {0.5, 0.97, 0.0, 300},
                                                 {0.5001, 0.97, 0.0, 70},
                                                 {0.75, 0.75, 0.13, 66},
                                                 {1.0, 0.48, 0.12, 56}});
  return map;
}

const ColorMap& gray_map() {
  static const ColorMap map("grey", {{0.0, 0.12, 0.0, 0}, {1.0, 0.98, 0.0, 0}});
  return map;
}

}  // namespace foldwave
