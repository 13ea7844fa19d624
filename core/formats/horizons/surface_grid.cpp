#include "core/formats/horizons/surface_grid.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

struct GridFrame {
  std::int64_t rows = 0, columns = 0;
  double x0 = 0.0, x1 = 0.0, y0 = 0.0, y1 = 0.0;
  double null = 1e30;
};

// Takes the values in the order of the file and places them.
class NodeTaker {
 public:
  NodeTaker(const TextLines& lines, const GridFrame& frame, std::size_t bytes, HorizonPicks& picks,
            const Job& job)
      : lines_(lines), frame_(frame), nodes_(frame.rows * frame.columns), picks_(picks), job_(job) {
    if (static_cast<double>(frame.rows) * static_cast<double>(frame.columns) > static_cast<double>(bytes))
      lines_.fail("the header promises " + std::to_string(frame.rows) + " x " +
                      std::to_string(frame.columns) + " nodes, more than the file has bytes",
                  "copy or export it again: the file is cut or its header is wrong");
    picks_.points.reserve(static_cast<std::size_t>(nodes_));
  }

  void take(double value) {
    if (taken_ == nodes_)
      lines_.fail("has more values than the header's " + std::to_string(nodes_) + " nodes",
                  "export it again");
    const std::int64_t column = taken_ / frame_.rows;
    const std::int64_t row = taken_ % frame_.rows;
    if ((++taken_ & 0xffff) == 0) job_.throw_if_stopped();
    if (is_null_value(value) || value == frame_.null) {
      ++picks_.skipped;
      return;
    }
    picks_.points.push_back({between(frame_.x0, frame_.x1, column, frame_.columns),
                             between(frame_.y1, frame_.y0, row, frame_.rows), value});
  }

  void finish(const std::string& name) const {
    if (taken_ < nodes_)
      throw InputError(name,
                       "ends after " + std::to_string(taken_) + " of " + std::to_string(nodes_) +
                           " nodes: the file is cut",
                       "copy or export it again");
    if (picks_.points.size() < 3)
      throw InputError(name,
                       "has a value at " + std::to_string(picks_.points.size()) + " of its " +
                           std::to_string(nodes_) + " nodes",
                       "give a grid with values");
  }

 private:
  static double between(double first, double last, std::int64_t at, std::int64_t count) {
    return count < 2 ? first
                     : first + (last - first) * static_cast<double>(at) / static_cast<double>(count - 1);
  }

  const TextLines& lines_;
  const GridFrame& frame_;
  std::int64_t nodes_, taken_ = 0;
  HorizonPicks& picks_;
  const Job& job_;
};

double number_in(std::string_view word, const TextLines& lines, std::string_view line, const char* what) {
  double value = 0.0;
  if (!whole_number(trimmed(word), value) || !std::isfinite(value))
    lines.fail(shown(trimmed(word)) + " is no number for " + what + ": " + shown(line),
               "export the grid again, with '.' as the decimal sign");
  return value;
}

std::int64_t count_in(std::string_view word, const TextLines& lines, std::string_view line,
                      const char* what) {
  const double value = number_in(word, lines, line, what);
  if (!(value >= 1.0 && value <= 1e9 && value == std::floor(value)))
    lines.fail(number_text(value) + " is no count for " + what + ": " + shown(line), "export the grid again");
  return static_cast<std::int64_t>(value);
}

void check_frame(const GridFrame& f, const TextLines& lines) {
  for (const double limit : {f.x0, f.x1, f.y0, f.y1})
    if (is_null_value(limit))
      lines.fail("the limit " + number_text(limit) + " is no map coordinate", "export the grid again");
  if (!(f.x1 > f.x0) || !(f.y1 > f.y0) || f.rows < 2 || f.columns < 2)
    lines.fail("the grid has " + std::to_string(f.columns) + " x " + std::to_string(f.rows) +
                   " nodes from (" + number_text(f.x0, 10) + ", " + number_text(f.y0, 10) + ") to (" +
                   number_text(f.x1, 10) + ", " + number_text(f.y1, 10) + ")",
               "give limits from small to large and at least 2 x 2 nodes");
}

