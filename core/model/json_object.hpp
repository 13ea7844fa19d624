// A JSON object being read: typed access whose errors name the JSON path, and a record of which keys were
// asked for, so that the others can be kept as they are.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/vec3.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

using Json = nlohmann::ordered_json;

class JsonObject {
 public:
  // Throws InputError when `value` is no object.
  JsonObject(const Json& value, std::string path, std::string place);

  bool has(const std::string& key) const { return value_.contains(key); }
  double number(const std::string& key);
  double number_or(const std::string& key, double fallback);
  int integer(const std::string& key);
  int as_integer(double value, const std::string& key) const;  // of an item of a list, say
  int integer_or(const std::string& key, int fallback);
  bool boolean_or(const std::string& key, bool fallback);
  std::string string(const std::string& key);
  std::string string_or(const std::string& key, const std::string& fallback);
  double number_or_auto(const std::string& key);  // "auto" or left out: 0
  int integer_or_auto(const std::string& key);    // the same
  std::vector<double> numbers(const std::string& key, std::size_t count);
  Vec3 vec3(const std::string& key);
  JsonObject object(const std::string& key);
  std::vector<JsonObject> objects(const std::string& key);  // an array of objects

  // The index of the key's string among `names`; an unknown one is an error that lists them.
  std::size_t choice(const std::string& key, const std::vector<std::string_view>& names);

  const Json& at(const std::string& key);  // missing: an error
  ExtraKeys unread() const;

  [[noreturn]] void fail(const std::string& key, const std::string& problem, const std::string& remedy) const;

 private:
  double as_number(const Json& j, const std::string& key) const;

  const Json& value_;
  std::string path_;
  std::string place_;
  std::set<std::string> read_;
};

void write_extra(Json& object, const ExtraKeys& extra);

}  // namespace foldwave
