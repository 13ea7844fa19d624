// Volumes in every kind of file for the tests of the tools.
#pragma once

#include <QTemporaryDir>

#include "core/volume/tools/volume_input.hpp"
#include "tests/core/volume/store/store_test_help.hpp"

namespace foldwave::test {

// All values of a volume, by boxes that cut its bricks.
inline std::vector<float> values_of(const VolumeInput& source) {
  const std::array<int, 3> n = source.grid().n;
  std::vector<float> all(static_cast<std::size_t>(source.grid().size()));
  for (int k = 0; k < n[2]; k += 5) {
    const NodeBox box{{0, 0, k}, {n[0], n[1], std::min(5, n[2] - k)}};
    const auto from = static_cast<std::size_t>(Index{1} * n[0] * n[1] * k);
    const auto damaged =
        source.read(box, std::span(all).subspan(from, static_cast<std::size_t>(box.size())), {});
    if (!damaged.empty()) qFatal("a brick is damaged");
  }
  return all;
}

inline void put_floats(const std::filesystem::path& path, std::span<const float> values) {
  put_bytes(path, QByteArray(reinterpret_cast<const char*>(values.data()), qsizetype(values.size_bytes())));
}

inline VolumeChoice laid_out(const std::array<int, 3>& n, const std::string& axes = {}) {
  const Grid3 grid = map_grid(n);
  VolumeChoice choice;
  choice.layout.nodes = n;
  choice.layout.spacing = grid.h;
  choice.layout.origin = grid.origin;
  choice.layout.axes = axes;
  return choice;
}

}  // namespace foldwave::test
