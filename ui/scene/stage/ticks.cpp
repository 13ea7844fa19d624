#include "ui/scene/stage/ticks.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"

namespace foldwave {

Ticks round_ticks(double low, double high, int wanted) {
  Ticks ticks;
  // A range that counting in steps would not cross is none.
  constexpr double narrowest = 1e-12;
  const bool is_range = high - low > narrowest * std::max(std::abs(low), std::abs(high));
  if (!is_range || !std::isfinite(high - low)) return {1.0, {low}};
  const double raw = (high - low) / std::max(wanted, 1);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  // From the coarsest: the last that is not below what is wanted, or the first with two ticks.
  for (const double lead : {10.0, 5.0, 2.0, 1.0, 0.5, 0.2, 0.1}) {
    if (lead * power < raw && ticks.at.size() >= 2) break;
    ticks = {lead * power, {}};
    const double slack = 1e-6 * ticks.step;
    for (double k = std::ceil((low - slack) / ticks.step); k * ticks.step <= high + slack; k += 1.0)
      ticks.at.push_back(k * ticks.step);
  }
  return ticks;
}

std::string tick_text(double value, double step) {
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
  if (std::abs(value) < 1e-9 * step) value = 0.0;
  return fixed_text(value, decimals);
}

}  // namespace foldwave
