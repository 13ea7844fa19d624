#include <algorithm>
#include <cctype>
#include <cmath>
#include <new>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/formats/column_names.hpp"
#include "core/formats/text_lines.hpp"
#include "core/formats/wells/well.hpp"
#include "core/formats/wells/well_parts.hpp"

namespace foldwave {

namespace {

constexpr const char* las_kind = "a LAS file of version 2.0 or 3.0";

// "MNEM.UNIT  value : description"
struct HeaderLine {
  std::string mnemonic;
  std::string_view unit, value, description;
};

std::optional<HeaderLine> header_line(std::string_view line) {
  const std::size_t dot = line.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  HeaderLine header;
  header.mnemonic = upper_word(trimmed(line.substr(0, dot)));
  std::string_view rest = line.substr(dot + 1);
  const std::size_t colon = rest.rfind(':');
  if (colon != std::string_view::npos) header.description = trimmed(rest.substr(colon + 1));
  rest = rest.substr(0, colon);
  const std::size_t blank = std::min(rest.find_first_of(" \t"), rest.size());
  header.unit = rest.substr(0, blank);
  header.value = trimmed(rest.substr(blank));
  return header;
}

// What stands in one section, as LAS 3 names it: "~Tops_Data | Tops_Definition".
enum class Section { version, well, curves, other, survey_columns, survey_rows, top_columns, top_rows, rows };

Section section_of(std::string_view line) {
  const std::string name = upper_word(line.substr(1));
  const auto begins = [&name](const char* with) { return name.starts_with(with); };
  if (begins("TOPS_DEF") || begins("TOP_DEF")) return Section::top_columns;
  if (begins("TOPS_PAR")) return Section::well;
  if (begins("TOP")) return Section::top_rows;
  if (begins("INCLINOMETRY_DEF")) return Section::survey_columns;
  if (begins("INCLINOMETRY_PAR")) return Section::well;
  if (begins("INCLINOMETRY")) return Section::survey_rows;
  // Of LAS 3 too, and begin as sections of LAS 2 do.
  for (const char* const foreign : {"CORE", "ANALYSIS", "PERFORATION"})
    if (begins(foreign)) return Section::other;
  switch (name.empty() ? ' ' : name.front()) {
    case 'V':
      return Section::version;
    case 'W':
    case 'P':
      return Section::well;
    case 'C':
      return Section::curves;
    case 'A':
      return Section::rows;
    default:
      return name.starts_with("LOG_DEF")    ? Section::curves
             : name.starts_with("LOG_DATA") ? Section::rows
                                            : Section::other;
  }
}

struct LasColumns {
  std::vector<std::string> names, units;

  void add(const HeaderLine& line) {
    names.push_back(line.mnemonic);
    units.emplace_back(line.unit);
  }
  int find(std::initializer_list<std::string_view> wanted) const { return find_word(names, wanted); }
};

class LasReader {
 public:
  LasReader(std::string_view text, const std::string& name, const Job& job)
      : lines_(text, name, las_kind, job), name_(name) {}

  Well read() {
    std::string_view line;
    Section section = Section::other;
    bool begun = false;
    while (lines_.next(line)) {
      line = trimmed(line);
      if (line.empty() || line.front() == '#') continue;
      if (line.front() == '~') {
        begun = true;
        section = section_of(line);
        continue;
      }
      if (!begun) lines_.fail("begins with " + shown(line), std::string("give ") + las_kind);
      take(section, line);
    }
    if (!begun) lines_.fail("has no section", std::string("give ") + las_kind);
    if (well_.name.empty()) well_.name = std::filesystem::path(name_).stem().string();
    check_survey(well_, name_);
    return std::move(well_);
  }

 private:
  void take(Section section, std::string_view line) {
    switch (section) {
      case Section::version:
        return take_version(line);
      case Section::well:
        return take_head(line);
      case Section::curves:
        if (const auto header = header_line(line)) curves_.add(*header);
        return;
      case Section::survey_columns:
        if (const auto header = header_line(line)) survey_.add(*header);
        return;
      case Section::top_columns:
        if (const auto header = header_line(line)) tops_.add(*header);
        return;
      case Section::survey_rows:
        return take_station(survey_, line);
      case Section::top_rows:
        return take_top(line);
      case Section::rows:
        if (!from_survey_) take_station(curves_, line);
        return;
      case Section::other:
        return;
    }
  }

