// Degrees, which people type, to radians, which formulas take, and back.
#pragma once

#include <numbers>

namespace foldwave {

constexpr double radians(double degrees) {
  return degrees * std::numbers::pi / 180.0;
}

constexpr double degrees(double radians) {
  return radians * 180.0 / std::numbers::pi;
}

}  // namespace foldwave