void check_step(double step, double low, double high, std::int64_t count, const char* axis,
                const TextLines& lines) {
  const double meant = (high - low) / static_cast<double>(count - 1);
  if (step != 0.0 && std::abs(step - meant) > 0.5 / static_cast<double>(count) * meant)
    lines.fail(std::string("the spacing along ") + axis + " is " + number_text(step) +
                   ", but limits and count make it " + number_text(meant),
               "export the grid again");
}

HorizonPicks read_cps3(std::string_view text, const std::string& name, const Job& job) {
  HorizonPicks picks;
  picks.format = HorizonFormat::cps3;
  TextLines lines(text, name, "a CPS-3 grid", job);
  GridFrame frame;
  double dx = 0.0, dy = 0.0;
  bool limits = false, counts = false, values = false;
  std::string_view line;
  while (!values && lines.next(line)) {
    std::string_view rest = line;
    const std::string_view key = next_word(rest);
    if (!key.empty()) picks.header += (picks.header.empty() ? "" : "\n") + std::string(line);
    if (key == "FSASCI") {
      // FSASCI 0 1 "Computed" 0 null 0
      std::string_view word;
      for (int i = 0; i < 5; ++i)
        word = next_word(rest);
      double null = 0.0;
      if (whole_number(word, null) && null != 0.0) frame.null = null;
    } else if (key == "FSLIMI") {
      for (double* const limit : {&frame.x0, &frame.x1, &frame.y0, &frame.y1})
        *limit = number_in(next_word(rest), lines, line, "a limit");
      limits = true;
    } else if (key == "FSNROW") {
      frame.rows = count_in(next_word(rest), lines, line, "the rows");
      frame.columns = count_in(next_word(rest), lines, line, "the columns");
      counts = true;
    } else if (key == "FSXINC") {
      dx = number_in(next_word(rest), lines, line, "the spacing");
      dy = number_in(next_word(rest), lines, line, "the spacing");
    } else if (key == "FSROTA") {
      const std::string_view word = next_word(rest);
      if (!word.empty() && number_in(word, lines, line, "the rotation") != 0.0)
        lines.fail("the grid is rotated: " + shown(line), "export it along x and y, or as points x y z");
    } else if (key.starts_with("->")) {
      values = true;
    } else if (!key.empty() && !key.starts_with("FS") && key.front() != '!') {
      lines.fail(shown(line) + " stands in the header of a CPS-3 grid",
                 "give its \"->name\" line before the values");
    }
  }
  if (!values || !limits || !counts)
    throw InputError(name,
                     std::string("has no ") +
                         (!limits   ? "FSLIMI"
                          : !counts ? "FSNROW"
                                    : "\"->name\"") +
                         " line",
                     "copy or export it again: the header of a CPS-3 grid is cut");
  check_frame(frame, lines);
  check_step(dx, frame.x0, frame.x1, frame.columns, "x", lines);
  check_step(dy, frame.y0, frame.y1, frame.rows, "y", lines);
  NodeTaker nodes(lines, frame, text.size(), picks, job);
  while (lines.next(line)) {
    std::string_view rest = line;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
      double value = 0.0;
      if (!whole_number(word, value))
        lines.fail(shown(word) + " is no number", "export the grid again, with '.' as the decimal sign");
      nodes.take(value);
    }
  }
  nodes.finish(name);
  return picks;
}

// The fields of a header line of ZMAP+, parted by commas; an empty view when the line has no more.
std::string_view next_field(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(','), rest.size());
  const std::string_view field = trimmed(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return field;
}

struct ZmapFields {
  std::size_t width = 15, first = 0;  // characters of a value, and where the first one starts
  std::string_view null;
};

