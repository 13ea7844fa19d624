// Round numbers for an axis.
#pragma once

#include <string>
#include <vector>

namespace foldwave {

struct Ticks {
  double step = 1.0;
  std::vector<double> at;  // increasing, all inside the range
};

// Steps of 1, 2 or 5 times a power of ten, about `wanted` of them between low and high, and so that two ticks
// at least tell the scale.
Ticks round_ticks(double low, double high, int wanted);
std::string tick_text(double value, double step);  // as many decimals as the step needs

}  // namespace foldwave
