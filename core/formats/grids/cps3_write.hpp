// A surface over a map grid as a CPS-3 text grid (surface_grid.hpp reads it): one elevation a node, column by
// column from west to east, each from north to south; what is not a number is written as the header's null
// value. Shapes and units: values x fastest from the south-western node, metres, elevation up; at least 2 x 2
// nodes. Numbers are written so that reading gives the same doubles. The file is whole or not there.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>

#include "core/base/progress.hpp"

namespace foldwave {

struct MapGrid {
  std::array<int, 2> n{2, 2};
  std::array<double, 2> origin{}, step{1.0, 1.0};
};

void write_cps3(const std::filesystem::path& path, const std::string& title, const MapGrid& grid,
                std::span<const double> elevation, const Job& job = {});

}  // namespace foldwave