  void take_version(std::string_view line) {
    const auto header = header_line(line);
    if (!header) return;
    const std::string value = upper_word(header->value);
    if (header->mnemonic == "WRAP") wrapped_ = value.starts_with("Y");
    if (header->mnemonic == "DLM" && value.starts_with("COMMA")) separator_ = ',';
    if (header->mnemonic == "DLM" && value.starts_with("TAB")) separator_ = '\t';
  }

  // Of several heights of a depth's origin the one that stands first here counts.
  void take_head(std::string_view line) {
    constexpr std::array<std::string_view, 8> datums{"KB", "EKB", "EREF", "EDF", "DF", "EGL", "GL", "ELEV"};
    constexpr std::array<std::string_view, 7> x_words{"X",        "XCOORD", "XWELL", "EASTING",
                                                      "SURFACEX", "XUTM",   "UTMX"},
        y_words{"Y", "YCOORD", "YWELL", "NORTHING", "SURFACEY", "YUTM", "UTMY"};
    const auto header = header_line(line);
    if (!header) return;
    const std::string mnemonic = letters_of(header->mnemonic);
    const auto is = [&mnemonic](const auto& words) {
      return std::find(words.begin(), words.end(), mnemonic) != words.end();
    };
    if (mnemonic == "WELL" && !header->value.empty()) well_.name = std::string(header->value);
    if (mnemonic == "NULL") whole_number(header->value, null_);
    if (mnemonic == "TOPDR" && upper_word(header->value).starts_with("SUBSEA"))
      lines_.fail("has tops by their depth below sea level", "export them by measured depth");
    if (mnemonic == "STOP" || mnemonic == "STRT") {
      well_.bottom = std::max(well_.bottom, length(header->value, header->unit, 0.0));
      depth_unit_ = header->unit;
    }
    if (header->value.empty() || is_null(header->value)) return;
    if (is(x_words)) well_.x = length(header->value, header->unit);
    if (is(y_words)) well_.y = length(header->value, header->unit);
    const auto datum =
        static_cast<std::size_t>(std::find(datums.begin(), datums.end(), mnemonic) - datums.begin());
    if (datum < best_datum_) {
      best_datum_ = datum;
      well_.datum = length(header->value, header->unit);
    }
  }

  bool is_null(double value) const { return value == null_ || is_null_value(value); }
  bool is_null(std::string_view word) const {
    double value = 0.0;
    return whole_number(next_word(word), value) && is_null(value);
  }

  // A depth without a unit is in that of the log.
  double depth_length(std::string_view word, std::string_view unit) const {
    std::string_view behind = word;
    next_word(behind);
    return length(word, unit.empty() && trimmed(behind).empty() ? std::string_view(depth_unit_) : unit);
  }

  double length(std::string_view word, std::string_view unit, std::optional<double> otherwise = {}) const {
    double value = 0.0;
    // "455000.0 m" has its unit behind it.
    std::string_view rest = word;
    if (!whole_number(next_word(rest), value) || !(std::abs(value) < 1e12)) {
      if (otherwise) return *otherwise;
      lines_.fail("has " + shown(word) + " where a length stands", "give a number");
    }
    return value * metres_in(!unit.empty() ? unit : trimmed(rest));
  }

  std::vector<std::string_view> split(std::string_view line) const {
    std::vector<std::string_view> words;
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= line.size(); ++at) {
      if (at < line.size() && line[at] == '"') quoted = !quoted;
      const bool ends = at == line.size() ||
                        (!quoted && (line[at] == separator_ || (separator_ == ' ' && line[at] == '\t')));
      if (!ends) continue;
      const std::string_view word = trimmed(line.substr(begin, at - begin));
      if (separator_ != ' ' || !word.empty()) words.push_back(word);
      begin = at + 1;
    }
    return words;
  }

