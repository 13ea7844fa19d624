#include "core/formats/tables/csv.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <new>

#include "core/base/error.hpp"
#include "core/formats/column_names.hpp"
#include "core/formats/tables/number_table.hpp"
#include "core/formats/tables/row_filter.hpp"
#include "core/formats/tables/table_fields.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

constexpr const char* kind = "a table of text with columns for x, y and z";

struct Counts {
  std::size_t fields = 0, numbers = 0;
};
Counts count_fields(std::string_view line, char separator) {
  Counts counts;
  TableFields fields(line, separator);
  double value = 0.0;
  for (std::string_view field; fields.next(field); ++counts.fields)
    if (cell_of(field, may_have_decimal_commas(separator), value) == TableCell::number) ++counts.numbers;
  return counts;
}

// x,y,z with decimal commas between commas: six columns of whole numbers, the second of each pair a fraction.
bool commas_twice(std::string_view line, std::size_t names) {
  const Counts counts = count_fields(line, ',');
  if (counts.numbers != counts.fields || line.find('.') != std::string_view::npos) return false;
  if (names > 0) return counts.fields == 2 * names;
  if (counts.fields != 6) return false;
  TableFields fields(line, ',');
  std::string_view whole, part;
  while (fields.next(whole) && fields.next(part))
    if (part.empty() || part.size() > 3 || part.find_first_not_of("0123456789") != std::string_view::npos)
      return false;
  return true;
}

class TableReader {
 public:
  TableReader(std::string_view text, const std::string& name, const ColumnChoice& columns,
              std::string_view where, const Job& job)
      : lines_(text, name, kind, job), name_(name) {
    const auto layout = table_layout(text);
    if (!layout)
      throw InputError(name, "has no row with three numbers in its first lines",
                       "give a table with columns for x, y and z, and '.' as the decimal sign");
    layout_ = *layout;
    decimal_commas_ = may_have_decimal_commas(layout_.separator);
    choose(columns);
    for (RowCondition& condition : parse_conditions(where)) {
      const int column = index_of(condition.column);
      conditions_.push_back({std::move(condition), column});
      last_condition_ = std::max(last_condition_, column);
    }
  }

  HorizonPicks read() {
    picks_.format = HorizonFormat::csv;
    std::string_view line;
    while (lines_.next(line)) {
      if (lines_.number() <= layout_.header_lines) {
        if (!trimmed(line).empty()) picks_.header += (picks_.header.empty() ? "" : "\n") + std::string(line);
      } else if (!is_table_remark(line)) {
        if (conditions_.empty() || is_wanted(line))
          row(line);
        else
          ++picks_.filtered;
      }
    }
    if (picks_.points.size() < 3 && picks_.filtered > 0)
      throw InputError(name_,
                       "holds " + std::to_string(picks_.points.size()) + " points where " +
                           conditions_.front().condition.column +
                           " is as asked for; that column begins with " + first_values_,
                       "choose rows by a value that is there");
    if (picks_.points.size() < 3)
      throw InputError(name_,
                       "holds " + std::to_string(picks_.points.size()) + " points and " +
                           std::to_string(picks_.skipped) + " rows without a value",
                       "give at least 3 rows x, y, z");
    return std::move(picks_);
  }

 private:
  void choose(const ColumnChoice& given) {
    NamedColumns found = find_columns(layout_.names);
    const bool any_given = std::any_of(given.begin(), given.end(), [](const auto& g) { return !g.empty(); });
    if (!found.degrees.empty() && !any_given)
      throw InputError(name_, "column " + shown(found.degrees) + " holds degrees",
                       "project it to metres (UTM, say), or choose other columns");
    if (layout_.names.empty())
      for (int axis = 0; axis < 3; ++axis)
        found.at[axis] = axis;
    for (int axis = 0; axis < 3; ++axis) {
      const std::string& wish = given[static_cast<std::size_t>(axis)];
      if (!wish.empty()) found.at[axis] = index_of(wish);
      if (found.at[axis] < 0)
        throw InputError(name_,
                         std::string("no column is called ") + "xyz"[axis] + "; there are " + all_names(),
                         "choose the columns for x, y and z");
    }
    if (found.at[0] == found.at[1] || found.at[0] == found.at[2] || found.at[1] == found.at[2])
      throw InputError(name_, "one column is taken twice", "choose three columns for x, y and z");
    std::copy(found.at, found.at + 3, columns_.begin());
    last_ = *std::max_element(columns_.begin(), columns_.end());
    const auto said = [this](int axis) {
      const auto at = static_cast<std::size_t>(columns_[static_cast<std::size_t>(axis)]);
      return at < layout_.names.size() ? meaning_of_column(layout_.names[at]) : ColumnMeaning{};
    };
    picks_.xy_unit = said(0).unit;
    picks_.z_unit = said(2).unit;
    picks_.sense = said(2).sense;
  }

  int index_of(const std::string& wish) const {
    for (std::size_t i = 0; i < layout_.names.size(); ++i)
      if (layout_.names[i] == wish) return static_cast<int>(i);
    int number = 0;
    const char* const end = wish.data() + wish.size();
    const auto [stop, error] = std::from_chars(wish.data(), end, number);
    const auto width = static_cast<int>(std::max(layout_.width, layout_.names.size()));
    if (error == std::errc() && stop == end && number >= 1 && number <= width) return number - 1;
    throw InputError(name_, "has no column " + shown(wish) + "; there are " + all_names(),
                     "choose one of them, by name or by number from 1");
  }

  std::string all_names() const {
    return layout_.names.empty() ? std::to_string(layout_.width) : column_list(layout_.names);
  }

