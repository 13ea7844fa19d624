#include "core/formats/column_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

std::string lower(std::string_view text) {
  std::string low(text);
  for (char& c : low)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return low;
}

struct Known {
  std::string_view stem;
  int axis;
  std::optional<VerticalSense> sense{};
  std::optional<Unit> unit{};
  bool is_degrees = false;
};
constexpr auto up = VerticalSense::elevation;
constexpr auto down = VerticalSense::depth;
const std::array known{
    Known{"x", 0},
    Known{"xcoord", 0},
    Known{"xcoordinate", 0},
    Known{"xutm", 0},
    Known{"utmx", 0},
    Known{"easting", 0},
    Known{"east", 0},
    Known{"cdpx", 0},
    Known{"y", 1},
    Known{"ycoord", 1},
    Known{"ycoordinate", 1},
    Known{"yutm", 1},
    Known{"utmy", 1},
    Known{"northing", 1},
    Known{"north", 1},
    Known{"cdpy", 1},
    Known{"z", 2},
    Known{"zvalue", 2},
    Known{"subsea", 2},
    Known{"elevation", 2, up},
    Known{"elev", 2, up},
    Known{"altitude", 2, up},
    Known{"height", 2, up},
    Known{"depth", 2, down},
    Known{"tvd", 2, down},
    Known{"tvdss", 2, down},
    Known{"twt", 2, down, Unit::millisecond},
    Known{"twtime", 2, down, Unit::millisecond},
    Known{"time", 2, down, Unit::millisecond},
    Known{"longitude", 0, {}, {}, true},
    Known{"lon", 0, {}, {}, true},
    Known{"latitude", 1, {}, {}, true},
    Known{"lat", 1, {}, {}, true},
};

struct UnitWord {
  std::string_view word;
  Unit unit;
};
constexpr std::array unit_words{
    UnitWord{"m", Unit::metre},
    UnitWord{"meter", Unit::metre},
    UnitWord{"meters", Unit::metre},
    UnitWord{"metre", Unit::metre},
    UnitWord{"metres", Unit::metre},
    UnitWord{"ft", Unit::foot},
    UnitWord{"foot", Unit::foot},
    UnitWord{"feet", Unit::foot},
    UnitWord{"usft", Unit::us_foot},
    UnitWord{"ftus", Unit::us_foot},
    UnitWord{"ussurveyfeet", Unit::us_foot},
    UnitWord{"km", Unit::kilometre},
    UnitWord{"s", Unit::second},
    UnitWord{"sec", Unit::second},
    UnitWord{"ms", Unit::millisecond},
    UnitWord{"msec", Unit::millisecond},
};

bool is_small_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

std::optional<Unit> unit_called(std::string_view word) {
  std::string letters = lower(word);
  std::erase_if(letters, [](char c) { return !is_small_letter(c); });
  const auto found = std::find_if(unit_words.begin(), unit_words.end(),
                                  [&](const UnitWord& u) { return u.word == letters; });
  return found == unit_words.end() ? std::nullopt : std::optional(found->unit);
}

namespace {

// The stem, and behind it a unit: in brackets, or as the last of several words.
std::pair<std::string, std::string> stem_and_unit(std::string_view name) {
  const std::string whole = lower(trimmed(name));
  std::size_t cut = whole.find_first_of("([");
  if (cut == std::string::npos) {
    cut = whole.find_last_of(" _");
    if (cut != std::string::npos && !unit_called(std::string_view(whole).substr(cut)))
      cut = std::string::npos;
  }
  std::string stem = whole.substr(0, cut);
  std::erase_if(stem, [](char c) { return !is_small_letter(c); });
  return {std::move(stem), cut == std::string::npos ? std::string() : whole.substr(cut)};
}

}  // namespace

std::string column_stem(std::string_view name) {
  return stem_and_unit(name).first;
}

std::optional<Unit> column_unit(std::string_view name) {
  return unit_called(stem_and_unit(name).second);
}

ColumnMeaning meaning_of_column(std::string_view name) {
  const auto [stem, behind] = stem_and_unit(name);
  const auto entry =
      std::find_if(known.begin(), known.end(), [&s = stem](const Known& k) { return k.stem == s; });
  if (entry == known.end()) return {};
  ColumnMeaning meaning{entry->axis, entry->unit, entry->sense, entry->is_degrees};
  if (const auto unit = unit_called(behind)) meaning.unit = unit;
  return meaning;
}

std::vector<std::string> names_in(std::string_view line, char separator) {
  while (!line.empty() && (is_blank(line.front()) || line.front() == '#' || line.front() == '!'))
    line.remove_prefix(1);
  std::vector<std::string> names;
  const auto add = [&names](std::string_view word) {
    std::string name(trimmed(word));
    std::erase(name, '"');
    names.push_back(std::move(name));
  };
  if (separator != ' ') {
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= line.size(); ++at) {
      if (at < line.size() && line[at] == '"') quoted = !quoted;
      if (at < line.size() && (quoted || line[at] != separator)) continue;
      add(line.substr(begin, at - begin));
      begin = at + 1;
    }
    return names;
  }
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    if (!names.empty() && (word.front() == '[' || word.front() == '('))
      names.back() += std::string(word);
    else
      add(word);
  }
  return names;
}

NamedColumns find_columns(const std::vector<std::string>& names) {
  NamedColumns columns;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ColumnMeaning meaning = meaning_of_column(names[i]);
    if (meaning.axis < 0 || columns.at[meaning.axis] >= 0) continue;
    if (meaning.is_degrees) {
      if (columns.degrees.empty()) columns.degrees = names[i];
      continue;
    }
    columns.at[meaning.axis] = static_cast<int>(i);
    if (meaning.axis < 2) {
      if (meaning.unit) columns.xy_unit = meaning.unit;
    } else {
      columns.z_unit = meaning.unit;
      columns.sense = meaning.sense;
    }
  }
  return columns;
}

StatedUnits units_in_remarks(std::string_view header) {
  StatedUnits stated;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size());
    const std::string line = lower(header.substr(0, end));
    header.remove_prefix(std::min(end + 1, header.size()));
    const std::size_t sign = line.find_first_of(":=");
    if (sign == std::string::npos || (line[0] != '#' && line[0] != '!')) continue;
    const std::string key = line.substr(1, sign - 1);
    const auto unit = unit_called(std::string_view(line).substr(sign + 1));
    if (!unit || key.find("unit") == std::string::npos) continue;
    const auto says = [&key](std::initializer_list<std::string_view> words) {
      return std::any_of(words.begin(), words.end(),
                         [&key](std::string_view word) { return key.find(word) != std::string::npos; });
    };
    if (says({"x and y", "x, y", "x/y", "xy", "horizontal"})) {
      stated.xy = unit;
      continue;
    }
    stated.z = unit;
    if (!is_time(*unit) && !says({"z", "depth", "vertical", "elevation", "height"})) stated.xy = unit;
  }
  return stated;
}

}  // namespace foldwave
