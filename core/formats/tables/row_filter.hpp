// Which rows of a table are read, where one file holds several horizons: "val == 60", "name == 'Top Marl'",
// "line >= 3 and quality != bad".
// Conditions are parted by "and"; each is COLUMN OPERATOR VALUE with ==, !=, <, <=, >, >=. A column is named
// as in the table's header or by its number from 1; names and values that hold an operator, a quote or "and"
// stand in quotes. Numbers are compared as numbers (60 is 60.0), words letter by letter, by == and != alone;
// a field that is no number holds no condition of a number but !=.
// Errors: InputError of the place given, naming the part that cannot be read and the remedy.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foldwave {

enum class Comparison { equal, other, below, at_most, above, at_least };

struct RowCondition {
  std::string column;
  Comparison comparison = Comparison::equal;
  std::string value;
  std::optional<double> number;  // of a value that is one
};

// None of an empty text.
std::vector<RowCondition> parse_conditions(std::string_view text, const std::string& place = "where");

// `field` without its quotes; `number`: its value, when it is one.
bool holds(const RowCondition& condition, std::string_view field, std::optional<double> number);

}  // namespace foldwave
