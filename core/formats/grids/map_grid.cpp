#include "core/formats/grids/map_grid.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <new>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/grids/node_rows.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

constexpr const char* export_again = "export the grid again, with '.' as the decimal sign";

// Numbers of a text, one after the other, wherever its lines end.
class NumberWords {
 public:
  explicit NumberWords(TextLines& lines) : lines_(lines) {}

  std::optional<std::string_view> word() {
    std::string_view found = next_word(rest_);
    while (found.empty()) {
      if (!lines_.next(rest_)) return std::nullopt;
      found = next_word(rest_);
    }
    return found;
  }
  double number(const char* what) {
    const auto found = word();
    if (!found) lines_.fail(std::string("ends before ") + what, "copy or export it again: the file is cut");
    return number_of(*found, what);
  }
  double number_of(std::string_view found, const char* what) const {
    double value = 0.0;
    if (!::foldwave::whole_number(found, value))
      lines_.fail(shown(found) + " is no number for " + what, export_again);
    return value;
  }
  std::int64_t count(const char* what) { return count_of(number(what), what); }
  std::int64_t count_of(double value, const char* what) const {
    if (!(value >= 1.0 && value <= 1e9 && value == std::floor(value)))
      lines_.fail(number_text(value) + " is no count for " + what, "export the grid again");
    return static_cast<std::int64_t>(value);
  }
  void take_all(NodeRowTaker& nodes) {
    for (auto found = word(); found; found = word())
      nodes.take(number_of(*found, "a node"));
    nodes.finish();
  }

 private:
  TextLines& lines_;
  std::string_view rest_;
};

void check_limit(double limit, double meant, double step, const char* axis, const TextLines& lines) {
  if (!(std::abs(limit - meant) <= 0.5 * step))
    lines.fail(std::string("the largest ") + axis + " is " + number_text(limit, 10) +
                   ", but spacing and count make it " + number_text(meant, 10),
               "export the grid again");
}

HorizonPicks read_irap(std::string_view text, const std::string& name, const Job& job) {
  HorizonPicks picks;
  picks.format = HorizonFormat::irap;
  TextLines lines(text, name, "an Irap classic grid", job);
  NumberWords words(lines);
  NodeRows grid;
  grid.null = 9999900.0;
  if (words.number("its mark") != -996.0) lines.fail("does not begin with -996", "give an Irap classic grid");
  grid.rows = words.count("the rows");
  grid.dx = words.number("the spacing along x");
  grid.dy = words.number("the spacing along y");
  const double x_low = words.number("a limit"), x_high = words.number("a limit");
  const double y_low = words.number("a limit"), y_high = words.number("a limit");
  grid.columns = words.count("the columns");
  grid.rotation = words.number("the rotation");
  grid.x0 = words.number("the place that it is turned about");
  grid.y0 = words.number("the place that it is turned about");
  for (int i = 0; i < 7; ++i)
    words.number("its fourth line");
  check_limit(x_high, x_low + grid.dx * static_cast<double>(grid.columns - 1), grid.dx, "x", lines);
  check_limit(y_high, y_low + grid.dy * static_cast<double>(grid.rows - 1), grid.dy, "y", lines);
  NodeRowTaker nodes(grid, text.size(), picks, name, job);
  words.take_all(nodes);
  return picks;
}

