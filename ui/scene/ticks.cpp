#include "ui/scene/ticks.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"

namespace foldwave {

Ticks round_ticks(double low, double high, int wanted) {
  Ticks ticks;
  if (!(high > low) || !std::isfinite(high - low)) return {1.0, {low}};
  const double raw = (high - low) / std::max(wanted, 1);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double lead = raw / power;
  ticks.step = power * (lead <= 1.0 ? 1.0 : lead <= 2.0 ? 2.0 : lead <= 5.0 ? 5.0 : 10.0);
  const double slack = 1e-6 * ticks.step;
  for (double k = std::ceil((low - slack) / ticks.step); k * ticks.step <= high + slack; k += 1.0)
    ticks.at.push_back(k * ticks.step);
  return ticks;
}

std::string tick_text(double value, double step) {
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
  if (std::abs(value) < 1e-9 * step) value = 0.0;
  return fixed_text(value, decimals);
}

}  // namespace foldwave
