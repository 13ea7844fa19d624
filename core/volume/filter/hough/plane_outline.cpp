#include "core/base/space/box_cuts.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"

namespace foldwave {

Vec3 HoughPlane::normal() const {
  return downward_normal(dip, azimuth);
}

std::vector<Vec3> plane_outline(const HoughPlane& plane, const Grid3& grid) {
  std::vector<Vec3> corners = plane_in_box(plane.normal(), plane.distance, grid.extent());
  for (Vec3& c : corners)
    c = grid.origin + c;
  return corners;
}

}  // namespace foldwave
