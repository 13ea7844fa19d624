#include "core/geology/thickness_map.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace foldwave {

namespace {

// T between nodes k and k + 1 by the cubic through four nodes of the column; linear where they are not
// finite.
double between(const std::vector<double>& T, std::size_t k, double part) {
  const std::size_t last = T.size() - 1;
  const std::size_t first = std::min(k > 0 ? k - 1 : 0, last >= 3 ? last - 3 : 0);
  const double t = static_cast<double>(k - first) + part;
  if (last >= 3 && std::isfinite(T[first] + T[first + 1] + T[first + 2] + T[first + 3])) {
    const double a = t, b = t - 1.0, c = t - 2.0, d = t - 3.0;
    return (-b * c * d * T[first] + 3.0 * a * c * d * T[first + 1] - 3.0 * a * b * d * T[first + 2] +
            a * b * c * T[first + 3]) /
           6.0;
  }
  return (1.0 - part) * T[k] + part * T[k + 1];
}

std::vector<double> crossings(const std::vector<double>& T, double h, double level) {
  std::vector<double> depths;
  for (std::size_t k = 0; k + 1 < T.size(); ++k) {
    if ((T[k] > level) == (T[k + 1] > level) || !std::isfinite(T[k]) || !std::isfinite(T[k + 1])) continue;
    // The cubic has the nodes' own values at both ends, so bisection holds on to the root.
    double low = 0.0, high = 1.0;
    for (int q = 0; q < 30; ++q) {
      const double middle = 0.5 * (low + high);
      ((between(T, k, middle) > level) == (T[k] > level) ? low : high) = middle;
    }
    depths.push_back((static_cast<double>(k) + 0.5 * (low + high)) * h);
  }
  return depths;
}

void read_column(const Field<float>& arrival, int i, int j, std::vector<double>& T) {
  T.resize(static_cast<std::size_t>(arrival.shape()[2]));
  for (int k = 0; k < arrival.shape()[2]; ++k)
    T[static_cast<std::size_t>(k)] = static_cast<double>(arrival(i, j, k));
}

// Of a column as deep as `depth`: the length where T is at or below the level. Not a number unless the column
// begins above it and ends below it.
double length_below(const std::vector<double>& T, const std::vector<double>& at, double level, double depth) {
  if (at.size() % 2 == 0 || T.front() <= level) return std::numeric_limits<double>::quiet_NaN();
  double length = depth;
  for (std::size_t q = 0; q < at.size(); ++q)
    length += q % 2 == 0 ? -at[q] : at[q];
  return length;
}

}  // namespace

std::vector<double> column_crossings(const Grid3& grid, const Field<float>& arrival, int i, int j,
                                     double level) {
  std::vector<double> column;
  read_column(arrival, i, j, column);
  return crossings(column, grid.h[2], level);
}

std::vector<ThicknessMap> thickness_maps(const ArrivalProbe& probe, const Field<float>& arrival,
                                         const LayerBands& bands, const Job& job) {
  const Grid3& grid = probe.grid();
  const auto columns = static_cast<std::size_t>(grid.n[0]) * static_cast<std::size_t>(grid.n[1]);
  const std::vector<float> none(columns, std::numeric_limits<float>::quiet_NaN());
  std::vector<ThicknessMap> maps(bands.boundary.size() + 1, ThicknessMap{none, none});
  std::atomic<bool> stopped{false};
#pragma omp parallel
  {
    std::vector<double> column;
#pragma omp for schedule(dynamic, 16)
    for (std::ptrdiff_t m = 0; m < static_cast<std::ptrdiff_t>(columns); ++m) {
      if (stopped || job.stop.stop_requested()) {
        stopped = true;
        continue;
      }
      const int i = static_cast<int>(m % grid.n[0]), j = static_cast<int>(m / grid.n[0]);
      read_column(arrival, i, j, column);
      const double depth = grid.extent().z;
      double top = std::numeric_limits<double>::quiet_NaN();
      for (std::size_t b = 0; b < bands.boundary.size(); ++b) {
        const double base =
            length_below(column, crossings(column, grid.h[2], bands.boundary[b]), bands.boundary[b], depth);
        const double thickness = top - base;
        top = base;
        if (b == 0 || std::isnan(thickness)) continue;
        maps[b].vertical[static_cast<std::size_t>(m)] = static_cast<float>(thickness);
        const double middle = 0.5 * (bands.boundary[b - 1] + bands.boundary[b]);
        const auto places = crossings(column, grid.h[2], middle);
        if (places.empty()) continue;
        Vec3 place = grid.local(i, j, 0);
        place.z = places.front();
        if (const auto jet = probe.at(place))
          maps[b].orthogonal[static_cast<std::size_t>(m)] =
              static_cast<float>((bands.boundary[b - 1] - bands.boundary[b]) / norm(jet->gradient));
      }
    }
  }
  job.throw_if_stopped();
  return maps;
}

ThicknessRange thickness_range(const std::vector<float>& map) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  double least = std::numeric_limits<double>::infinity(), greatest = 0.0, sum = 0.0, count = 0.0;
  for (const float value : map) {
    if (std::isnan(value)) continue;
    const auto metres = static_cast<double>(value);
    least = std::min(least, metres);
    greatest = std::max(greatest, metres);
    sum += metres;
    count += 1.0;
  }
  if (count == 0.0) return {nan, nan, nan, 0.0};
  return {least, sum / count, greatest, count / static_cast<double>(map.size())};
}

}  // namespace foldwave
