#include "core/model/markers/well_markers.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/formats/wells/well_path.hpp"

namespace foldwave {

namespace {

void add_stretch(std::vector<Marker>& markers, const std::vector<Vec3>& points, const std::string& name) {
  for (std::size_t i = 1; i < points.size(); ++i)
    markers.push_back(
        LineMarker{i == 1 ? name : name + " " + std::to_string(i), points[i - 1], points[i], {}});
}

}  // namespace

std::vector<Marker> well_markers(const Well& well, double tolerance) {
  const WellPath path(well);
  if (!(well.bottom > 0.0))
    throw InputError(well.name, "tells no depth, so its path has no end",
                     "give a file with STOP, a survey or tops");
  std::vector<Marker> markers;
  double from = 0.0;
  std::string name = well.name;
  for (const WellTop& top : well.tops) {
    if (top.depth > from) add_stretch(markers, path.between(from, top.depth, tolerance), name);
    from = std::max(from, top.depth);
    name = well.name + ", " + top.name;
  }
  if (well.bottom > from) add_stretch(markers, path.between(from, well.bottom, tolerance), name);
  if (markers.size() > most_markers)
    throw InputError(well.name,
                     "takes " + std::to_string(markers.size()) + " lines, of " +
                         std::to_string(most_markers) + " markers that there may be",
                     "give a survey with fewer stations");
  return markers;
}

std::vector<Marker> with_wells(std::vector<Marker> markers, const std::vector<Well>& wells,
                               const Grid3& grid) {
  const double half_cell = 0.5 * std::min({grid.h[0], grid.h[1], grid.h[2]});
  for (const Well& well : wells) {
    const std::vector<Marker> lines = well_markers(well, half_cell);
    if (markers.size() + lines.size() > most_markers)
      throw InputError(well.name,
                       "gives " + std::to_string(lines.size()) + " markers, but there are " +
                           std::to_string(markers.size()) + " of at most " + std::to_string(most_markers),
                       "remove some first");
    markers.insert(markers.end(), lines.begin(), lines.end());
  }
  return markers;
}

}  // namespace foldwave
