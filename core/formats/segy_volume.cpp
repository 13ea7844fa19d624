#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "core/formats/scalar_volume.hpp"

namespace foldwave {

namespace {

struct MapPoint {
  double x, y;
};

// Coordinates along one axis, each once, ascending.
std::vector<double> distinct(std::vector<double> values, double tolerance) {
  std::sort(values.begin(), values.end());
  std::vector<double> kept;
  for (const double v : values)
    if (kept.empty() || v - kept.back() > tolerance) kept.push_back(v);
  return kept;
}

bool is_even(const std::vector<double>& values) {
  if (values.size() < 3) return true;
  const double step = (values.back() - values.front()) / static_cast<double>(values.size() - 1);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::abs(values[i] - values.front() - static_cast<double>(i) * step) > 0.05 * step) return false;
  return true;
}

std::vector<MapPoint> positions(const SegyFile& file, std::vector<std::string>& assumed) {
  std::vector<MapPoint> at;
  const bool by_cdp = std::any_of(file.geometry.begin(), file.geometry.end(),
                                  [](const SegyTrace& t) { return t.cdp_x != 0.0 || t.cdp_y != 0.0; });
  for (const SegyTrace& t : file.geometry)
    at.push_back(by_cdp ? MapPoint{t.cdp_x, t.cdp_y}
                        : MapPoint{0.5 * (t.source.x + t.receiver.x), 0.5 * (t.source.y + t.receiver.y)});
  assumed.emplace_back(by_cdp ? "the traces lie at their CDP coordinates"
                              : "the traces lie midway between source and receiver");
  return at;
}

// Which trace is the column at (i, j) of the grid, that is placed by the way.
using Columns = std::vector<std::size_t>;

Columns columns_by_headers(const SegyFile& file, Grid3& grid, const std::string& name,
                           std::vector<std::string>& assumed) {
  const std::vector<MapPoint> at = positions(file, assumed);
  const auto unusable = [&](const std::string& why) {
    throw InputError(name, "the coordinates in its headers " + why,
                     "give nodes and spacing, or, for a line, spacing alone");
  };
  std::array<std::vector<double>, 2> all;
  for (const MapPoint& p : at) {
    if (!(std::abs(p.x) < 1e12 && std::abs(p.y) < 1e12)) unusable("are beyond all maps");
    all[0].push_back(p.x);
    all[1].push_back(p.y);
  }
  double reach = 0.0;
  for (const auto& axis : all) {
    const auto [low, high] = std::minmax_element(axis.begin(), axis.end());
    reach = std::max(reach, *high - *low);
  }
  const double tolerance = 0.02 * reach / static_cast<double>(at.size());
  std::array<std::vector<double>, 2> lines;
  for (std::size_t a = 0; a < 2; ++a)
    lines[a] = distinct(all[a], tolerance);
  if (at.size() > 1 && !(reach > 0.0)) unusable("are the same in all traces");
  if (static_cast<double>(lines[0].size()) * static_cast<double>(lines[1].size()) !=
          static_cast<double>(at.size()) ||
      !is_even(lines[0]) || !is_even(lines[1]))
    unusable("are no lattice along x and y");

  for (std::size_t a = 0; a < 2; ++a) {
    grid.n[a] = static_cast<int>(lines[a].size());
    grid.origin[static_cast<int>(a)] = lines[a].front();
    if (grid.n[a] > 1) grid.h[a] = (lines[a].back() - lines[a].front()) / (grid.n[a] - 1);
  }
  for (std::size_t a = 0; a < 2; ++a)
    if (grid.n[a] == 1) grid.h[a] = grid.h[1 - a];
  Columns columns(at.size(), at.size());
  for (std::size_t t = 0; t < at.size(); ++t) {
    const auto node = [&](double x, std::size_t a) {
      return static_cast<std::size_t>(std::lround((x - lines[a].front()) / grid.h[a]));
    };
    std::size_t& column = columns.at(node(at[t].x, 0) + lines[0].size() * node(at[t].y, 1));
    if (column != at.size()) unusable("hold one place twice");
    column = t;
  }
  return columns;
}

Columns columns_by_layout(const SegyFile& file, const VolumeLayout& layout, Grid3& grid,
                          const std::string& name) {
  const auto traces = static_cast<double>(file.geometry.size());
  std::array<int, 3> n = layout.nodes;
  if (n == VolumeLayout{}.nodes) n = {static_cast<int>(file.geometry.size()), 1, file.samples};
  if (static_cast<double>(n[0]) * n[1] != traces || n[2] != file.samples)
    throw InputError(name,
                     "holds " + number_text(traces, 12) + " traces of " + std::to_string(file.samples) +
                         " samples, not " + std::to_string(n[0]) + " x " + std::to_string(n[1]) + " of " +
                         std::to_string(n[2]),
                     "correct the nodes");
  const std::string axes = layout.axes.empty() ? "zxy" : layout.axes;
  if (axes != "zxy" && axes != "zyx")
    throw InputError(name, "its axes cannot be \"" + axes + "\": samples run down",
                     "give \"zxy\" where traces follow each other along x, or \"zyx\"");
  grid.n = n;
  grid.h = layout.spacing;
  grid.origin = layout.origin;
  const bool along_y = axes == "zyx";
  Columns columns(file.geometry.size());
  for (std::size_t t = 0; t < columns.size(); ++t) {
    const auto nx = static_cast<std::size_t>(n[0]), ny = static_cast<std::size_t>(n[1]);
    columns[along_y ? t / ny + nx * (t % ny) : t] = t;
  }
  return columns;
}

}  // namespace

ScalarVolume segy_volume(const SegyFile& file, const VolumeLayout& layout, const std::string& name,
                         const Job& job) {
  ScalarVolume volume;
  volume.warnings = file.warnings;
  Grid3& grid = volume.grid;
  Columns columns;
  const bool placed = layout.spacing != VolumeLayout{}.spacing;
  if (placed) {
    columns = columns_by_layout(file, layout, grid, name);
  } else {
    if (layout.nodes != VolumeLayout{}.nodes)
      throw InputError(name, "nodes are given, but no spacing", "give both, or neither");
    columns = columns_by_headers(file, grid, name, volume.assumed);
    grid.n[2] = file.samples;
    grid.h[2] = 1000.0 * file.dt;
    grid.origin.z = 1000.0 * file.delay;
    volume.assumed.push_back("samples are " + number_text(grid.h[2], 6) +
                             " m apart, their interval taken as metres times 1000");
  }
  volume.values = Field<float>(grid.n);
  for (int j = 0; j < grid.n[1]; ++j) {
    job.throw_if_stopped();
    for (int i = 0; i < grid.n[0]; ++i) {
      const float* const trace =
          file.traces.data() + columns[static_cast<std::size_t>(i) +
                                       static_cast<std::size_t>(grid.n[0]) * static_cast<std::size_t>(j)] *
                                   static_cast<std::size_t>(file.samples);
      for (int k = 0; k < grid.n[2]; ++k)
        volume.values(i, j, k) = trace[k];
    }
  }
  return volume;
}

}  // namespace foldwave
