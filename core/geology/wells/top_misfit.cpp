#include "core/geology/wells/top_misfit.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "core/base/trilinear.hpp"

namespace foldwave {

namespace {

struct FoundTop {
  std::string well, top;
  Vec3 place;
};

// A bent stretch is several lines: "A-1, Marl", "A-1, Marl 2", each from where the last one ends.
bool goes_on(const LineMarker& line, const LineMarker& before) {
  const auto space = line.name.find_last_of(' ');
  if (space == std::string::npos || !(line.from == before.to)) return false;
  const std::string number = line.name.substr(space + 1), base = line.name.substr(0, space);
  if (number.empty() || !std::ranges::all_of(number, [](unsigned char c) { return std::isdigit(c) != 0; }))
    return false;
  return before.name == base || before.name.starts_with(base + " ");
}

std::vector<FoundTop> tops_of(const std::vector<Marker>& markers) {
  std::vector<FoundTop> tops;
  const LineMarker* before = nullptr;
  for (const Marker& marker : markers) {
    const auto* const line = std::get_if<LineMarker>(&marker);
    if (line == nullptr) continue;
    const auto comma = line->name.find(", ");
    if (comma != std::string::npos && (before == nullptr || !goes_on(*line, *before)))
      tops.push_back({line->name.substr(0, comma), line->name.substr(comma + 2), line->from});
    before = line;
  }
  return tops;
}

std::string lower(std::string text) {
  for (char& c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_beside(const Grid3& grid, const Vec3& place) {
  const Vec3 local = place - grid.origin, end = grid.extent();
  return local.x < 0.0 || local.x > end.x || (!grid.is_section() && (local.y < 0.0 || local.y > end.y));
}

// The depth at which the boundary crosses the place's column, of several the one nearest to it.
std::optional<double> crossing(const LayerBoundary& boundary, const Grid3& grid, const Vec3& place) {
  const auto value = [&](const Field<float>& field, double depth) {
    return trilinear_at(field, grid, {place.x, place.y, depth});
  };
  std::optional<double> nearest;
  const auto depth_of = [&](int k) { return grid.origin.z + k * grid.h[2]; };
  double above = value(*boundary.field, depth_of(0)) - boundary.level;
  for (int k = 1; k < grid.n[2]; ++k) {
    const double here = value(*boundary.field, depth_of(k)) - boundary.level;
    const double last = std::exchange(above, here);
    if (!std::isfinite(last) || !std::isfinite(here) || (last > 0.0) == (here > 0.0)) continue;
    const double depth = depth_of(k - 1) + grid.h[2] * last / (last - here);
    const bool there = std::ranges::all_of(boundary.clips, [&](const FieldClip& clip) {
      return (value(*clip.field, depth) > 0.0) == clip.above;
    });
    if (there && (!nearest || std::abs(depth - place.z) < std::abs(*nearest - place.z))) nearest = depth;
  }
  return nearest;
}

}  // namespace

std::vector<TopMisfit> top_misfits(const std::vector<Marker>& markers, const Grid3& grid,
                                   const Layering& layering, const std::vector<std::string>& names) {
  const std::vector<LayerBoundary> boundaries = layering.boundaries();
  std::vector<TopMisfit> misfits;
  for (const FoundTop& top : tops_of(markers)) {
    TopMisfit misfit{top.well, top.top, top.place};
    const auto of_name = std::ranges::find(names, lower(top.top), lower);
    const auto layer = of_name - names.begin();
    misfit.named = of_name != names.end() && layer > 0 && layer <= std::ssize(boundaries);
    if (misfit.named) misfit.layer = static_cast<int>(layer);
    const std::size_t seen = is_beside(grid, top.place) ? 0 : boundaries.size();
    for (std::size_t b = 0; b < seen; ++b) {
      if (misfit.named && static_cast<int>(b) + 1 != misfit.layer) continue;
      const auto depth = crossing(boundaries[b], grid, top.place);
      if (!depth || std::abs(misfit.below) <= std::abs(*depth - top.place.z)) continue;
      misfit.layer = static_cast<int>(b) + 1;
      misfit.below = *depth - top.place.z;
    }
    misfits.push_back(misfit);
  }
  return misfits;
}

}  // namespace foldwave