std::string lower_case(std::string_view word) {
  std::string small(word);
  std::ranges::transform(small, small.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return small;
}

HorizonPicks read_esri(std::string_view text, const std::string& name, const Job& job) {
  HorizonPicks picks;
  picks.format = HorizonFormat::esri;
  TextLines lines(text, name, "an ESRI ASCII grid", job);
  NumberWords words(lines);
  NodeRows grid;
  grid.null = -9999.0;
  grid.from_north = true;
  bool has_x = false, has_y = false, corner_x = false, corner_y = false;
  std::optional<std::string_view> word = words.word();
  double value = 0.0;
  for (; word && !whole_number(*word, value); word = words.word()) {
    const std::string key = lower_case(*word);
    value = words.number("its header");
    if (key == "ncols")
      grid.columns = words.count_of(value, "the columns");
    else if (key == "nrows")
      grid.rows = words.count_of(value, "the rows");
    else if (key == "xllcorner" || key == "xllcenter")
      grid.x0 = value, has_x = true, corner_x = key == "xllcorner";
    else if (key == "yllcorner" || key == "yllcenter")
      grid.y0 = value, has_y = true, corner_y = key == "yllcorner";
    else if (key == "cellsize")
      grid.dx = grid.dy = value;
    else if (key == "dx")
      grid.dx = value;
    else if (key == "dy")
      grid.dy = value;
    else if (key == "nodata_value")
      grid.null = value;
    else
      lines.fail(shown(*word) + " stands in the header of an ESRI ASCII grid", "export the grid again");
  }
  if (grid.columns == 0 || grid.rows == 0 || !has_x || !has_y || grid.dx == 0.0 || grid.dy == 0.0)
    throw InputError(name,
                     std::string("has no ") + (grid.columns == 0 ? "ncols"
                                               : grid.rows == 0  ? "nrows"
                                               : !has_x          ? "xllcorner"
                                               : !has_y          ? "yllcorner"
                                                                 : "cellsize"),
                     "copy or export it again: the header of an ESRI ASCII grid is cut");
  if (corner_x) grid.x0 += 0.5 * grid.dx;
  if (corner_y) grid.y0 += 0.5 * grid.dy;
  NodeRowTaker nodes(grid, text.size(), picks, name, job);
  if (word) nodes.take(value);
  words.take_all(nodes);
  return picks;
}

// Limits and counts of Surfer's grids make the spacing.
void span_nodes(NodeRows& grid, double x_high, double y_high) {
  grid.dx = (x_high - grid.x0) / static_cast<double>(std::max<std::int64_t>(1, grid.columns - 1));
  grid.dy = (y_high - grid.y0) / static_cast<double>(std::max<std::int64_t>(1, grid.rows - 1));
}

HorizonPicks read_surfer_text(std::string_view text, const std::string& name, const Job& job) {
  HorizonPicks picks;
  picks.format = HorizonFormat::surfer;
  TextLines lines(text, name, "a Surfer 6 text grid", job);
  NumberWords words(lines);
  words.word();
  NodeRows grid;
  grid.columns = words.count("the columns");
  grid.rows = words.count("the rows");
  grid.x0 = words.number("a limit");
  const double x_high = words.number("a limit");
  grid.y0 = words.number("a limit");
  const double y_high = words.number("a limit");
  words.number("the least value"), words.number("the largest value");
  span_nodes(grid, x_high, y_high);
  NodeRowTaker nodes(grid, text.size(), picks, name, job);
  words.take_all(nodes);
  return picks;
}

// Little-endian words of a binary grid.
class GridBytes {
 public:
  GridBytes(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  template <class Value>
  Value next(const char* what) {
    if (bytes_.size() - at_ < sizeof(Value)) fail(std::string("ends before ") + what);
    std::array<char, sizeof(Value)> word;
    std::copy_n(bytes_.data() + at_, sizeof(Value), word.begin());
    at_ += sizeof(Value);
    if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(word);
    return std::bit_cast<Value>(word);
  }
  std::size_t left() const { return bytes_.size() - at_; }
  void skip(std::size_t bytes, const char* what) {
    if (bytes > left()) fail(std::string("ends within ") + what);
    at_ += bytes;
  }
  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(name_ + ", byte " + std::to_string(at_ + 1), problem,
                     "copy or export it again: the file is cut or damaged");
  }

 private:
  std::string_view bytes_;
  const std::string& name_;
  std::size_t at_ = 0;
};

HorizonPicks read_surfer_six(std::string_view bytes, const std::string& name, const Job& job) {
  HorizonPicks picks;
  picks.format = HorizonFormat::surfer;
  GridBytes file(bytes, name);
  file.skip(4, "its mark");
  NodeRows grid;
  grid.columns = file.next<std::int16_t>("the columns");
  grid.rows = file.next<std::int16_t>("the rows");
  grid.x0 = file.next<double>("a limit");
  const double x_high = file.next<double>("a limit");
  grid.y0 = file.next<double>("a limit");
  const double y_high = file.next<double>("a limit");
  file.next<double>("the least value"), file.next<double>("the largest value");
  span_nodes(grid, x_high, y_high);
  NodeRowTaker nodes(grid, bytes.size(), picks, name, job);
  while (file.left() >= sizeof(float))
    nodes.take(static_cast<double>(file.next<float>("a node")));
  nodes.finish();
  return picks;
}

HorizonPicks read_surfer_seven(std::string_view bytes, const std::string& name, const Job& job) {
  constexpr std::uint32_t header_mark = 0x42525344, grid_mark = 0x44495247, data_mark = 0x41544144;
  HorizonPicks picks;
  picks.format = HorizonFormat::surfer;
  GridBytes file(bytes, name);
  NodeRows grid;
  while (file.left() > 0) {
    const auto mark = file.next<std::uint32_t>("a section");
    const auto size = file.next<std::uint32_t>("a section's size");
    if (size > file.left()) file.fail("a section of " + std::to_string(size) + " bytes is cut");
    if (mark == grid_mark) {
      constexpr std::size_t grid_bytes = 72;
      if (size < grid_bytes) file.fail("its grid section has " + std::to_string(size) + " bytes, not 72");
      grid.rows = file.next<std::int32_t>("the rows");
      grid.columns = file.next<std::int32_t>("the columns");
      grid.x0 = file.next<double>("the place");
      grid.y0 = file.next<double>("the place");
      grid.dx = file.next<double>("the spacing");
      grid.dy = file.next<double>("the spacing");
      file.skip(2 * sizeof(double), "the range of values");
      grid.rotation = file.next<double>("the rotation");
      grid.null = file.next<double>("the null value");
      file.skip(size - grid_bytes, "its grid section");
    } else if (mark == data_mark) {
      if (grid.columns == 0) file.fail("its values stand before its grid section");
      NodeRowTaker nodes(grid, bytes.size(), picks, name, job);
      if (size % sizeof(double) != 0) file.fail("its values take " + std::to_string(size) + " bytes");
      for (std::uint32_t at = 0; at < size; at += sizeof(double)) {
        const auto value = file.next<double>("a node");
        nodes.take(value >= grid.null ? 1e30 : value);
      }
      nodes.finish();
      return picks;
    } else {
      if (mark == header_mark && size < 4) file.fail("its header is cut");
      file.skip(size, "a section");
    }
  }
  file.fail("it has no values");
}

template <class Read>
HorizonPicks within_memory(std::string_view bytes, const Read& read) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(bytes.size());
  }
}

}  // namespace

