// A JSON object being read: typed access whose errors name the JSON path, and a record of which keys were
// asked for, so that the others can be kept as they are, and told with the known key that each is nearest to.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/vec3.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

using Json = nlohmann::ordered_json;

class JsonObject {
 public:
  // Throws InputError when `value` is no object. What it and the objects in it do not know is told to
  // `unknown`.
  JsonObject(const Json& value, std::string path, std::string place, Findings* unknown = nullptr);

  bool has(const std::string& key) {
    known_.insert(key);
    return value_.contains(key);
  }
  double number(const std::string& key);
  double number_or(const std::string& key, double fallback);
  int integer(const std::string& key);
  double as_number(const Json& j, const std::string& key) const;
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
  ExtraKeys unread() const;                // once every key was asked for
  // The key that was asked for and is nearest to one that was not; empty: none.
  std::string near_key(const std::string& key) const;

  [[noreturn]] void fail(const std::string& key, const std::string& problem, const std::string& remedy) const;

 private:
  const Json& value_;
  std::string path_;
  std::string place_;
  Findings* unknown_;
  std::set<std::string> known_, read_;  // asked for; taken
};

void write_extra(Json& object, const ExtraKeys& extra);

}  // namespace foldwave
