#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/text.hpp"
#include "core/formats/volumes/scalar_volume.hpp"

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

// A lattice of inline and crossline numbers, both ascending in equal steps.
struct Numbers {
  std::array<std::vector<double>, 2> lines;  // crosslines, inlines
  std::array<double, 2> step{1.0, 1.0};

  std::size_t node(const SegyTrace& t, std::size_t a) const {
    const double line = a == 0 ? t.crossline_number : t.inline_number;
    return static_cast<std::size_t>(std::lround((line - lines[a].front()) / step[a]));
  }
};

Numbers numbers_of(const SegyFile& file, const std::string& name) {
  Numbers numbers;
  std::array<std::vector<double>, 2> all;
  for (const SegyTrace& t : file.geometry) {
    all[0].push_back(t.crossline_number);
    all[1].push_back(t.inline_number);
  }
  const auto traces = static_cast<double>(file.geometry.size());
  const std::string remedy = "give nodes and spacing, or pad and sort the file to a full lattice";
  for (std::size_t a = 0; a < 2; ++a) {
    auto& lines = numbers.lines[a];
    lines = distinct(std::move(all[a]), 0.5);
    const auto n = static_cast<double>(lines.size());
    if (n > 1) numbers.step[a] = (lines.back() - lines.front()) / (n - 1);
    if (!is_even(lines))
      throw InputError(
          name, std::string("its ") + (a == 0 ? "crossline" : "inline") + " numbers do not step evenly",
          remedy);
  }
  const double places =
      static_cast<double>(numbers.lines[0].size()) * static_cast<double>(numbers.lines[1].size());
  if (places != traces)
    throw InputError(name,
                     "neither its coordinates nor its numbers are a full lattice: " +
                         std::to_string(numbers.lines[1].size()) + " inlines by " +
                         std::to_string(numbers.lines[0].size()) + " crosslines are " +
                         number_text(places, 15) + " places for " + number_text(traces, 15) + " traces",
                     remedy);
  return numbers;
}

// The lattice that numbers and coordinates make together.
std::optional<SegyLattice> lattice_of(const SegyFile& file) {
  std::vector<std::string> unused;
  const std::vector<MapPoint> at = positions(file, unused);
  std::vector<NumberedPlace> places;
  places.reserve(at.size());
  for (std::size_t t = 0; t < at.size(); ++t)
    places.push_back({static_cast<double>(file.geometry[t].inline_number),
                      static_cast<double>(file.geometry[t].crossline_number),
                      {at[t].x, at[t].y}});
  return fit_lattice(places);
}

// How the lattice lies on the map, in words.
std::string lattice_words(const SegyLattice& lattice, bool is_slanted) {
  const double degrees =
      std::atan2(lattice.crossline_step.y, lattice.crossline_step.x) * 180.0 / std::numbers::pi;
  return "its crosslines run " + number_text(degrees, 3) + " degrees north of east on the map" +
         (is_slanted ? ", at " + number_text(lattice.angle(), 3) + " degrees to its inlines" : "") +
         "; here they are laid along x from the first trace's place" +
         (is_slanted ? ", inlines at right angles to them" : "");
}