// The values of one line: parted by blanks, or, where they touch each other, in fields of one width.
void take_zmap_line(std::string_view line, const ZmapFields& fields, const TextLines& lines,
                    NodeTaker& nodes) {
  double value = 0.0;
  std::string_view words = line;
  bool parted = true;
  for (std::string_view word = next_word(words); parted && !word.empty(); word = next_word(words))
    parted = word.size() <= fields.width && (whole_number(word, value) || word == fields.null);
  if (parted) {
    words = line;
    for (std::string_view word = next_word(words); !word.empty(); word = next_word(words))
      nodes.take(whole_number(word, value) && word != fields.null ? value : 1e30);
    return;
  }
  for (std::size_t at = fields.first; at < line.size(); at += fields.width) {
    const std::string_view word = trimmed(line.substr(at, fields.width));
    if (word.empty() && trimmed(line.substr(at)).empty()) return;
    const bool is_number = whole_number(word, value);
    if (!is_number && !word.empty() && word != fields.null)
      lines.fail(shown(word) + " is no number", "export the grid again, with '.' as the decimal sign");
    nodes.take(is_number && word != fields.null ? value : 1e30);
  }
}

HorizonPicks read_zmap(std::string_view text, const std::string& name, const Job& job) {
  HorizonPicks picks;
  picks.format = HorizonFormat::zmap;
  TextLines lines(text, name, "a ZMAP+ grid", job);
  GridFrame frame;
  ZmapFields fields;
  int header = 0;  // lines of the '@' header so far
  std::string_view line;
  while (header < 5) {
    if (!lines.next(line))
      throw InputError(name, "ends in the header of a ZMAP+ grid: the file is cut",
                       "copy or export it again");
    const std::string_view content = trimmed(line);
    if (content.empty() || content.front() == '!') {
      if (header == 0 && content.size() > 1)
        picks.header += (picks.header.empty() ? "" : "\n") + std::string(content);
      continue;
    }
    std::string_view rest = content;
    switch (header++) {
      case 0: {
        next_field(rest);
        if (content.front() != '@' || next_field(rest) != "GRID")
          lines.fail(shown(content) + " does not open the header of a ZMAP+ grid", "give \"@name, GRID, n\"");
        break;
      }
      case 1: {
        fields.width = static_cast<std::size_t>(count_in(next_field(rest), lines, line, "the field width"));
        const std::string_view null = next_field(rest);
        if (!null.empty()) frame.null = number_in(null, lines, line, "the null value");
        fields.null = next_field(rest);
        next_field(rest);  // decimals
        const std::string_view first = next_field(rest);
        if (!first.empty())
          fields.first = static_cast<std::size_t>(count_in(first, lines, line, "the first column")) - 1;
        break;
      }
      case 2:
        frame.rows = count_in(next_field(rest), lines, line, "the rows");
        frame.columns = count_in(next_field(rest), lines, line, "the columns");
        for (double* const limit : {&frame.x0, &frame.x1, &frame.y0, &frame.y1})
          *limit = number_in(next_field(rest), lines, line, "a limit");
        break;
      case 3:
        if (content == "@") header = 5;  // some writers leave the fourth line out
        break;
      default:
        if (content != "@")
          lines.fail(shown(content) + " stands where '@' ends the header", "export it again");
    }
  }
  check_frame(frame, lines);
  NodeTaker nodes(lines, frame, text.size(), picks, job);
  while (lines.next(line))
    take_zmap_line(line, fields, lines, nodes);
  nodes.finish(name);
  return picks;
}

}  // namespace

HorizonPicks parse_cps3(std::string_view text, const std::string& name, const Job& job) {
  try {
    return read_cps3(text, name, job);
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(text.size());
  }
}

HorizonPicks parse_zmap(std::string_view text, const std::string& name, const Job& job) {
  try {
    return read_zmap(text, name, job);
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(text.size());
  }
}

}  // namespace foldwave
