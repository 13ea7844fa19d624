// The tables of model/fields.hpp as JSON: every struct that has one is read and written here, row by row.
// What a table cannot say is said by an overload below, or by hand where it is called.
#pragma once

#include "core/model/fields.hpp"
#include "core/model/json_object.hpp"

namespace foldwave {

// Lambda, or F and psi, whatever key is asked for.
void read_value(JsonObject& j, const KeyFacts& field, FoldParameters& parameters);
void write_value(Json& j, const KeyFacts& field, const FoldParameters& parameters);
void read_value(JsonObject& j, const KeyFacts& field, Color& color);
void write_value(Json& j, const KeyFacts& field, const Color& color);
// The place of a word of 4 bytes as a number, or what core/formats/segy/trace_words.hpp reads as a text.
void read_value(JsonObject& j, const KeyFacts& field, SegyWord& word);
void write_value(Json& j, const KeyFacts& field, SegyWord word);
void read_value(JsonObject& j, const KeyFacts& field, BackdropSource& source);
void write_value(Json& j, const KeyFacts& field, const BackdropSource& source);  // its type
void write_rest(Json& j, const Backdrop& backdrop);                              // what its type has
void read_value(JsonObject& j, const KeyFacts& field, HorizonSpec& horizon);
void write_value(Json& j, const KeyFacts& field, const HorizonSpec& horizon);
void read_value(JsonObject& j, const KeyFacts& field, std::vector<Vec3>& points);
void write_value(Json& j, const KeyFacts& field, const std::vector<Vec3>& points);
void read_value(JsonObject& j, const KeyFacts& field, std::vector<std::array<int, 3>>& triangles);
void read_value(JsonObject& j, const KeyFacts& field, std::vector<int>& steps);

// What hangs together among the keys of a struct, once they are read, and those that no table has.
inline void complete(JsonObject&, const auto&) {}
void complete(JsonObject& j, Scenario& scenario);
void complete(JsonObject& j, FoldEvent& event);
void complete(JsonObject& j, SpeedVariation& varies);
void complete(JsonObject& j, MeshHorizon& mesh);
void complete(JsonObject& j, Layer& layer);
void complete(JsonObject& j, Outputs& outputs);

// --- reading ----------------------------------------------------------------------------------------------

inline std::vector<std::string_view> words_of(const KeyFacts& field) {
  std::vector<std::string_view> words;
  for (const Choice& choice : field.choices)
    words.emplace_back(choice.word);
  if (*field.also != 0) words.emplace_back(field.also);
  return words;
}

inline std::size_t read_choice(JsonObject& j, const KeyFacts& field) {
  return std::min(j.choice(field.key, words_of(field)), field.choices.size() - 1);
}

inline bool has_words(const KeyFacts& field) {
  return !field.choices.empty() && *field.choices.front().word != 0;
}

template <Tabled Part>
void read_part(JsonObject j, Part& part);

// Of several types: the word is the key `type`.
template <class... Types>
void read_type(JsonObject j, std::variant<Types...>& value) {
  constexpr auto words = type_words(static_cast<const std::variant<Types...>*>(nullptr));
  std::vector<std::string_view> known;
  std::vector<std::function<void()>> make;
  std::size_t at = 0;
  const auto add = [&]<class Type>(const Type*) {
    if constexpr (Tabled<Type>) {
      known.emplace_back(words[at]);
      make.emplace_back([&] { read_part(j, value.template emplace<Type>()); });
    }
    ++at;
  };
  (add(static_cast<const Types*>(nullptr)), ...);
  make[j.choice("type", known)]();
}

template <class Value>
void read_value(JsonObject& j, const KeyFacts& field, Value& value) {
  const std::string key = field.key;
  if constexpr (std::is_same_v<Value, std::string>) {
    value = j.string(key);
  } else if constexpr (std::is_same_v<Value, bool>) {
    value = has_words(field) ? read_choice(j, field) == 1 : j.boolean_or(key, value);
  } else if constexpr (std::is_enum_v<Value>) {
    value = static_cast<Value>(read_choice(j, field));
  } else if constexpr (std::is_same_v<Value, int>) {
    value = field.automatic ? j.integer_or_auto(key) : j.integer(key);
  } else if constexpr (std::is_same_v<Value, double>) {
    value = field.automatic ? j.number_or_auto(key) : j.number(key);
  } else if constexpr (std::is_same_v<Value, Vec3>) {
    value = j.vec3(key);
  } else if constexpr (Tabled<Value>) {
    read_part(j.object(key), value);
  } else if constexpr (is_variant<Value>) {
    read_type(j.object(key), value);
  } else if constexpr (requires { value.emplace(); }) {
    read_value(j, field, value.emplace());
  } else if constexpr (lists_parts<Value>) {
    for (JsonObject& one : j.objects(key)) {
      if constexpr (is_variant<typename Value::value_type>)
        read_type(one, value.emplace_back());
      else
        read_part(one, value.emplace_back());
    }
  } else {
    const auto numbers = j.numbers(key, value.size());
    for (std::size_t i = 0; i < value.size(); ++i)
      if constexpr (std::is_same_v<typename Value::value_type, int>)
        value[i] = j.as_integer(numbers[i], key + "/" + std::to_string(i));
      else
        value[i] = numbers[i];
  }
}

template <class At, class If, class Part>
void read_row(JsonObject& j, const Row<At, If>& row, Part& part) {
  if (row.only_if(part) && (row.field.presence == Presence::required || j.has(row.field.key)))
    read_value(j, row.field, std::invoke(row.at, part));
}

template <class Extra, class... Rows, class Part>
void read_row(JsonObject& j, const Group<Extra, Rows...>& group, Part& part) {
  if (!group.required && !j.has(group.key)) return;
  JsonObject inner = j.object(group.key);
  each_of(group.rows, [&](const auto& row) { read_row(inner, row, part); });
  std::invoke(group.extra, part) = inner.unread();
}

template <Tabled Part>
void read_rows(JsonObject& j, Part& part) {
  each_of(rows_of<Part>, [&](const auto& row) { read_row(j, row, part); });
  complete(j, part);
}

// Keys that are not known here stay in `extra`.
template <Tabled Part>
void read_part(JsonObject j, Part& part) {
  read_rows(j, part);
  part.extra = j.unread();
}

// --- writing ----------------------------------------------------------------------------------------------

template <Tabled Part>
void write_part(Json& j, const Part& part);

template <Tabled Part>
Json part_json(const Part& part) {
  Json j = Json::object();
  write_part(j, part);
  return j;
}

template <class... Types>
Json type_json(const std::variant<Types...>& value) {
  Json j{{"type", type_words(&value)[value.index()]}};
  std::visit(
      [&](const auto& one) {
        if constexpr (requires { one.extra; }) write_part(j, one);
      },
      value);
  return j;
}

template <class Value>
void write_value(Json& j, const KeyFacts& field, const Value& value) {
  Json& to = j[field.key];
  if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, bool>) {
    const auto at = static_cast<std::size_t>(value);
    if (std::is_enum_v<Value> || has_words(field))
      to = at < field.choices.size() ? Json(field.choices[at].word) : Json(at);
    else
      to = value;
  } else if constexpr (std::is_arithmetic_v<Value>) {
    to = field.automatic && !(value > 0) ? Json("auto") : Json(value);
  } else if constexpr (std::is_same_v<Value, Vec3>) {
    to = {value.x, value.y, value.z};
  } else if constexpr (Tabled<Value>) {
    to = part_json(value);
  } else if constexpr (is_variant<Value>) {
    to = type_json(value);
  } else if constexpr (requires { value.has_value(); }) {
    write_value(j, field, *value);
  } else if constexpr (lists_parts<Value>) {
    to = Json::array();
    for (const auto& one : value)
      if constexpr (is_variant<typename Value::value_type>)
        to.push_back(type_json(one));
      else
        to.push_back(part_json(one));
  } else {
    to = value;
  }
}

template <class Part, class At, class If>
void write_row(Json& j, const Row<At, If>& row, const Part& part) {
  const auto& value = std::invoke(row.at, part);
  if (row.only_if(part) && !(row.field.presence == Presence::rare && value == usual_value<Part>(row)))
    write_value(j, row.field, value);
}

template <class Part, class Extra, class... Rows>
void write_row(Json& j, const Group<Extra, Rows...>& group, const Part& part) {
  Json inner = Json::object();
  each_of(group.rows, [&](const auto& row) { write_row(inner, row, part); });
  write_extra(inner, std::invoke(group.extra, part));
  j[group.key] = std::move(inner);
}

template <Tabled Part>
void write_rows(Json& j, const Part& part) {
  each_of(rows_of<Part>, [&](const auto& row) { write_row(j, row, part); });
  if constexpr (std::is_same_v<Part, Backdrop>) write_rest(j, part);
}

template <Tabled Part>
void write_part(Json& j, const Part& part) {
  write_rows(j, part);
  write_extra(j, part.extra);
}

}  // namespace foldwave
