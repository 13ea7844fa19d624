#include "core/formats/horizons/xyz.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <new>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

bool is_separator(char c) {
  return is_blank(c) || c == ',' || c == ';';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c < 0;
}

// One comma inside the digits of a word, in a line whose first words blanks or semicolons part already:
// 1,5 2,5 3,5.
bool has_decimal_comma(std::string_view line) {
  if (line.find(',') == std::string_view::npos) return false;
  bool found = false;
  int words = 0;
  for (std::size_t at = 0; at < line.size() && words < 3;) {
    while (at < line.size() && (is_blank(line[at]) || line[at] == ';'))
      ++at;
    const std::size_t start = at;
    while (at < line.size() && !is_blank(line[at]) && line[at] != ';')
      ++at;
    const std::string_view word = line.substr(start, at - start);
    if (word.empty()) continue;
    ++words;
    const std::size_t comma = word.find(',');
    if (comma == std::string_view::npos || comma == 0 || comma + 1 == word.size()) continue;
    if (std::count(word.begin(), word.end(), ',') == 1 && word.find('.') == std::string_view::npos &&
        is_digit(word[comma - 1]) && is_digit(word[comma + 1]))
      found = true;
  }
  return found && words > 1;
}

enum class Row { point, null, header, comment, blank };

struct RowReader {
  const TextLines& lines;
  bool in_header = true;

  // Takes one number off the front of `rest`; false when the word there is none.
  bool number(std::string_view& rest, double& value) const {
    const char* const end = rest.data() + rest.size();
    const char* start = rest.data();
    if (start != end && *start == '+') ++start;
    const auto [stop, error] = std::from_chars(start, end, value);
    if (error == std::errc::invalid_argument || (stop != end && !is_separator(*stop))) return false;
    if (error == std::errc::result_out_of_range)
      lines.fail(shown({start, static_cast<std::size_t>(stop - start)}) + " is beyond the range of numbers",
                 "write nulls as 1e30, -999.25 or NaN");
    rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
    return true;
  }

  // Steps over blanks and at most one comma or semicolon; two of them enclose an empty column.
  void separator(std::string_view& rest) const {
    bool mark = false;
    while (!rest.empty() && is_separator(rest.front())) {
      if (!is_blank(rest.front())) {
        if (mark) return;
        mark = true;
      }
      rest.remove_prefix(1);
    }
  }

  Row row(std::string_view line, Vec3& point) {
    std::string_view rest = line;
    while (!rest.empty() && is_blank(rest.front()))
      rest.remove_prefix(1);
    if (rest.empty()) return Row::blank;
    const char first = rest.front();
    if (first == '#' || first == '!' || rest.starts_with("->")) return in_header ? Row::header : Row::comment;

    for (int column = 0; column < 3; ++column) {
      if (number(rest, point[column])) {
        separator(rest);
        continue;
      }
      if (column == 0 && in_header && (is_letter(first) || first == '"' || first == '\'')) return Row::header;
      if (rest.empty())
        lines.fail("has " + std::to_string(column) + " of 3 numbers: " + shown(line),
                   "give x, y and z in each row");
      const auto stop = std::find_if(rest.begin(), rest.end(), is_separator);
      if (has_decimal_comma(line)) fail_on_comma(line);
      lines.fail("column " + std::to_string(column + 1) + " is " +
                     shown(rest.substr(0, static_cast<std::size_t>(stop - rest.begin()))) + ", not a number",
                 "give x, y and z in each row");
    }
    if (has_decimal_comma(line)) fail_on_comma(line);
    in_header = false;
    for (int column = 0; column < 3; ++column)
      if (is_null_value(point[column])) return Row::null;
    return point.z == null_depth ? Row::null : Row::point;
  }

  [[noreturn]] void fail_on_comma(std::string_view line) const {
    lines.fail("has decimal commas: " + shown(line), "export with '.' as the decimal sign");
  }
};

}  // namespace

XyzPicks parse_xyz(std::string_view text, const std::string& name, const Job& job) {
  TextLines lines(text, name, "a text file with one row x y z a point", job);
  XyzPicks picks;
  RowReader reader{lines};
  std::string_view line;
  try {
    while (lines.next(line)) {
      Vec3 point;
      switch (reader.row(line, point)) {
        case Row::point:
          picks.points.push_back(point);
          if (picks.points.size() == rows_before_reserve)
            picks.points.reserve(lines.foreseen(rows_before_reserve));
          break;
        case Row::null:
          ++picks.skipped;
          break;
        case Row::header:
          if (!picks.header.empty()) picks.header += '\n';
          picks.header += line;
          break;
        case Row::comment:
        case Row::blank:
          break;
      }
    }
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(picks.points.size() * 2 * sizeof(Vec3));
  }
  if (picks.points.size() < 3)
    throw InputError(
        name,
        "holds " + std::to_string(picks.points.size()) + " points" +
            (picks.skipped > 0 ? " and " + std::to_string(picks.skipped) + " rows without a value" : ""),
        "give at least 3 rows x y z");
  return picks;
}

XyzPicks read_xyz(const std::filesystem::path& path, const Job& job) {
  return parse_xyz(read_whole_file(path, most_bytes::surface, job), path.string(), job);
}

void write_xyz(const std::filesystem::path& path, std::span<const Vec3> points, std::string_view header,
               const Job& job) {
  AtomicFile file(path);
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size());
    if (!header.starts_with('#')) file.write(std::string_view("# "));
    file.write(header.substr(0, end));
    file.write(std::string_view("\n"));
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  std::array<char, 128> row{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    if ((i & 0xfff) == 0) job.throw_if_stopped();
    char* at = row.data();
    char* const end = row.data() + row.size();
    for (int column = 0; column < 3; ++column) {
      at = std::to_chars(at, end - 1, points[i][column]).ptr;
      *at++ = column < 2 ? ' ' : '\n';
    }
    file.write(std::string_view(row.data(), static_cast<std::size_t>(at - row.data())));
  }
  file.commit();
}

}  // namespace foldwave
