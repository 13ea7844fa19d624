// A key of the scenario as a row of a table: what is said of it once. Each struct of the scenario has its
// table in model/fields.hpp; reader and writer (fields_json.hpp), checks (checker.hpp), what an edit makes
// stale (same_results.cpp), undo texts and fields of the desktop all go through these rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/text.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Metres: beyond the Earth's own size a number is a slip.
constexpr double largest_length = 1e8;

// required: without it the file is refused. always: written always; left out, the default holds. rare:
// written only where it is not the default.
enum class Presence { required, always, rare };

// What becomes stale when a key changes, of what its struct has a say in.
enum class Stale { nothing, image, wave, fold };  // a later one: and those before it

// A value of an enumeration, by its index; false and true; none and some of what is optional; or the values
// from the low end of a range, step by step. An undo text of its own stands for "Change the <name>".
struct Choice {
  const char* word;        // in the file
  const char* shown = "";  // to people
  const char* undo = nullptr;
};

struct Range {
  double low = -std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::max();
  double step = 0.0;          // above 0: only low, low + step, ...
  bool low_excluded = false;  // the end itself is out
  bool operator==(const Range&) const = default;

  bool holds(double value) const {
    return value >= low && value <= high && !(low_excluded && value == low) &&
           (step <= 0.0 || std::fmod(value - low, step) == 0.0);
  }
  bool bounded() const { return high < Range{}.high; }
  std::string text() const {  // "0.5 to 1", "above 0"
    if (step > 0.0) {
      const std::string first = number_text(low), second = number_text(low + step), last = number_text(high);
      if (low + step >= high) return first + " or " + last;
      return first + ", " + second + ", " + number_text(low + 2 * step) + ", .. " + last;
    }
    if (bounded()) return number_text(low) + " to " + number_text(high);
    if (*this == Range{}) return "a finite number";
    return low_excluded ? "a number above " + number_text(low) : number_text(low) + " or more";
  }
};
inline constexpr Range azimuths{-360.0, 360.0};  // either way round
constexpr Range above(double low) {
  return {.low = low, .low_excluded = true};
}

struct KeyFacts {
  const char* key = "";
  Presence presence = Presence::always;
  const char* name = "";  // as people read it in a sentence, where that is not the key: "time step"
  const char* unit = "";
  Range range{};           // of a number
  bool automatic = false;  // 0 leaves the value to the program: "auto" in the file
  const char* zero = "";   // what a person reads in place of 0; empty: 0, or "automatic" where it is that
  Stale stale = Stale::fold;
  std::span<const Choice> choices{};
  const char* label = "";  // beside its field, where that is not the name
  const char* tip = "";
  const char* undo = "";  // where "Change the <name>" is not it
  const char* also = "";  // another word for the last choice, read and never written

  bool holds(double value) const { return (automatic && value == 0.0) || range.holds(value); }
  const char* zero_word() const { return *zero == 0 && automatic ? "automatic" : zero; }
  std::string words() const {
    std::string text = *name != 0 ? name : key;
    std::ranges::replace(text, '_', ' ');
    return text;
  }
};
inline constexpr const char* in_degrees = "\u00b0";

struct Always {
  constexpr bool operator()(const auto&) const { return true; }
};

// `at`: a pointer to the member, or a function of the struct that refers to it. `only_if`: by the keys above
// it in the table, whether there is such a key; else it is unknown and not written.
template <class At, class If>
struct Row {
  At at;
  KeyFacts field;
  If only_if;
};
template <class At, class If = Always>
constexpr Row<At, If> row(const char* key, At at, Presence presence, KeyFacts said = {}, If only_if = {}) {
  said.key = key;
  said.presence = presence;
  return {at, said, only_if};
}
template <class At, class If = Always>
constexpr Row<At, If> row(const char* key, At at, const KeyFacts& said = {}, If only_if = {}) {
  return row(key, at, Presence::always, said, only_if);
}

// A member of a member.
template <class Outer, class Inner>
constexpr auto within(Outer outer, Inner inner) {
  return [=](auto& part) -> auto& {
    return (part.*outer).*inner;
  };
}

// Keys that stand in an object of their own in the file, but not here.
template <class Extra, class... Rows>
struct Group {
  const char* key;
  Extra extra;  // pointer to the unknown keys of that object
  std::tuple<Rows...> rows;
  bool required = false;
};
// For clang, which deduces no aggregate before its version 17.
template <class Extra, class... Rows>
Group(const char*, Extra, std::tuple<Rows...>) -> Group<Extra, Rows...>;
template <class Extra, class... Rows>
Group(const char*, Extra, std::tuple<Rows...>, bool) -> Group<Extra, Rows...>;

