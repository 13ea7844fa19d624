#include "core/engine/survey/section_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/trilinear.hpp"

namespace foldwave {

MapLine line_in_box(const Grid3& grid, const MapLine& line) {
  const double length = line.length();
  const Vec3 size = grid.extent();
  const std::array<double, 2> low{grid.origin.x, grid.origin.y}, high{low[0] + size.x, low[1] + size.y};
  double first = 0.0, last = length;
  for (std::size_t a = 0; a < 2; ++a) {
    const double slope = length > 0.0 ? (line.to[a] - line.from[a]) / length : 0.0;
    const double slack = 1e-9 * (1.0 + std::abs(high[a] - low[a]));
    if (std::abs(slope) < 1e-12) {
      if (line.from[a] < low[a] - slack || line.from[a] > high[a] + slack) last = -1.0;
      continue;
    }
    const double in = (low[a] - line.from[a]) / slope, out = (high[a] - line.from[a]) / slope;
    first = std::max(first, std::min(in, out));
    last = std::min(last, std::max(in, out));
  }
  if (!(last > first))
    throw InputError("/section", "its line passes beside the model", "draw a line over the model");
  return {line.at(first), line.at(last)};
}

Grid3 section_grid(const Grid3& grid, const MapLine& line) {
  const double length = line.length();
  const double east = (line.to[0] - line.from[0]) / length, north = (line.to[1] - line.from[1]) / length;
  Grid3 section;
  const double step = 1.0 / std::hypot(east / grid.h[0], north / grid.h[1]);
  section.h = {step, grid.h[1], grid.h[2]};
  section.n = {static_cast<int>(std::floor(length / step * (1.0 + 1e-9))) + 1, 1, grid.n[2]};
  section.origin = {0.0, 0.0, grid.origin.z};
  if (east > 0.0 && std::abs(north) < 1e-9) section.origin = {line.from[0], line.from[1], grid.origin.z};
  return section;
}

Vec3 section_place(const Grid3& section, const MapLine& line, int column) {
  const auto at = line.at(column * section.h[0]);
  return {at[0], at[1], section.origin.z};
}

Field<float> field_on_section(const Field<float>& field, const Grid3& grid, const MapLine& line,
                              const Job& job) {
  return field_on_section(field, grid, section_grid(grid, line), line, job);
}

Field<float> field_on_section(const Field<float>& field, const Grid3& grid, const Grid3& section,
                              const MapLine& line, const Job& job) {
  Field<float> values(section.n);
  for (int i = 0; i < section.n[0]; ++i) {
    job.throw_if_stopped();
    Vec3 at = section_place(section, line, i);
    for (int k = 0; k < section.n[2]; ++k) {
      at.z = section.origin.z + k * section.h[2];
      values(i, 0, k) = static_cast<float>(trilinear_at(field, grid, at));
    }
  }
  return values;
}

FoldResult fold_on_section(const Scenario& scenario, const FoldResult& fold, const MapLine& line,
                           const Job& job) {
  FoldResult on;
  on.grid = section_grid(fold.grid, line);
  const auto cut = [&](const Field<float>& field) {
    return field.empty() ? Field<float>() : field_on_section(field, fold.grid, line, job);
  };
  on.arrival = cut(fold.arrival);
  on.bands = fold.bands;
  for (const CutSurface& surface : fold.cuts)
    on.cuts.push_back(
        {surface.name, cut(surface.height), cut(surface.flat), surface.drape, surface.first, surface.bands});
  on.layer_index = layer_volume(on.layering());
  on.velocity = scenario.velocity ? cut(fold.velocity) : velocity_volume(on.layer_index, scenario.stack);
  on.folded = fold.folded;
  on.made_by = fold.made_by;
  return on;
}

}  // namespace foldwave
