#include "core/formats/grids/map_grid_write.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave {

namespace {

constexpr double zmap_null = 1e30;
constexpr const char* irap_null = "9999900.000000";
constexpr int zmap_width = 26;  // a double in full, and a blank

void check_map_grid(const std::filesystem::path& path, const MapGrid& grid,
                    std::span<const double> elevation) {
  if (grid.n[0] < 2 || grid.n[1] < 2)
    throw InputError(path.string(),
                     "a map grid has at least 2 x 2 nodes, this one " + std::to_string(grid.n[0]) + " x " +
                         std::to_string(grid.n[1]),
                     "write .xyz, .vtp or .ts");
  if (std::ranges::none_of(elevation, [](double z) { return std::isfinite(z); }))
    throw InputError(path.string(), "the surface has no value at any node", "choose another one");
}

double last_of(const MapGrid& grid, std::size_t axis) {
  return grid.origin[axis] + (grid.n[axis] - 1) * grid.step[axis];
}

double node_value(const MapGrid& grid, std::span<const double> elevation, int i, int j) {
  return elevation[static_cast<std::size_t>(i) +
                   static_cast<std::size_t>(grid.n[0]) * static_cast<std::size_t>(j)];
}

}  // namespace

void write_zmap(const std::filesystem::path& path, const std::string& title, const MapGrid& grid,
                std::span<const double> elevation, const Job& job) {
  check_map_grid(path, grid, elevation);
  std::string name = title;
  // The header's fields are parted by commas.
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == ',' || c == '@'; }, ' ');
  constexpr int values_a_line = 4;
  AtomicFile file(path);
  file.write("! elevation up\n@" + name + ", GRID, " + std::to_string(values_a_line) + "\n" +
             std::to_string(zmap_width) + ", " + exact_text(zmap_null) + ", , 17, 1\n" +
             std::to_string(grid.n[1]) + ", " + std::to_string(grid.n[0]) + ", " +
             exact_text(grid.origin[0]) + ", " + exact_text(last_of(grid, 0)) + ", " +
             exact_text(grid.origin[1]) + ", " + exact_text(last_of(grid, 1)) + "\n0.0, 0.0, 0.0\n@\n");
  for (int i = 0; i < grid.n[0]; ++i) {
    job.throw_if_stopped();
    std::string column;
    for (int row = 0; row < grid.n[1]; ++row) {
      const double z = node_value(grid, elevation, i, grid.n[1] - 1 - row);
      const std::string word = exact_text(std::isfinite(z) ? z : zmap_null);
      column += std::string(static_cast<std::size_t>(zmap_width) - word.size(), ' ') + word;
      if ((row + 1) % values_a_line == 0 || row + 1 == grid.n[1]) column += '\n';
    }
    file.write(column);
  }
  file.commit();
}

void write_irap(const std::filesystem::path& path, const MapGrid& grid, std::span<const double> elevation,
                const Job& job) {
  check_map_grid(path, grid, elevation);
  constexpr int values_a_line = 6;
  AtomicFile file(path);
  file.write("-996 " + std::to_string(grid.n[1]) + " " + exact_text(grid.step[0]) + " " +
             exact_text(grid.step[1]) + "\n" + exact_text(grid.origin[0]) + " " +
             exact_text(last_of(grid, 0)) + " " + exact_text(grid.origin[1]) + " " +
             exact_text(last_of(grid, 1)) + "\n" + std::to_string(grid.n[0]) + " 0 " +
             exact_text(grid.origin[0]) + " " + exact_text(grid.origin[1]) + "\n0 0 0 0 0 0 0\n");
  int on_line = 0;
  for (int j = 0; j < grid.n[1]; ++j) {
    job.throw_if_stopped();
    std::string row;
    for (int i = 0; i < grid.n[0]; ++i) {
      const double z = node_value(grid, elevation, i, j);
      row += std::isfinite(z) ? exact_text(z) : irap_null;
      row += ++on_line % values_a_line == 0 ? '\n' : ' ';
    }
    if (j + 1 == grid.n[1] && on_line % values_a_line != 0) row += '\n';
    file.write(row);
  }
  file.commit();
}

}  // namespace foldwave