// What is in the table of a struct; fields_of is found beside the struct.
template <class Part>
inline constexpr auto rows_of = fields_of(static_cast<const Part*>(nullptr));

template <class Part>
concept Tabled = requires {
  fields_of(static_cast<const Part*>(nullptr));
};

template <class Rows, class Use>
void each_of(const Rows& rows, Use&& use) {
  std::apply([&](const auto&... one) { (use(one), ...); }, rows);
}

template <class T>
inline constexpr bool is_group = false;
template <class Extra, class... Rows>
inline constexpr bool is_group<Group<Extra, Rows...>> = true;

// use(row, prefix): every row of the struct, those of its groups with "key/" as prefix.
template <Tabled Part, class Use>
void each_row(Use&& use) {
  each_of(rows_of<Part>, [&](const auto& one) {
    if constexpr (is_group<std::remove_cvref_t<decltype(one)>>)
      each_of(one.rows, [&](const auto& inner) { use(inner, std::string(one.key) + "/"); });
    else
      use(one, std::string());
  });
}

template <class Part, class Row>
const auto& usual_value(const Row& row) {
  static const Part usual{};
  return std::invoke(row.at, usual);
}

// Numbers, choices and switches.
template <class Value>
inline constexpr bool is_scalar = std::is_arithmetic_v<Value> || std::is_enum_v<Value>;

template <class T>
inline constexpr bool is_variant = false;
template <class... Ts>
inline constexpr bool is_variant<std::variant<Ts...>> = true;

template <class T>
inline constexpr bool lists_parts = false;
template <class T>
inline constexpr bool lists_parts<std::vector<T>> = Tabled<T> || is_variant<T>;

// use(part, path): the structs with a table that a value is, holds or lists.
template <class Value, class Use>
void each_part(Value& value, const std::string& path, Use&& use) {
  using Plain = std::remove_cv_t<Value>;
  if constexpr (Tabled<Plain>) {
    use(value, path);
  } else if constexpr (requires { value.has_value(); }) {
    if (value) each_part(*value, path, use);
  } else if constexpr (is_variant<Plain>) {
    std::visit([&](auto& one) { each_part(one, path, use); }, value);
  } else if constexpr (lists_parts<Plain>) {
    for (std::size_t i = 0; i < value.size(); ++i)
      each_part(value[i], path + "/" + std::to_string(i), use);
  }
}

// use(extra): the unknown keys of a struct and of all that it holds.
template <Tabled Part, class Use>
void each_extra(Part& part, Use&& use) {
  if constexpr (requires { part.extra; }) use(part.extra);
  each_of(rows_of<std::remove_cv_t<Part>>, [&](const auto& one) {
    if constexpr (is_group<std::remove_cvref_t<decltype(one)>>)
      use(std::invoke(one.extra, part));
    else
      each_part(std::invoke(one.at, part), {},
                [&](auto& inner, const std::string&) { each_extra(inner, use); });
  });
}

// What an edit did to a struct.
struct KeyChange {
  std::string name;
  std::string undo;   // empty: "Change the <name>"
  std::string label;  // beside its field, where that is not the name
};

// An undo text of the choice that was made, or else of the key.
template <class Value>
const char* undo_text(const KeyFacts& field, const Value& before, const Value& after) {
  std::size_t choice = field.choices.size();
  if constexpr (requires { after.has_value(); }) {
    if (before.has_value() != after.has_value()) choice = after.has_value();
  } else if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, bool>) {
    choice = static_cast<std::size_t>(after);
  }
  const bool own = choice < field.choices.size() && field.choices[choice].undo != nullptr;
  return own ? field.choices[choice].undo : field.undo;
}

// The only key that differs, or several that share an undo text; none where others differ too.
template <Tabled Part>
std::optional<KeyChange> only_change(const Part& before, const Part& after) {
  std::optional<KeyChange> found;
  bool several = false;
  each_row<Part>([&](const auto& one, const std::string&) {
    const auto& from = std::invoke(one.at, before);
    const auto& to = std::invoke(one.at, after);
    if (from == to) return;
    const KeyChange change{one.field.words(), undo_text(one.field, from, to), one.field.label};
    several = several || (found && (change.undo.empty() || change.undo != found->undo));
    found = change;
  });
  return several ? std::nullopt : found;
}

}  // namespace foldwave
