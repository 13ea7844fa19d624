#include "core/formats/tables/row_filter.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

struct Sign {
  std::string_view text;
  Comparison comparison;
};
// The longer ones first.
constexpr std::array<Sign, 6> signs{{{"==", Comparison::equal},
                                     {"!=", Comparison::other},
                                     {"<=", Comparison::at_most},
                                     {">=", Comparison::at_least},
                                     {"<", Comparison::below},
                                     {">", Comparison::above}}};

[[noreturn]] void refuse(const std::string& place, const std::string& what) {
  throw InputError(place, what, "give conditions as in: val == 60 and name != 'Top Marl'");
}

// The first place outside quotes at which `is_there` finds something; npos: nowhere.
template <class IsThere>
std::size_t find_outside_quotes(std::string_view text, const std::string& place, IsThere&& is_there) {
  char quote = '\0';
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (is_there(at)) {
      return at;
    }
  }
  if (quote != '\0') refuse(place, "has a quote that does not end: " + std::string(text));
  return std::string_view::npos;
}

std::string without_quotes(std::string_view word) {
  word = trimmed(word);
  const bool quoted =
      word.size() >= 2 && (word.front() == '"' || word.front() == '\'') && word.back() == word.front();
  return std::string(quoted ? word.substr(1, word.size() - 2) : word);
}

std::optional<double> number_if_any(std::string_view word) {
  double value = 0.0;
  if (!whole_number(word, value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

RowCondition condition_in(std::string_view text, const std::string& place) {
  const Sign* sign = nullptr;
  const std::size_t at = find_outside_quotes(text, place, [&](std::size_t i) {
    for (const Sign& s : signs)
      if (text.substr(i).starts_with(s.text)) {
        sign = &s;
        return true;
      }
    return false;
  });
  const std::string shown = "\"" + std::string(trimmed(text)) + "\"";
  if (sign == nullptr) refuse(place, shown + " compares nothing: it has none of ==, !=, <, <=, >, >=");
  RowCondition condition;
  condition.column = without_quotes(text.substr(0, at));
  condition.comparison = sign->comparison;
  const std::string_view value = trimmed(text.substr(at + sign->text.size()));
  condition.value = without_quotes(value);
  if (condition.column.empty()) refuse(place, shown + " names no column");
  if (value.empty()) refuse(place, shown + " has no value to compare with");
  if (value.find_first_of("<>=!") == 0) refuse(place, shown + " has two operators");
  condition.number = number_if_any(condition.value);
  const bool ordered = sign->comparison != Comparison::equal && sign->comparison != Comparison::other;
  if (ordered && !condition.number) refuse(place, shown + " orders words: only numbers have an order");
  return condition;
}

}  // namespace

std::vector<RowCondition> parse_conditions(std::string_view text, const std::string& place) {
  std::vector<RowCondition> conditions;
  if (trimmed(text).empty()) return conditions;
  constexpr std::string_view joint = " and ";
  text = trimmed(text);
  for (;;) {
    // One at the end joins what is missing.
    const std::size_t end = find_outside_quotes(text, place, [&](std::size_t at) {
      return text.substr(at).starts_with(joint) || text.substr(at) == " and";
    });
    conditions.push_back(condition_in(text.substr(0, end), place));
    if (end == std::string_view::npos) return conditions;
    text.remove_prefix(std::min(end + joint.size(), text.size()));
  }
}

bool holds(const RowCondition& condition, std::string_view field, std::optional<double> number) {
  if (!condition.number) return (field == condition.value) == (condition.comparison == Comparison::equal);
  if (!number) return condition.comparison == Comparison::other;
  switch (condition.comparison) {
    case Comparison::equal:
      return *number == *condition.number;
    case Comparison::other:
      return *number != *condition.number;
    case Comparison::below:
      return *number < *condition.number;
    case Comparison::at_most:
      return *number <= *condition.number;
    case Comparison::above:
      return *number > *condition.number;
    case Comparison::at_least:
      break;
  }
  return *number >= *condition.number;
}

}  // namespace foldwave
