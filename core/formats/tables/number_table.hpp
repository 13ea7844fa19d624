// Named columns of numbers out of a table of text, for readers that want others than x, y and z: separators,
// names, quotes, remarks and decimal commas are those of csv.hpp, conditions those of row_filter.hpp. Shapes:
// row after row, a value for each wanted column, in the order of the wish. A row in which a wanted field is
// empty, no finite number or of 1e30 and more, or -999.25, is skipped and counted. Errors: InputError naming
// file, line and what was found: no table, a column that is not there, a row with fewer columns, a field that
// is no number, a condition that no row fulfils.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"

namespace foldwave {

struct NumberTable {
  std::vector<double> values;
  std::vector<std::int64_t> lines;  // of each row, from 1
  std::size_t width = 0;
  std::int64_t skipped = 0, filtered = 0;
  std::string header;  // the lines before the first row, parted by '\n'

  std::size_t rows() const { return lines.size(); }
  std::span<const double> row(std::size_t i) const { return {values.data() + i * width, width}; }
};

// Chooses by the names of the columns (empty: the table has none) which are read, from 0.
using ColumnWish = std::function<std::vector<int>(const std::vector<std::string>& names)>;

NumberTable parse_number_table(std::string_view text, const std::string& name, const char* kind,
                               const ColumnWish& wish, const Job& job = {}, std::string_view where = {});

// "MD, Inclination, Azimuth", for a message; cut where it is long.
std::string column_list(const std::vector<std::string>& names);

}  // namespace foldwave
