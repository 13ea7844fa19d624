#include "core/formats/grids/cps3_write.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave {

namespace {

constexpr double null_value = 1e30;
constexpr int values_a_line = 5;

void append(std::string& line, double value) {
  std::array<char, 32> text{};
  line.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
}

}  // namespace

void write_cps3(const std::filesystem::path& path, const std::string& title, const MapGrid& grid,
                std::span<const double> elevation, const Job& job) {
  const auto [nx, ny] = grid.n;
  if (nx < 2 || ny < 2)
    throw InputError(
        path.string(),
        "a CPS-3 grid has at least 2 x 2 nodes, this one " + std::to_string(nx) + " x " + std::to_string(ny),
        "write .xyz, .vtp or .ts");
  double low = null_value, high = -null_value;
  for (const double z : elevation)
    if (std::isfinite(z)) low = std::min(low, z), high = std::max(high, z);
  if (low > high)
    throw InputError(path.string(), "the surface has no value at any node", "choose another one");
  std::string name = title;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < 0x20; }, ' ');

  std::string text = "FSASCI 0 1 \"Computed\" 0 1E30 0\nFSATTR 0 0\nFSLIMI";
  for (const double limit : {grid.origin[0], grid.origin[0] + (nx - 1) * grid.step[0], grid.origin[1],
                             grid.origin[1] + (ny - 1) * grid.step[1], low, high}) {
    text += ' ';
    append(text, limit);
  }
  text += "\nFSNROW " + std::to_string(ny) + ' ' + std::to_string(nx) + "\nFSXINC ";
  append(text, grid.step[0]);
  text += ' ';
  append(text, grid.step[1]);
  text += "\n->" + name + '\n';

  AtomicFile file(path);
  file.write(text);
  for (int i = 0; i < nx; ++i) {
    job.throw_if_stopped();
    text.clear();
    for (int row = 0; row < ny; ++row) {
      const double z = elevation[static_cast<std::size_t>(i) +
                                 static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny - 1 - row)];
      append(text, std::isfinite(z) ? z : null_value);
      text += (row + 1) % values_a_line == 0 || row + 1 == ny ? '\n' : ' ';
    }
    file.write(text);
  }
  file.commit();
}

}  // namespace foldwave