// Places the traces by their numbers; the grid's spacing is the layout's, where it has one.
SegyPlacing placed_by_numbers(const SegyFile& file, const VolumeLayout& layout, const std::string& name) {
  const Numbers numbers = numbers_of(file, name);
  const std::size_t nx = numbers.lines[0].size(), ny = numbers.lines[1].size();
  SegyPlacing placing;
  placing.columns.assign(nx * ny, file.geometry.size());
  for (std::size_t t = 0; t < file.geometry.size(); ++t) {
    std::size_t& column =
        placing.columns.at(numbers.node(file.geometry[t], 0) + nx * numbers.node(file.geometry[t], 1));
    if (column != file.geometry.size())
      throw InputError(name, "two of its traces have one inline and crossline", "take one of them out");
    column = t;
  }
  Grid3& grid = placing.grid;
  grid.n = {static_cast<int>(nx), static_cast<int>(ny), file.samples};
  placing.lattice = lattice_of(file);
  const SegyLattice lattice = placing.lattice.value_or(SegyLattice{});
  const MapStep &across = lattice.crossline_step, &up = lattice.inline_step;
  const bool mirrored = across.x * up.y - across.y * up.x < 0.0;
  std::size_t first = placing.columns[0];
  if (mirrored) {
    std::vector<std::size_t> turned;
    for (std::size_t j = ny; j-- > 0;)
      for (std::size_t i = 0; i < nx; ++i)
        turned.push_back(placing.columns[i + nx * j]);
    first = turned[0];
    placing.columns = std::move(turned);
  }
  placing.assumed.push_back("the traces lie by their numbers: " + std::to_string(ny) + " inlines along y, " +
                            std::to_string(nx) + " crosslines along x" +
                            (mirrored ? ", inlines counted down" : ""));
  if (layout.spacing != VolumeLayout{}.spacing) {
    grid.h = layout.spacing;
    grid.origin = layout.origin;
    return placing;
  }
  const double hx = numbers.step[0] * std::hypot(across.x, across.y);
  const double hy = numbers.step[1] * std::hypot(up.x, up.y);
  constexpr double most_beside = 0.05, most_slant = 0.02;  // of the longer step; of a right angle's cosine
  const bool follows = placing.lattice && lattice.misfit <= most_beside * std::max(hx, hy);
  if (!follows || (nx > 1 && !(hx > 0.0)) || (ny > 1 && !(hy > 0.0)) || !(std::max(hx, hy) > 0.0))
    throw InputError(name,
                     "its coordinates do not follow its inlines and crosslines: a trace lies " +
                         number_text(lattice.misfit, 4) + " m beside its place",
                     "give the spacing, or the bytes that hold coordinates and numbers");
  grid.h[0] = nx > 1 ? hx : hy;
  grid.h[1] = ny > 1 ? hy : hx;
  std::vector<std::string> unused;
  const MapPoint begin = positions(file, unused)[first];
  grid.origin = {begin.x, begin.y, 0.0};
  const double cosine = std::abs(across.x * up.x + across.y * up.y);
  const bool is_slanted = cosine > most_slant * std::hypot(across.x, across.y) * std::hypot(up.x, up.y);
  placing.assumed.push_back(lattice_words(lattice, is_slanted));
  return placing;
}

void place_samples(const SegyFile& file, SegyPlacing& placing) {
  placing.grid.n[2] = file.samples;
  placing.grid.h[2] = 1000.0 * file.unit * file.dt;
  placing.grid.origin.z = 1000.0 * file.unit * file.delay;
  placing.assumed.push_back("samples are " + number_text(placing.grid.h[2], 6) +
                            " m apart, their interval taken as " +
                            (file.unit == 1.0 ? "metres" : "the headers' feet") + " times 1000");
}

}  // namespace

SegyPlacing place_segy(const SegyFile& file, const VolumeLayout& layout, const std::string& name,
                       bool by_numbers) {
  SegyPlacing placing;
  const bool has_nodes = layout.nodes != VolumeLayout{}.nodes;
  if (layout.spacing != VolumeLayout{}.spacing) {
    const auto& geometry = file.geometry;
    const bool numbered =
        std::ranges::any_of(geometry, [&](const SegyTrace& t) { return t.inline_number != 0; }) &&
        std::ranges::any_of(geometry, [&](const SegyTrace& t) { return t.crossline_number != 0; });
    if (by_numbers && !has_nodes && numbered) return placed_by_numbers(file, layout, name);
    placing.columns = columns_by_layout(file, layout, placing.grid, name);
    return placing;
  }
  if (has_nodes) throw InputError(name, "nodes are given, but no spacing", "give both, or neither");
  try {
    placing.columns = columns_by_headers(file, placing.grid, name, placing.assumed);
  } catch (const InputError&) {
    if (!by_numbers) throw;
    placing = placed_by_numbers(file, layout, name);
  }
  place_samples(file, placing);
  return placing;
}

ScalarVolume segy_volume(const SegyFile& file, const VolumeLayout& layout, const std::string& name,
                         const Job& job, bool by_numbers) {
  ScalarVolume volume;
  volume.warnings = file.warnings;
  SegyPlacing placing = place_segy(file, layout, name, by_numbers);
  volume.assumed = std::move(placing.assumed);
  const Grid3& grid = volume.grid = placing.grid;
  volume.values = Field<float>(grid.n);
  for (int j = 0; j < grid.n[1]; ++j) {
    job.throw_if_stopped();
    for (int i = 0; i < grid.n[0]; ++i) {
      const float* const trace =
          file.traces.data() +
          placing.columns[static_cast<std::size_t>(i) +
                          static_cast<std::size_t>(grid.n[0]) * static_cast<std::size_t>(j)] *
              static_cast<std::size_t>(file.samples);
      for (int k = 0; k < grid.n[2]; ++k)
        volume.values(i, j, k) = trace[k];
    }
  }
  return volume;
}

}  // namespace foldwave
