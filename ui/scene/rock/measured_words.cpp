#include "ui/scene/rock/measured_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/angle.hpp"
#include "core/base/shown_text.hpp"
#include "core/base/text.hpp"
#include "core/geology/attitude.hpp"
#include "core/geology/true_thickness.hpp"

namespace foldwave {
namespace {

constexpr const char* degree = "\u00b0";

std::string line_words(const Vec3& way, bool level) {
  std::string words = metres_text(norm(way));
  if (!(norm(way) > 0.0)) return words;
  const double azimuth = std::fmod(degrees(std::atan2(way.x, way.y)) + 360.0, 360.0);
  char text[64];
  std::snprintf(text, sizeof text, " towards %03.0f%s", std::round(azimuth) == 360.0 ? 0.0 : azimuth, degree);
  if (level) return words + text;
  // Down is the way that a line plunges.
  const TrendPlunge line = trend_plunge_of(way);
  std::snprintf(text, sizeof text, ", trend %03.0f%s, plunge %.0f%s",
                std::round(line.trend) == 360.0 ? 0.0 : line.trend, degree, line.plunge, degree);
  return words + text;
}

}  // namespace

std::string measured_words(const std::vector<Vec3>& places, bool level) {
  if (places.size() < 2) return {};
  if (places.size() == 2) return line_words(places[1] - places[0], level);
  const Vec3 back = places[0] - places[1], on = places[2] - places[1];
  const std::string legs = metres_text(norm(back)) + " and " + metres_text(norm(on));
  if (!(norm(back) > 0.0) || !(norm(on) > 0.0)) return legs;
  const double cosine = std::clamp(dot(back, on) / (norm(back) * norm(on)), -1.0, 1.0);
  return "angle " + fixed_text(degrees(std::acos(cosine)), 1) + degree + " between " + legs;
}

Measured measured_thickness(const FoldResult& fold, const LayerStack& stack, const Vec3& local) {
  const auto found = fold.folded ? true_thickness(fold.grid, fold.layering(), local) : std::nullopt;
  if (!found) return {};
  const auto layer = static_cast<std::size_t>(found->layer);
  const std::string name = layer < stack.layers.size() ? "\"" + stack.layers[layer].name + "\" " : "layer ";
  return {{found->top, found->base}, name + "is " + metres_text(found->metres) + " thick across its bedding"};
}

}  // namespace foldwave
