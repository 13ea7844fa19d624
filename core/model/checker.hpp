// What the checks of a scenario's parts share: findings by JSON path.
#pragma once

#include <cmath>
#include <string>

#include "core/base/text.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Metres: beyond the Earth's own size a number is a slip.
constexpr double largest_length = 1e8;

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

  bool count(const std::string& path, int value, int most) {
    if (value >= 1 && value <= most) return true;
    error(path, std::to_string(value) + " is no number of receivers", "give 1 to " + std::to_string(most));
    return false;
  }

  Findings findings;
};

void check_survey(Checker& c, const Scenario& scenario);
void check_propagation(Checker& c, const Scenario& scenario);

}  // namespace foldwave
