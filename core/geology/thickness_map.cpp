#include "core/geology/thickness_map.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace foldwave {

namespace {

// T between nodes k and k + 1 by the cubic through four nodes of the column; linear where they are not
// finite.
double cubic_between(const std::vector<double>& T, std::size_t k, double part) {
  const std::size_t last = T.size() - 1;
  const std::size_t first = std::min(k > 0 ? k - 1 : 0, last >= 3 ? last - 3 : 0);
  const double t = static_cast<double>(k - first) + part;
  if (last >= 3 && std::isfinite(T[first] + T[first + 1] + T[first + 2] + T[first + 3])) {
    const double a = t, b = t - 1.0, c = t - 2.0, d = t - 3.0;
    return (-b * c * d * T[first] + 3.0 * a * c * d * T[first + 1] - 3.0 * a * b * d * T[first + 2] +
            a * b * c * T[first + 3]) /
           6.0;
  }
  // A node's own value also beside one that was not reached.
  return part == 0.0 ? T[k] : part == 1.0 ? T[k + 1] : (1.0 - part) * T[k] + part * T[k + 1];
}

std::vector<double> crossings(const std::vector<double>& T, double h, double level) {
  std::vector<double> depths;
  for (std::size_t k = 0; k + 1 < T.size(); ++k) {
    if ((T[k] > level) == (T[k + 1] > level) || !std::isfinite(T[k]) || !std::isfinite(T[k + 1])) continue;
    // The cubic has the nodes' own values at both ends, so bisection holds on to the root.
    double low = 0.0, high = 1.0;
    for (int q = 0; q < 30; ++q) {
      const double middle = 0.5 * (low + high);
      ((cubic_between(T, k, middle) > level) == (T[k] > level) ? low : high) = middle;
    }
    depths.push_back((static_cast<double>(k) + 0.5 * (low + high)) * h);
  }
  return depths;
}

std::vector<double> nodes_of(const Field<float>& field, int i, int j) {
  std::vector<double> values(static_cast<std::size_t>(field.shape()[2]));
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = static_cast<double>(field(i, j, static_cast<int>(k)));
  return values;
}

double value_at(const std::vector<double>& nodes, double h, double depth) {
  const double at = depth / h;
  const std::size_t k = std::min(static_cast<std::size_t>(at), nodes.size() - 2);
  return cubic_between(nodes, k, at - static_cast<double>(k));
}

// A column of the grid in all fields of a layering.
class Column {
 public:
  Column(const Grid3& grid, const Layering& layering, int i, int j) : h_(grid.h[2]) {
    add(layering.arrival, i, j);
    for (const CutSurface& cut : layering.cuts) {
      add(cut.height, i, j);
      if (!cut.flat.empty()) add(cut.flat, i, j);
    }
  }

  double value(const Field<float>& field, double depth) const { return value_at(of(field), h_, depth); }
  int layer_at(const Layering& layering, double depth) const {
    return layering.layer_at([&](const Field<float>& field) { return value(field, depth); });
  }
  std::vector<double> crossings(const Field<float>& field, double level) const {
    return foldwave::crossings(of(field), h_, level);
  }

 private:
  void add(const Field<float>& field, int i, int j) { fields_.emplace_back(&field, nodes_of(field, i, j)); }
  const std::vector<double>& of(const Field<float>& field) const {
    return std::find_if(fields_.begin(), fields_.end(), [&](const auto& f) { return f.first == &field; })
        ->second;
  }

  double h_;
  std::vector<std::pair<const Field<float>*, std::vector<double>>> fields_;
};

}  // namespace

std::vector<double> column_crossings(const Grid3& grid, const LayerBoundary& boundary, int i, int j) {
  std::vector<double> depths = crossings(nodes_of(*boundary.field, i, j), grid.h[2], boundary.level);
  for (const FieldClip& clip : boundary.clips) {
    if (depths.empty()) break;
    const std::vector<double> nodes = nodes_of(*clip.field, i, j);
    std::erase_if(depths,
                  [&](double depth) { return (value_at(nodes, grid.h[2], depth) > 0.0) != clip.above; });
  }
  return depths;
}

std::vector<ThicknessMap> thickness_maps(const Grid3& grid, const Layering& layering, const Job& job) {
  const auto columns = static_cast<std::size_t>(grid.n[0]) * static_cast<std::size_t>(grid.n[1]);
  const std::vector<float> none(columns, std::numeric_limits<float>::quiet_NaN());
  const auto layers = static_cast<std::size_t>(layering.count());
  std::vector<ThicknessMap> maps(layers, ThicknessMap{none, none});
  const std::vector<LayerBoundary> boundaries = layering.boundaries();
  const double depth = grid.extent().z;
  std::atomic<bool> stopped{false};
#pragma omp parallel for schedule(dynamic, 16)
  for (std::ptrdiff_t m = 0; m < static_cast<std::ptrdiff_t>(columns); ++m) {
    if (stopped || job.stop.stop_requested()) {
      stopped = true;
      continue;
    }
    const int i = static_cast<int>(m % grid.n[0]), j = static_cast<int>(m / grid.n[0]);
    const Column column(grid, layering, i, j);
    std::vector<double> ends{0.0, depth};
    for (const LayerBoundary& boundary : boundaries)
      for (const double at : column.crossings(*boundary.field, boundary.level))
        ends.push_back(at);
    std::sort(ends.begin(), ends.end());
    std::vector<double> length(layers, 0.0);
    for (std::size_t e = 1; e < ends.size(); ++e)
      if (ends[e] > ends[e - 1])
        length[static_cast<std::size_t>(column.layer_at(layering, 0.5 * (ends[e - 1] + ends[e])))] +=
            ends[e] - ends[e - 1];
    const auto first = static_cast<std::size_t>(column.layer_at(layering, 0.0));
    const auto last = static_cast<std::size_t>(column.layer_at(layering, depth));
    for (std::size_t b = first + 1; b < last; ++b) {
      if (!(length[b] > 0.0)) continue;
      maps[b].vertical[static_cast<std::size_t>(m)] = static_cast<float>(length[b]);
      const LayerBoundary &top = boundaries[b - 1], &base = boundaries[b];
      if (top.field != base.field) continue;
      std::vector<double> places = column.crossings(*top.field, 0.5 * (top.level + base.level));
      std::erase_if(places, [&](double at) { return column.layer_at(layering, at) != static_cast<int>(b); });
      if (places.empty()) continue;
      Vec3 place = grid.local(i, j, 0);
      place.z = places.front();
      if (const auto jet = ArrivalProbe(grid, *top.field).at(place))
        maps[b].orthogonal[static_cast<std::size_t>(m)] =
            static_cast<float>((top.level - base.level) / norm(jet->gradient));
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
