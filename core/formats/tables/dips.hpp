// Orientations of a surface measured at places, from a table of text (number_table.hpp), columns found by
// their names:
//
//   x, y          as csv.hpp finds them
//   dip           with "dip azimuth", "dip direction", "azimuth" or "trend" (of the steepest way down), or
//   with
//                 "strike" by the right-hand rule: the surface dips to the right of it
//   nx, ny, nz    or gx, gy, gz: a normal of any length and either sense, z up
//
// Shapes and units: one a row, in file order; x and y in the file's unit, degrees clockwise from the y axis.
// Errors: InputError naming file, line and remedy: no such columns, a dip that is none or is steeper than
// 85 degrees (a surface with one depth a place cannot follow it), degrees of longitude.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/units.hpp"

namespace foldwave {

inline constexpr double steepest_dip = 85.0;

struct Dip {
  double x = 0.0, y = 0.0;
  double dip = 0.0, direction = 0.0;  // azimuth of the steepest way down, 0 to 360
};

struct Dips {
  std::vector<Dip> at;
  std::int64_t skipped = 0, filtered = 0;  // rows without a value; rows that `where` left out
  std::optional<Unit> xy_unit;
};

// `where`: which rows are meant, as row_filter.hpp has it; empty: all.
Dips parse_dips(std::string_view text, const std::string& name, std::string_view where = {},
                const Job& job = {});
Dips read_dips(const std::filesystem::path& path, std::string_view where = {}, const Job& job = {});

}  // namespace foldwave
