#include "core/model/json_object.hpp"

#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/near_word.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {
// A value as it stands in the file, cut to what fits a message.
std::string excerpt(const Json& j) {
  std::string text = j.dump();
  if (text.size() <= 40) return text;
  // Never in the middle of a character: UTF-8 continues with 10xxxxxx.
  std::size_t end = 37;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
    --end;
  return text.substr(0, end) + "...";
}
}  // namespace

JsonObject::JsonObject(const Json& value, std::string path, std::string place, Findings* unknown)
    : value_(value), path_(std::move(path)), place_(std::move(place)), unknown_(unknown) {
  if (!value_.is_object())
    throw InputError(place_, (path_.empty() ? "/" : path_) + ": " + excerpt(value_) + " is not an object",
                     "give { ... }");
}

void JsonObject::fail(const std::string& key, const std::string& problem, const std::string& remedy) const {
  throw InputError(place_, path_ + "/" + key + ": " + problem, remedy);
}

const Json& JsonObject::at(const std::string& key) {
  known_.insert(key);
  read_.insert(key);
  const auto found = value_.find(key);
  if (found == value_.end()) fail(key, "is missing", "add \"" + key + "\"");
  return *found;
}

double JsonObject::as_number(const Json& j, const std::string& key) const {
  if (!j.is_number()) fail(key, excerpt(j) + " is not a number", "give a number");
  const double value = j.get<double>();
  if (!std::isfinite(value)) fail(key, excerpt(j) + " is not finite", "give a finite number");
  return value;
}

double JsonObject::number(const std::string& key) {
  return as_number(at(key), key);
}

double JsonObject::number_or(const std::string& key, double fallback) {
  return has(key) ? number(key) : fallback;
}

int JsonObject::integer(const std::string& key) {
  return as_integer(number(key), key);
}

int JsonObject::as_integer(double value, const std::string& key) const {
  constexpr int most = std::numeric_limits<int>::max();
  if (value != std::floor(value) || std::abs(value) > most)
    fail(key, number_text(value, 12) + " is not a whole number that can be used",
         "give a whole number up to " + std::to_string(most));
  return static_cast<int>(value);
}

int JsonObject::integer_or(const std::string& key, int fallback) {
  return has(key) ? integer(key) : fallback;
}

bool JsonObject::boolean_or(const std::string& key, bool fallback) {
  if (!has(key)) return fallback;
  const Json& j = at(key);
  if (!j.is_boolean()) fail(key, excerpt(j) + " is neither true nor false", "give true or false");
  return j.get<bool>();
}

std::string JsonObject::string(const std::string& key) {
  const Json& j = at(key);
  if (!j.is_string()) fail(key, excerpt(j) + " is not a text", "give a text in quotes");
  return j.get<std::string>();
}

std::string JsonObject::string_or(const std::string& key, const std::string& fallback) {
  return has(key) ? string(key) : fallback;
}

double JsonObject::number_or_auto(const std::string& key) {
  if (!has(key)) return 0.0;
  const Json& j = at(key);
  if (j.is_string()) {
    if (j.get<std::string>() != "auto") fail(key, excerpt(j) + " is not known", "give \"auto\" or a number");
    return 0.0;
  }
  const double value = number(key);
  if (!(value > 0.0)) fail(key, excerpt(j) + " is not positive", "give \"auto\" or a positive number");
  return value;
}

int JsonObject::integer_or_auto(const std::string& key) {
  const double value = number_or_auto(key);
  return value == 0.0 ? 0 : as_integer(value, key);
}

std::vector<double> JsonObject::numbers(const std::string& key, std::size_t count) {
  const Json& j = at(key);
  if (!j.is_array() || j.size() != count)
    fail(key, excerpt(j) + " is not a list of " + std::to_string(count) + " numbers",
         "give " + std::to_string(count) + " numbers in [ ]");
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(as_number(j[i], key + "/" + std::to_string(i)));
  return values;
}

Vec3 JsonObject::vec3(const std::string& key) {
  const auto v = numbers(key, 3);
  return {v[0], v[1], v[2]};
}

JsonObject JsonObject::object(const std::string& key) {
  return {at(key), path_ + "/" + key, place_, unknown_};
}

std::vector<JsonObject> JsonObject::objects(const std::string& key) {
  const Json& j = at(key);
  if (!j.is_array()) fail(key, excerpt(j) + " is not a list", "give a list of objects in [ ]");
  std::vector<JsonObject> all;
  for (std::size_t i = 0; i < j.size(); ++i)
    all.emplace_back(j[i], path_ + "/" + key + "/" + std::to_string(i), place_, unknown_);
  return all;
}

std::size_t JsonObject::choice(const std::string& key, const std::vector<std::string_view>& names) {
  const std::string given = string(key);
  std::string known;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == given) return i;
    known += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  const std::string near = near_word(given, std::vector<std::string>(names.begin(), names.end()));
  fail(key, "\"" + given + "\" is not known" + (near.empty() ? "" : ", \"" + near + "\" is"),
       "use one of: " + known);
}

ExtraKeys JsonObject::unread() const {
  ExtraKeys extra;
  for (const auto& [key, value] : value_.items()) {
    if (read_.contains(key)) continue;
    extra.emplace(key, value.dump());
    if (unknown_ == nullptr) continue;
    const std::string near = near_key(key), path = path_ + "/" + key;
    if (near.empty())
      unknown_->push_back(
          {Severity::note, path, "the key is not known here: it is kept and does nothing", {}});
    else
      unknown_->push_back({Severity::warning, path, "the key is not known: it is kept and does nothing",
                           "did you mean \"" + near + "\"?"});
  }
  return extra;
}

std::string JsonObject::near_key(const std::string& key) const {
  return near_word(key, std::vector<std::string>(known_.begin(), known_.end()));
}

void write_extra(Json& object, const ExtraKeys& extra) {
  for (const auto& [key, text] : extra)
    object[key] = Json::parse(text);
}

}  // namespace foldwave
