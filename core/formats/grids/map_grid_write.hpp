// A surface over a map grid as text grids that surface_grid.hpp and map_grid.hpp read again: ZMAP+, column by
// column from west to east, each from north to south; and Irap classic, row by row from south to north. What
// is not a number is written as the format's null value. Shapes and units: values x fastest from the
// south-western node, in the caller's unit of length, elevation up; at least 2 x 2 nodes. Numbers are written
// so that reading gives the same doubles. The file is whole or not there. Errors: InputError for a grid or a
// surface that is none; those of atomic_file.hpp; Stopped.
#pragma once

#include "core/formats/grids/cps3_write.hpp"

namespace foldwave {

void write_zmap(const std::filesystem::path& path, const std::string& title, const MapGrid& grid,
                std::span<const double> elevation, const Job& job = {});
void write_irap(const std::filesystem::path& path, const MapGrid& grid, std::span<const double> elevation,
                const Job& job = {});

}  // namespace foldwave