  bool is_wanted(std::string_view line) {
    TableFields fields(line, layout_.separator);
    std::string_view field;
    std::size_t held = 0;
    for (int column = 0; column <= last_condition_ && fields.next(field); ++column)
      for (const ColumnCondition& c : conditions_) {
        if (c.column != column) continue;
        double value = 0.0;
        const bool is_number = cell_of(field, decimal_commas_, value) == TableCell::number;
        const std::string_view word = bare_field(field);
        if (&c == conditions_.data()) remember(word);
        if (holds(c.condition, word, is_number ? std::optional(value) : std::nullopt)) ++held;
      }
    return held == conditions_.size();
  }

  // A few different values of the first condition's column, for who asked for one that is not there.
  void remember(std::string_view word) {
    if (remembered_ == 4 || word == last_value_) return;
    last_value_ = word;
    first_values_ += (remembered_++ == 0 ? "" : ", ") + shown(word);
  }

  void row(std::string_view line) {
    if (layout_.separator == ',' && picks_.points.size() + static_cast<std::size_t>(picks_.skipped) < 8 &&
        commas_twice(line, layout_.names.size()))
      lines_.fail("has decimal commas between commas: " + shown(line),
                  "export with '.' as the decimal sign, or with ';' between the columns");
    Vec3 point;
    bool null = false;
    int got = 0;
    TableFields fields(line, layout_.separator);
    std::string_view field;
    for (int column = 0; column <= last_ && fields.next(field); ++column) {
      if (fields.open_quote())
        lines_.fail("has a quote that does not end: " + shown(line), "close it in its line");
      const auto axis = std::find(columns_.begin(), columns_.end(), column);
      if (axis == columns_.end()) continue;
      ++got;
      double& value = point[static_cast<int>(axis - columns_.begin())];
      switch (cell_of(field, decimal_commas_, value)) {
        case TableCell::number:
          null = null || is_null_value(value);
          watch_decimal_sign(field);
          break;
        case TableCell::empty:
          null = true;
          break;
        case TableCell::word:
          refuse(column, field);
      }
    }
    if (got < 3)
      lines_.fail("ends before column " + std::to_string(last_ + 1) + ": " + shown(line),
                  "give every row all its columns; the file may be cut");
    if (null || point.z == null_depth) {
      ++picks_.skipped;
      return;
    }
    picks_.points.push_back(point);
    if (picks_.points.size() == rows_before_reserve)
      picks_.points.reserve(lines_.foreseen(rows_before_reserve));
  }

  // 1.234 stands for 1234 where 1,5 stands for 1.5.
  void watch_decimal_sign(std::string_view field) {
    if (!decimal_commas_) return;
    commas_ = commas_ || field.find(',') != std::string_view::npos;
    points_ = points_ || field.find('.') != std::string_view::npos;
    if (commas_ && points_)
      lines_.fail("has " + shown(trimmed(field)) + ": the file mixes decimal commas and points",
                  "export with '.' as the decimal sign");
  }

  [[noreturn]] void refuse(int column, std::string_view field) const {
    const std::string place = "column " + std::to_string(column + 1) + " is " + shown(trimmed(field));
    const bool mixed = field.find(',') != std::string_view::npos && field.find('.') != std::string_view::npos;
    if (mixed) lines_.fail(place + ": both ',' and '.'", "export without signs between the thousands");
    if (field.find(',') != std::string_view::npos)
      lines_.fail(place + ": a decimal comma", "export with '.' as the decimal sign");
    lines_.fail(place + ", not a number", "give numbers for x, y and z in each row");
  }

  TextLines lines_;
  const std::string& name_;
  TableLayout layout_;
  struct ColumnCondition {
    RowCondition condition;
    int column = 0;
  };
  std::vector<ColumnCondition> conditions_;
  int last_condition_ = -1;
  std::string first_values_, last_value_;
  int remembered_ = 0;
  std::array<int, 3> columns_{};
  int last_ = 0;
  bool decimal_commas_ = false, commas_ = false, points_ = false;
  HorizonPicks picks_;
};

}  // namespace

namespace {

// A remark is taken for names only when it names x, y and z.
std::vector<std::string> header_names(std::string_view line, char separator) {
  for (const char by : {separator, ' '}) {
    std::vector<std::string> names = names_in(line, by);
    const bool sure = !is_table_remark(line) && by == separator && separator != ' ';
    if (names.size() >= 3 && (sure || find_columns(names).complete() || !find_columns(names).degrees.empty()))
      return names;
  }
  return {};
}

}  // namespace

std::optional<TableLayout> table_layout(std::string_view start) {
  constexpr std::size_t looked_at = 1 << 16;
  start = start.substr(0, looked_at);
  TableLayout layout;
  std::string_view names;
  while (!start.empty()) {
    const std::size_t end = std::min(start.find('\n'), start.size());
    std::string_view line = start.substr(0, end);
    start.remove_prefix(std::min(end + 1, start.size()));
    while (!line.empty() && line.back() == '\r')
      line.remove_suffix(1);
    if (!is_table_remark(line)) {
      for (const char separator : {';', '\t', ',', ' '}) {
        const Counts counts = count_fields(line, separator);
        if (counts.numbers < 3) continue;
        layout.separator = separator;
        layout.width = counts.fields;
        layout.names = header_names(names, separator);
        layout.above = names;
        return layout;
      }
    }
    ++layout.header_lines;
    // A line of signs alone, as some programs draw below the names, is none of them.
    if (std::any_of(line.begin(), line.end(), [](unsigned char c) { return std::isalpha(c) != 0; }))
      names = line;
  }
  return std::nullopt;
}

HorizonPicks parse_csv(std::string_view text, const std::string& name, const ColumnChoice& columns,
                       const Job& job, std::string_view where) {
  try {
    return TableReader(text, name, columns, where, job).read();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(text.size());
  }
}

}  // namespace foldwave
