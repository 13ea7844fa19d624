#include "core/horizon/depth_samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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

SeenFromAbove::SeenFromAbove(double width, double height, int cells) {
  const double cell = std::max({width, height, 1e-9}) / cells;
  nx_ = std::max(1, static_cast<int>(std::ceil(width / cell)));
  ny_ = std::max(1, static_cast<int>(std::ceil(height / cell)));
  hx_ = std::max(width, 1e-9) / nx_, hy_ = std::max(height, 1e-9) / ny_;
  top_.assign(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_),
              std::numeric_limits<float>::infinity());
}

void SeenFromAbove::add(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (area == 0.0) return;  // upright: it hides nothing
  const auto cells = [](double low, double high, double h, int n) {
    return std::pair{std::clamp(static_cast<int>(std::floor(low / h - 0.5)), 0, n - 1),
                     std::clamp(static_cast<int>(std::ceil(high / h - 0.5)), 0, n - 1)};
  };
  const auto [i0, i1] = cells(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), hx_, nx_);
  const auto [j0, j1] = cells(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), hy_, ny_);
  for (int j = j0; j <= j1; ++j)
    for (int i = i0; i <= i1; ++i) {
      const double x = (i + 0.5) * hx_, y = (j + 0.5) * hy_;
      const double u = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
      const double v = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
      if (u < -1e-9 || v < -1e-9 || u + v > 1.0 + 1e-9) continue;
      float& top =
          top_[static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(i)];
      top = std::min(top, static_cast<float>(a.z + u * (b.z - a.z) + v * (c.z - a.z)));
    }
}

double SeenFromAbove::top(double x, double y) const {
  const int i = std::clamp(static_cast<int>(x / hx_), 0, nx_ - 1);
  const int j = std::clamp(static_cast<int>(y / hy_), 0, ny_ - 1);
  return top_[static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(i)];
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