bool is_irap(std::string_view start) {
  const std::string_view word = next_word(start);
  double value = 0.0;
  // Four numbers a line; a pick has three.
  for (int i = 0; i < 3; ++i)
    if (!whole_number(next_word(start), value)) return false;
  return word == "-996";
}

bool is_esri(std::string_view start) {
  const std::string key = lower_case(next_word(start));
  return key == "ncols" || key == "nrows";
}

bool is_surfer(std::string_view start) {
  return start.starts_with("DSAA") || start.starts_with("DSBB") || start.starts_with("DSRB");
}

HorizonPicks parse_irap(std::string_view text, const std::string& name, const Job& job) {
  return within_memory(text, [&] { return read_irap(text, name, job); });
}

HorizonPicks parse_esri(std::string_view text, const std::string& name, const Job& job) {
  return within_memory(text, [&] { return read_esri(text, name, job); });
}

HorizonPicks parse_surfer(std::string_view bytes, const std::string& name, const Job& job) {
  return within_memory(bytes, [&] {
    if (bytes.starts_with("DSBB")) return read_surfer_six(bytes, name, job);
    if (bytes.starts_with("DSRB")) return read_surfer_seven(bytes, name, job);
    if (!bytes.starts_with("DSAA"))
      throw InputError(name, "does not begin as a Surfer grid", "give one of Surfer 6 or 7");
    return read_surfer_text(bytes, name, job);
  });
}

}  // namespace foldwave
