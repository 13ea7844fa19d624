#include "core/horizon/depth_samples.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

DepthRaster depth_raster(const Horizon& horizon, const Grid3& grid, int most) {
  const Vec3 e = grid.extent();
  const double cell = std::max(e.x, e.y) / (most - 1);
  DepthRaster r;
  r.nx = std::clamp(static_cast<int>(std::lround(e.x / cell)) + 1, 2, most);
  r.ny = std::clamp(static_cast<int>(std::lround(e.y / cell)) + 1, 2, most);
  r.hx = e.x / (r.nx - 1);
  r.hy = e.y / (r.ny - 1);
  const auto size = static_cast<std::size_t>(r.nx) * static_cast<std::size_t>(r.ny);
  for (auto* const values : {&r.depth, &r.slope_x, &r.slope_y})
    values->resize(size);
  for (int j = 0; j < r.ny; ++j)
    for (int i = 0; i < r.nx; ++i) {
      const HeightJet jet = horizon.at(i * r.hx, j * r.hy);
      const auto m =
          static_cast<std::size_t>(i) + static_cast<std::size_t>(r.nx) * static_cast<std::size_t>(j);
      r.depth[m] = static_cast<float>(jet.f);
      r.slope_x[m] = static_cast<float>(jet.fx);
      r.slope_y[m] = static_cast<float>(jet.fy);
    }
  return r;
}

std::vector<double> depth_profile(const Horizon& horizon, const MapLine& line, int count) {
  std::vector<double> depths;
  depths.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const auto p = line.at(line.length() * i / std::max(count - 1, 1));
    depths.push_back(horizon.depth(p[0], p[1]));
  }
  return depths;
}

}  // namespace foldwave
