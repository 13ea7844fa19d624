// What the name of a column says: "Easting [m]" is x in metres, "TVDSS(ft)" a depth in feet, "twt_ms" a
// two-way time. Case does not matter. A name that says nothing has axis -1.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.hpp"

namespace foldwave {

struct ColumnMeaning {
  int axis = -1;  // 0 x, 1 y, 2 z
  std::optional<Unit> unit;
  std::optional<VerticalSense> sense;
  bool is_degrees = false;  // longitude, latitude
};

ColumnMeaning meaning_of_column(std::string_view name);
std::string column_stem(std::string_view name);  // its letters in lower case, without the unit behind them
std::optional<Unit> column_unit(std::string_view name);
std::optional<Unit> unit_called(std::string_view word);  // "m", "ftUS", "msec", ...

// The names in a line of a header: parted by `separator`, or by blanks where that is ' '; a unit in brackets
// stays with its name, quotes and a leading '#' or '!' go.
std::vector<std::string> names_in(std::string_view line, char separator);

// Where the names put x, y and z (from 0; -1: nowhere), and what they say of unit and sense.
struct NamedColumns {
  int at[3] = {-1, -1, -1};
  std::optional<Unit> xy_unit, z_unit;
  std::optional<VerticalSense> sense;
  std::string degrees;  // the name of a column of geographic coordinates
  bool complete() const { return at[0] >= 0 && at[1] >= 0 && at[2] >= 0; }
};
NamedColumns find_columns(const std::vector<std::string>& names);

// What a header's remarks say: "# Unit in X and Y direction: m", "# Unit in depth: ft", "# vertical_unit=ms".
struct StatedUnits {
  std::optional<Unit> xy, z;
};
StatedUnits units_in_remarks(std::string_view header);

}  // namespace foldwave
