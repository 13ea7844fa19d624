#include "core/model/section.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/angle.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

MapLine west_east_line(const Grid3& grid) {
  return line_along(grid, 90.0);
}

MapLine south_north_line(const Grid3& grid) {
  return line_along(grid, 0.0);
}

MapLine line_along(const Grid3& grid, double azimuth) {
  const Vec3 e = grid.extent();
  const double x = grid.origin.x + e.x / 2, y = grid.origin.y + e.y / 2;
  if (grid.is_section()) return {{grid.origin.x, y}, {grid.origin.x + e.x, y}};
  const double dx = std::sin(radians(azimuth)), dy = std::cos(radians(azimuth));
  // How far the rim is, whichever side of the box is met first; a line along a side never meets the others.
  const auto reach = [](double half, double part) {
    return std::abs(part) > 1e-12 ? half / std::abs(part) : std::numeric_limits<double>::infinity();
  };
  const double r = std::min(reach(e.x / 2, dx), reach(e.y / 2, dy));
  return {{x - r * dx, y - r * dy}, {x + r * dx, y + r * dy}};
}

MapLine section_line(const Scenario& scenario) {
  const bool drawn = scenario.section && scenario.section->line.length() > 0.0 && !scenario.grid.is_section();
  return drawn ? scenario.section->line : west_east_line(scenario.grid);
}

}  // namespace foldwave
