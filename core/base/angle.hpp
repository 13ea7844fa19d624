// Degrees, which people type, to radians, which formulas take.
#pragma once

#include <numbers>

namespace foldwave {

constexpr double radians(double degrees) {
  return degrees * std::numbers::pi / 180.0;
}

}  // namespace foldwave
