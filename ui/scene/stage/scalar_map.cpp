#include "ui/scene/stage/scalar_map.hpp"

#include <algorithm>
#include <utility>

namespace foldwave {

ScalarMap scalar_map(int nx, int ny, std::vector<float> values, const ColorMap& colors, std::string title,
                     std::string unit) {
  ScalarMap map{nx, ny, std::move(values), 0.0, 1.0, &colors, std::move(title), std::move(unit)};
  bool any = false;
  for (const float value : map.values) {
    if (!std::isfinite(value)) continue;
    const auto v = static_cast<double>(value);
    map.low = any ? std::min(map.low, v) : v;
    map.high = any ? std::max(map.high, v) : v;
    any = true;
  }
  return map;
}

}  // namespace foldwave
