#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/units.hpp"
#include "core/formats/column_names.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/tables/number_table.hpp"
#include "core/formats/text_lines.hpp"
#include "core/formats/wells/well.hpp"
#include "core/formats/wells/well_parts.hpp"

namespace foldwave {

namespace {

constexpr const char* deviation_kind = "a deviation survey: a table with columns MD, inclination and azimuth";

std::vector<int> survey_columns(const std::vector<std::string>& names, const std::string& name, Unit& unit) {
  std::vector<std::string> stems;
  for (const std::string& n : names)
    stems.push_back(letters_of(column_stem(n)));
  const std::vector<int> at{
      find_word(stems, {"MD", "MEASUREDDEPTH", "DEPTHMD", "DEPT", "DEPTH"}),
      find_word(stems, {"INCL", "INC", "INCLINATION", "DEVI", "DEVIATION", "DEV"}),
      find_word(stems, {"AZIMGN", "AZIMTN", "AZIM", "AZI", "AZIMUTH", "AZM", "AZ"}),
  };
  if (std::find(at.begin(), at.end(), -1) != at.end())
    throw InputError(name, "its columns are no deviation survey: " + column_list(names),
                     std::string("give ") + deviation_kind);
  unit = column_unit(names[static_cast<std::size_t>(at[0])]).value_or(Unit::metre);
  return at;
}

// "# WELL HEAD X-COORDINATE: 455000.0 (m)"
void take_remarks(std::string_view header, Well& well) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size());
    const std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    const std::size_t sign = line.find_first_of(":=");
    if (sign == std::string_view::npos) continue;
    const std::string key = letters_of(line.substr(0, sign));
    std::string_view value = trimmed(line.substr(sign + 1));
    const auto ends = [&key](std::initializer_list<std::string_view> with) {
      return std::any_of(with.begin(), with.end(), [&key](std::string_view w) { return key.ends_with(w); });
    };
    if (ends({"NAME", "WELL"})) {
      if (!value.empty()) well.name = std::string(value);
      continue;
    }
    double number = 0.0;
    if (!whole_number(next_word(value), number) || !(std::abs(number) < 1e12)) continue;
    number *= metres_in(trimmed(value));
    if (key == "X" || ends({"XCOORDINATE", "XCOORD", "EASTING", "HEADX"})) well.x = number;
    if (key == "Y" || ends({"YCOORDINATE", "YCOORD", "NORTHING", "HEADY"})) well.y = number;
    if (ends({"KB", "DATUM", "DATUMVALUE", "KELLYBUSHING", "ELEVATION"})) well.datum = number;
  }
}

}  // namespace

std::string upper_word(std::string_view text) {
  std::string word(text);
  for (char& c : word)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return word;
}

std::string letters_of(std::string_view text) {
  std::string letters = upper_word(text);
  std::erase_if(letters, [](unsigned char c) { return std::isalpha(c) == 0; });
  return letters;
}

int find_word(const std::vector<std::string>& names, std::initializer_list<std::string_view> wanted) {
  for (const std::string_view word : wanted)
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == word) return static_cast<int>(i);
  return -1;
}

double metres_in(std::string_view unit) {
  if (letters_of(unit) == "F") return in_si(Unit::foot);
  const std::optional<Unit> known = unit_called(unit);
  return known && !is_time(*known) ? in_si(*known) : 1.0;
}

void check_survey(Well& well, const std::string& name) {
  std::vector<SurveyStation>& survey = well.survey;
  // Curves are listed from either end.
  if (survey.size() > 1 && survey.front().depth > survey.back().depth)
    std::reverse(survey.begin(), survey.end());
  for (std::size_t i = 0; i < survey.size(); ++i) {
    const SurveyStation& s = survey[i];
    if (i > 0 && !(s.depth > survey[i - 1].depth))
      throw InputError(name,
                       "its measured depths do not grow: " + number_text(s.depth) + " m after " +
                           number_text(survey[i - 1].depth) + " m",
                       "check the deviation survey");
    if (!(s.inclination >= 0.0 && s.inclination <= 180.0) || !(std::abs(s.azimuth) <= 720.0) ||
        !(std::abs(s.depth) < 1e6))
      throw InputError(name,
                       "at " + number_text(s.depth) + " m its inclination is " + number_text(s.inclination) +
                           ", its azimuth " + number_text(s.azimuth),
                       "give degrees: 0 to 180 from the vertical, and clockwise from north");
  }
  for (const WellTop& top : well.tops)
    if (!(std::abs(top.depth) < 1e6))
      throw InputError(name, "top " + top.name + " is at " + number_text(top.depth) + " m",
                       "give measured depths");
  std::stable_sort(well.tops.begin(), well.tops.end(),
                   [](const WellTop& a, const WellTop& b) { return a.depth < b.depth; });
  if (!survey.empty()) well.bottom = std::max(well.bottom, survey.back().depth);
  if (!well.tops.empty()) well.bottom = std::max(well.bottom, well.tops.back().depth);
}

Well parse_deviation(std::string_view text, const std::string& name, const Job& job) {
  Unit unit = Unit::metre;
  const NumberTable table = parse_number_table(
      text, name, deviation_kind,
      [&](const std::vector<std::string>& names) { return survey_columns(names, name, unit); }, job);
  Well well;
  take_remarks(table.header, well);
  if (well.name.empty()) well.name = std::filesystem::path(name).stem().string();
  for (std::size_t i = 0; i < table.rows(); ++i)
    well.survey.push_back({table.row(i)[0] * in_si(unit), table.row(i)[1], table.row(i)[2]});
  check_survey(well, name);
  return well;
}

Well read_well(const std::filesystem::path& path, const Job& job) {
  const std::string bytes = read_whole_file(path, most_bytes::surface, job);
  return is_las(bytes) ? parse_las(bytes, path.string(), job) : parse_deviation(bytes, path.string(), job);
}

bool is_well_file(const std::filesystem::path& path) {
  const std::string suffix = upper_word(path.extension().string());
  return suffix == ".LAS" || suffix == ".DEV";
}

void take_survey(Well& well, const Well& from) {
  well.survey = from.survey;
  well.bottom = std::max(well.bottom, from.bottom);
  if (!well.x) well.x = from.x;
  if (!well.y) well.y = from.y;
  if (!well.datum) well.datum = from.datum;
}

}  // namespace foldwave
