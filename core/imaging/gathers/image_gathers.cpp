#include "core/imaging/gathers/image_gathers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/imaging/residual/travel_times.hpp"

namespace foldwave {

namespace {

// A share of what the shot shows of a column at one depth.
void add_to_gather(const SeenShot& shot, int at, int k, double share, ImageGather& gather) {
  const auto weight = static_cast<float>(share);
  gather.image(at, 0, k) += weight * shot.image(gather.column, gather.row, k);
  if (!shot.illumination.empty())
    gather.illumination(at, 0, k) += weight * shot.illumination(gather.column, gather.row, k);
}

// The derivative at node i of n, h apart, of what `at` gives. One-sided where its neighbours are not there.
template <class At>
double rim_slope(int i, int n, double h, const At& at) {
  if (n < 2) return 0.0;
  if (i > 0 && i + 1 < n) return (at(i + 1) - at(i - 1)) / (2.0 * h);
  const int inward = i == 0 ? 1 : -1;
  const double near = inward * (at(i + inward) - at(i)) / h;
  if (n < 3) return near;
  const double curved = inward * (4.0 * at(i + inward) - 3.0 * at(i) - at(i + 2 * inward)) / (2.0 * h);
  return std::isfinite(curved) ? curved : near;
}

}  // namespace

std::vector<int> gather_columns(const Grid3& grid, int places) {
  std::vector<int> columns;
  for (int g = 0; g < places; ++g)
    columns.push_back(static_cast<int>(std::lround((g + 0.5) / places * (grid.n[0] - 1))));
  return columns;
}

int gather_row(const Grid3& grid) {
  return grid.n[1] / 2;
}

std::vector<ImageGather> empty_gathers(const Grid3& grid, int places, int classes) {
  std::vector<ImageGather> gathers;
  if (classes == 0) return gathers;
  for (const int column : gather_columns(grid, places)) {
    ImageGather& gather = gathers.emplace_back();
    gather.column = column;
    gather.row = gather_row(grid);
    gather.image = Field<float>({classes, 1, grid.n[2]});
    gather.illumination = Field<float>(gather.image.shape());
  }
  return gathers;
}

std::vector<Vec3> layer_normals(const Grid3& grid, const Field<float>& arrival, int places) {
  const std::vector<int> columns = gather_columns(grid, places);
  std::vector<Vec3> normals(static_cast<std::size_t>(places * grid.n[2]), Vec3{0.0, 0.0, -1.0});
  if (arrival.empty()) return normals;
  const int row = gather_row(grid);
  const auto at = [&](int i, int j, int k) { return static_cast<double>(arrival(i, j, k)); };
  for (int g = 0; g < places; ++g)
    for (int k = 0; k < grid.n[2]; ++k) {
      const int column = columns[static_cast<std::size_t>(g)];
      const Vec3 up{rim_slope(column, grid.n[0], grid.h[0], [&](int i) { return at(i, row, k); }),
                    rim_slope(row, grid.n[1], grid.h[1], [&](int j) { return at(column, j, k); }),
                    rim_slope(k, grid.n[2], grid.h[2], [&](int depth) { return at(column, row, depth); })};
      if (const double size = norm(up); std::isfinite(size) && size > 0.0)
        normals[static_cast<std::size_t>(g * grid.n[2] + k)] = (1.0 / size) * up;
    }
  return normals;
}

Field<float> incidence_angles(const Grid3& grid, const Field<float>& velocity, const GatherPlan& plan,
                              const Vec3& source, const Job& job) {
  const Field<float> times = travel_times(grid, velocity, source, job);
  const std::vector<int> columns = gather_columns(grid, plan.places);
  Field<float> angles({plan.places, 1, grid.n[2]});
  const int j = gather_row(grid);
  const auto slope = [&](int i, int k, int axis) {
    std::array<int, 3> low{i, j, k}, high = low;
    const auto a = static_cast<std::size_t>(axis);
    low[a] = std::max(low[a] - 1, 0);
    high[a] = std::min(high[a] + 1, grid.n[a] - 1);
    if (low == high) return 0.0;
    const auto time = [&](const std::array<int, 3>& at) {
      return static_cast<double>(times(at[0], at[1], at[2]));
    };
    return (time(high) - time(low)) / ((high[a] - low[a]) * grid.h[a]);
  };
  for (int g = 0; g < plan.places; ++g)
    for (int k = 0; k < grid.n[2]; ++k) {
      const int i = columns[static_cast<std::size_t>(g)];
      const Vec3 ray{slope(i, k, 0), slope(i, k, 1), slope(i, k, 2)};
      const Vec3 normal = plan.normals.empty() ? Vec3{0.0, 0.0, -1.0}
                                               : plan.normals[static_cast<std::size_t>(g * grid.n[2] + k)];
      const double cosine = std::abs(dot(ray, normal)) / std::max(norm(ray) * norm(normal), 1e-30);
      angles(g, 0, k) = static_cast<float>(std::acos(std::min(cosine, 1.0)) * 180.0 / std::numbers::pi);
    }
  return angles;
}

void add_by_offset(const Grid3& grid, const GatherPlan& plan, const Vec3& source, const SeenShot& shot,
                   std::vector<ImageGather>& gathers) {
  for (ImageGather& gather : gathers) {
    const double across = grid.is_section() ? 0.0 : gather.row * grid.h[1] - source.y;
    const double offset = 2.0 * std::hypot(gather.column * grid.h[0] - source.x, across);
    const double place = std::floor(offset / plan.most_offset * plan.offsets);
    if (!(place < plan.offsets)) continue;
    for (int k = 0; k < grid.n[2]; ++k)
      add_to_gather(shot, static_cast<int>(place), k, 1.0, gather);
  }
}

void add_by_angle(const GatherPlan& plan, const Field<float>& angles, const SeenShot& shot,
                  std::vector<ImageGather>& gathers) {
  const int depths = angles.shape()[2], last = plan.angles - 1;
  for (std::size_t g = 0; g < gathers.size(); ++g)
    for (int k = 0; k < depths; ++k) {
      const double angle = static_cast<double>(angles(static_cast<int>(g), 0, k));
      if (!(angle < plan.most_angle)) continue;
      const double place = std::clamp(angle / plan.most_angle * plan.angles - 0.5, 0.0, 1.0 * last);
      const int at = std::min(static_cast<int>(place), last);
      add_to_gather(shot, at, k, 1.0 - (place - at), gathers[g]);
      if (at < last) add_to_gather(shot, at + 1, k, place - at, gathers[g]);
    }
}

double gather_flatness(const ImageGather& gather) {
  const auto n = gather.image.shape();
  double together = 0.0, apart = 0.0;
  int classes = 0;
  for (int c = 0; c < n[0]; ++c) {
    bool any = false;
    for (int k = 0; k < n[2]; ++k)
      any = any || gather.image(c, 0, k) != 0.0F;
    classes += any ? 1 : 0;
  }
  for (int k = 0; k < n[2]; ++k) {
    double sum = 0.0;
    for (int c = 0; c < n[0]; ++c) {
      const double v = static_cast<double>(gather.image(c, 0, k));
      sum += v;
      apart += v * v;
    }
    together += sum * sum;
  }
  return classes > 0 && apart > 0.0 ? together / (classes * apart) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace foldwave
