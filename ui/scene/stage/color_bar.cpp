#include "ui/scene/stage/color_bar.hpp"

#include <algorithm>
#include <cmath>

#include "ui/scene/stage/ticks.hpp"

namespace foldwave {
namespace {

std::string superscript(int number) {
  static constexpr const char* digits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                           "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string words = number < 0 ? "\u207b" : "";
  for (const char c : std::to_string(std::abs(number)))
    words += digits[c - '0'];
  return words;
}

Rgb shown(Bytes3 c) {
  return rgb({c[0], c[1], c[2]});
}

}  // namespace

void draw_color_bar(Overlay& overlay, const BarPlace& place, double low, double high,
                    const std::string& title, const ColorMap& map) {
  const int bands = std::clamp(static_cast<int>(place.height), 2, 256);
  for (int i = 0; i < bands; ++i) {
    const Bytes3 c = map.at((i + 0.5) / bands);
    overlay.rectangle(place.x, place.y + place.height * i / bands, place.width, place.height / bands + 0.5,
                      shown(c));
  }
  overlay.count(place.counting);
  TextStyle words;
  words.size = 11.5 * place.scale;
  words.color = theme::quiet_text;
  // Very small or large numbers share one power of ten, written in the title.
  const double largest = std::max(std::abs(low), std::abs(high));
  int power = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) : 0;
  if (power >= -2 && power <= 4) power = 0;
  const double unit = std::pow(10.0, power);
  const Ticks ticks =
      round_ticks(low / unit, high / unit, std::max(2, static_cast<int>(place.height / (34 * place.scale))));
  for (const double value : ticks.at) {
    const double part = (value * unit - low) / (high - low);
    // At pixels' centres: on their edges each way of drawing chooses another row.
    const double y = std::floor(place.y + place.height * (place.downwards ? 1.0 - part : part)) + 0.5;
    overlay.line(place.x + place.width, y, place.x + place.width + 4 * place.scale, y, theme::frame);
    overlay.text(tick_text(value, ticks.step), place.x + place.width + 8 * place.scale, y, words);
  }
  TextStyle head = words;
  head.size = 12 * place.scale;
  head.color = theme::text;
  head.upward = Align::low;
  head.across = place.title_from_left ? Align::low : Align::middle;
  const std::string factor = power == 0 ? "" : " \u00d710" + superscript(power);
  overlay.text(title + factor, place.x + (place.title_from_left ? 0 : place.width / 2),
               place.y + place.height + 8 * place.scale, head);
  overlay.count(false);
}

void draw_scale(Overlay& overlay, const BarPlace& place, const ColorScale& scale, const std::string& title) {
  BarPlace bar = place;
  const double point = scale.typed ? 8 * place.scale : 0.0;
  bar.y += point;
  bar.height -= 2 * point;
  const ValueRange& range = scale.range;
  draw_color_bar(overlay, bar, range.low, range.high, title, *scale.map);
  const int rows = static_cast<int>(point) - 1;
  for (int i = 0; i < rows; ++i) {
    const double half = 0.5 * bar.width * (rows - i) / (rows + 1.0), middle = bar.x + bar.width / 2;
    overlay.rectangle(middle - half, bar.y - i - 2, 2 * half, 1, shown(scale.map->at(0.0)));
    overlay.rectangle(middle - half, bar.y + bar.height + i + 1, 2 * half, 1, shown(scale.map->at(1.0)));
  }
  TextStyle words;
  words.size = 11.5 * place.scale;
  words.color = theme::quiet_text;
  words.across = place.title_from_left ? Align::low : Align::middle;
  words.upward = Align::high;
  const double x = place.x + (place.title_from_left ? 0 : place.width / 2), y = place.y - 6 * place.scale;
  overlay.text(scale.map->name(), x, y, words);
  // To about a thousandth of the range.
  const double step = std::pow(10.0, std::floor(std::log10((range.high - range.low) / 1000.0)));
  overlay.text(tick_text(range.low, step) + " to " + tick_text(range.high, step), x, y - 14 * place.scale,
               words);
}

}  // namespace foldwave
