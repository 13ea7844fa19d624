#include "core/formats/tables/number_table.hpp"

#include <algorithm>
#include <charconv>
#include <new>
#include <optional>

#include "core/base/error.hpp"
#include "core/formats/column_names.hpp"
#include "core/formats/tables/csv.hpp"
#include "core/formats/tables/row_filter.hpp"
#include "core/formats/tables/table_fields.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

class NumberTableReader {
 public:
  NumberTableReader(std::string_view text, const std::string& name, const char* kind, const ColumnWish& wish,
                    std::string_view where, const Job& job)
      : lines_(text, name, kind, job), name_(name) {
    const auto layout = table_layout(text);
    if (!layout)
      throw InputError(name, "has no row with three numbers in its first lines", std::string("give ") + kind);
    layout_ = *layout;
    // Names that are not of x, y and z, parted by blanks: as many as there are columns.
    if (layout_.names.empty())
      if (std::vector<std::string> names = names_in(layout_.above, layout_.separator);
          names.size() == layout_.width)
        layout_.names = std::move(names);
    comma_ = may_have_decimal_commas(layout_.separator);
    wanted_ = wish(layout_.names);
    table_.width = wanted_.size();
    for (RowCondition& condition : parse_conditions(where)) {
      conditions_.push_back(index_of(condition.column));
      filters_.push_back(std::move(condition));
    }
  }

  NumberTable read() {
    std::string_view line;
    while (lines_.next(line)) {
      if (lines_.number() <= layout_.header_lines) {
        if (!trimmed(line).empty()) table_.header += (table_.header.empty() ? "" : "\n") + std::string(line);
      } else if (!is_table_remark(line)) {
        split(line);
        if (is_wanted())
          take(line);
        else
          ++table_.filtered;
      }
    }
    if (table_.rows() == 0 && table_.filtered > 0)
      throw InputError(name_,
                       "has no row where " + filters_.front().column + " is as asked for; there are " +
                           std::to_string(table_.filtered) + " others",
                       "choose rows by a value that is there");
    return std::move(table_);
  }

 private:
  int index_of(const std::string& column) const {
    const auto found = std::find(layout_.names.begin(), layout_.names.end(), column);
    if (found != layout_.names.end()) return static_cast<int>(found - layout_.names.begin());
    int number = 0;
    const char* const end = column.data() + column.size();
    const auto [stop, error] = std::from_chars(column.data(), end, number);
    const auto width = static_cast<int>(std::max(layout_.width, layout_.names.size()));
    if (error == std::errc() && stop == end && number >= 1 && number <= width) return number - 1;
    throw InputError(name_, "has no column " + shown(column) + "; there are " + column_list(layout_.names),
                     "choose one of them, by name or by number from 1");
  }

  void split(std::string_view line) {
    fields_.clear();
    TableFields fields(line, layout_.separator);
    for (std::string_view field; fields.next(field);)
      fields_.push_back(field);
    if (fields.open_quote())
      lines_.fail("has a quote that does not end: " + shown(line), "close it in its line");
  }

  bool is_wanted() const {
    for (std::size_t i = 0; i < filters_.size(); ++i) {
      const auto at = static_cast<std::size_t>(conditions_[i]);
      const std::string_view field = at < fields_.size() ? fields_[at] : std::string_view();
      double value = 0.0;
      const bool is_number = cell_of(field, comma_, value) == TableCell::number;
      if (!holds(filters_[i], bare_field(field), is_number ? std::optional(value) : std::nullopt))
        return false;
    }
    return true;
  }

  void take(std::string_view line) {
    row_.clear();
    bool null = false;
    for (const int column : wanted_) {
      const auto at = static_cast<std::size_t>(column);
      if (at >= fields_.size())
        lines_.fail("ends before column " + std::to_string(column + 1) + ": " + shown(line),
                    "give every row all its columns; the file may be cut");
      double value = 0.0;
      const TableCell kind = cell_of(fields_[at], comma_, value);
      if (kind == TableCell::word)
        lines_.fail(
            "column " + std::to_string(column + 1) + " is " + shown(trimmed(fields_[at])) + ", not a number",
            "give numbers, with '.' as the decimal sign");
      null = null || kind == TableCell::empty || is_null_value(value) || value == null_depth;
      row_.push_back(value);
    }
    if (null) {
      ++table_.skipped;
      return;
    }
    table_.values.insert(table_.values.end(), row_.begin(), row_.end());
    table_.lines.push_back(lines_.number());
  }

  TextLines lines_;
  const std::string& name_;
  TableLayout layout_;
  std::vector<int> wanted_, conditions_;
  std::vector<RowCondition> filters_;
  std::vector<std::string_view> fields_;
  std::vector<double> row_;
  bool comma_ = false;
  NumberTable table_;
};

}  // namespace

NumberTable parse_number_table(std::string_view text, const std::string& name, const char* kind,
                               const ColumnWish& wish, const Job& job, std::string_view where) {
  try {
    return NumberTableReader(text, name, kind, wish, where, job).read();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(text.size());
  }
}

std::string column_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& n : names) {
    if (text.size() > 120) return text + ", ...";
    const std::string word = shown(n);
    text += (text.empty() ? "" : ", ") + word.substr(1, word.size() - 2);
  }
  return text.empty() ? "no names" : text;
}

}  // namespace foldwave
