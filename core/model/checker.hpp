// What the checks of a scenario's parts share: findings by JSON path.
#pragma once

#include <cmath>
#include <string>

#include "core/base/text.hpp"
#include "core/model/fields.hpp"
#include "core/model/findings.hpp"

namespace foldwave {

class Checker {
 public:
  void error(const std::string& path, const std::string& problem, const std::string& remedy) {
    findings.push_back({Severity::error, path, problem, remedy});
  }

  void finite(const std::string& path, const Vec3& v) {
    for (int a = 0; a < 3; ++a)
      if (!(std::abs(v[a]) <= largest_length)) {
        error(path, number_text(v[a]) + " is no coordinate", "give three numbers in metres");
        return;
      }
  }

  void positive(const std::string& path, double value, const std::string& what) {
    if (!(value > 0.0) || !std::isfinite(value))
      error(path, number_text(value) + " is no " + what, "give a number above 0");
  }

  void between(const std::string& path, double value, double low, double high) {
    if (!(value >= low && value <= high))
      error(path, number_text(value) + " is out of range",
            "give " + number_text(low) + " to " + number_text(high));
  }

  // The numbers of a struct, and of all that it holds, as their table says.
  template <Tabled Part>
  void ranges(const std::string& path, const Part& part) {
    each_row<Part>([&](const auto& row, const std::string& prefix) {
      if (!row.only_if(part)) return;
      range(path + "/" + prefix + row.field.key, row.field, std::invoke(row.at, part));
    });
  }

  bool count(const std::string& path, int value, int most) {
    if (value >= 1 && value <= most) return true;
    error(path, std::to_string(value) + " is no number of receivers", "give 1 to " + std::to_string(most));
    return false;
  }

  Findings findings;

 private:
  template <class Value>
  void range(const std::string& path, const KeyFacts& field, const Value& value) {
    if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, int>) {
      if (field.holds(value)) return;
      const bool out_of = field.range.bounded() && field.range.step == 0.0;
      const std::string given = std::is_same_v<Value, int> ? std::to_string(value) : number_text(value);
      error(path, given + (out_of ? " is out of range" : " is no " + field.words()),
            "give " + std::string(field.automatic ? "\"auto\" or " : "") + field.range.text());
    } else if constexpr (std::is_same_v<Value, SegyWord>) {
      if (!in_trace_header(value))
        error(path, std::to_string(value.position) + " is out of range", "give " + field.range.text());
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
      if (value) range(path, field, *value);
    } else {
      each_part(value, path, [&](const auto& part, const std::string& at) { ranges(at, part); });
    }
  }
};

void check_velocity(Checker& c, const std::string& path, const VelocityFile& velocity);
void check_survey(Checker& c, const Scenario& scenario);
void check_propagation(Checker& c, const Scenario& scenario);
void check_imaging(Checker& c, const Scenario& scenario);

}  // namespace foldwave