  void take_station(const LasColumns& columns, std::string_view line) {
    const int at[3] = {columns.find({"MD", "DEPT", "DEPTH"}),
                       columns.find({"DEVI", "INCL", "INC", "DEV", "HDEVI", "INCLINATION"}),
                       columns.find({"AZIM", "AZI", "AZ", "HAZI", "HAZIM", "AZIMUTH", "DAZ"})};
    if (at[0] < 0 || at[1] < 0 || at[2] < 0) return;
    if (wrapped_ && &columns == &curves_)
      lines_.fail("has a survey in wrapped rows", "export it unwrapped, or give the deviation survey");
    const std::vector<std::string_view> words = split(line);
    double value[3];
    for (int i = 0; i < 3; ++i)
      if (static_cast<std::size_t>(at[i]) >= words.size() ||
          !whole_number(words[static_cast<std::size_t>(at[i])], value[i]))
        lines_.fail(
            "has no number for " + columns.names[static_cast<std::size_t>(at[i])] + ": " + shown(line),
            "give every row all its columns");
    for (const double v : value)
      if (is_null(v)) return;
    if (&columns == &survey_ && !from_survey_) {
      from_survey_ = true;
      well_.survey.clear();
    }
    const std::string& unit = columns.units[static_cast<std::size_t>(at[0])];
    well_.survey.push_back({value[0] * metres_in(unit.empty() ? depth_unit_ : unit), value[1], value[2]});
  }

  // "Top Marl, 1234.5" as the columns say, or "MARL.M 1234.5 : Top Marl" where there are none.
  void take_top(std::string_view line) {
    if (tops_.names.empty()) {
      const auto header = header_line(line);
      if (!header || header->value.empty()) return;
      const std::string name(header->description.empty() ? std::string_view(header->mnemonic)
                                                         : header->description);
      if (!is_null(header->value)) add_top(name, depth_length(header->value, header->unit));
      return;
    }
    const int name = std::max(tops_.find({"TOPN", "TOPNAME", "NAME", "TOP"}), 0);
    int depth = tops_.find({"TOPT", "TOPD", "TOPDEP", "DEPT", "DEPTH", "MD"});
    if (depth < 0) depth = name + 1;
    const std::vector<std::string_view> words = split(line);
    if (static_cast<std::size_t>(std::max(name, depth)) >= words.size() ||
        static_cast<std::size_t>(depth) >= tops_.units.size())
      lines_.fail("ends before the depth of its top: " + shown(line), "give every row all its columns");
    std::string_view called = words[static_cast<std::size_t>(name)];
    if (called.size() >= 2 && called.front() == '"' && called.back() == '"')
      called = called.substr(1, called.size() - 2);
    // A top that this well does not reach.
    const std::string_view at = words[static_cast<std::size_t>(depth)];
    if (at.empty() || is_null(at)) return;
    add_top(std::string(called), depth_length(at, tops_.units[static_cast<std::size_t>(depth)]));
  }

  void add_top(const std::string& name, double depth) {
    if (name.empty()) lines_.fail("has a top without a name", "give it one");
    well_.tops.push_back({name, depth});
  }

  TextLines lines_;
  const std::string& name_;
  Well well_;
  LasColumns curves_, survey_, tops_;
  char separator_ = ' ';
  bool wrapped_ = false, from_survey_ = false;
  double null_ = null_depth;
  std::string depth_unit_;  // of STRT and STOP
  std::size_t best_datum_ = 8;
};

}  // namespace

bool is_las(std::string_view start) {
  while (!start.empty()) {
    const std::size_t end = std::min(start.find('\n'), start.size());
    const std::string_view line = trimmed(start.substr(0, end));
    start.remove_prefix(std::min(end + 1, start.size()));
    if (line.empty() || line.front() == '#' || line == "\r") continue;
    return line.size() > 1 && line.front() == '~' && (line[1] == 'V' || line[1] == 'v');
  }
  return false;
}

Well parse_las(std::string_view text, const std::string& name, const Job& job) {
  try {
    return LasReader(text, name, job).read();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(text.size());
  }
}

}  // namespace foldwave
