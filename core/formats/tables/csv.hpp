// Picks in a table of text: columns parted by commas, semicolons, tabs or blanks, with or without a line of
// names. Read: fields in double quotes, LF or CRLF, '#' and '!' lines as comments; ',' as the decimal sign
// where semicolons or tabs part the columns. Columns for x, y and z are found by their names, or given by
// name or by number from 1; without names they are the first three. Rows without a value (an empty field,
// NaN, 1e30 and more, -999.25 as z) are skipped and counted. Errors: InputError naming file, line and what
// was found: no table, a column that is not there, geographic coordinates, decimal commas between commas, a
// row with fewer columns, a field that is no number, a condition that no row fulfils (row_filter.hpp).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"
#include "core/formats/horizon_picks.hpp"

namespace foldwave {

using ColumnChoice = std::array<std::string, 3>;  // for x, y, z: a name, or a number from 1; empty: find it

struct TableLayout {
  char separator = ' ';            // ',', ';', a tab, or ' ' for any blanks
  std::vector<std::string> names;  // empty: the table has none
  std::size_t width = 0;           // columns of the first row of numbers
  std::string above;               // the last line of words before that row
  std::int64_t header_lines = 0;   // before that row
};

// From the start of a text; nothing when no line holds three numbers.
std::optional<TableLayout> table_layout(std::string_view start);

// `where`: which rows are read, as row_filter.hpp has it; empty: all.
HorizonPicks parse_csv(std::string_view text, const std::string& name, const ColumnChoice& columns = {},
                       const Job& job = {}, std::string_view where = {});

}  // namespace foldwave
