#include "core/wave/analytic.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace foldwave {

double point_source_3d(const TimeFunction& s, double time, double distance, double velocity) {
  const double retarded = time - distance / velocity;
  return retarded < 0.0 ? 0.0 : s(retarded) / (4.0 * std::numbers::pi * distance);
}

double line_source_2d(const TimeFunction& s, double time, double distance, double velocity,
                      double finest_time) {
  const double arrival = distance / velocity;
  if (time <= arrival) return 0.0;
  const double end = std::acosh(time / arrival);
  // tau moves at most arrival sinh(end) per unit of phi: fifty points within finest_time at the fastest
  // place.
  const double fastest = arrival * std::sinh(end) * end;
  const int halves = std::max(64, static_cast<int>(std::ceil(25.0 * fastest / finest_time)));
  const int intervals = 2 * halves;
  const double step = end / intervals;
  double sum = 0.0;
  for (int n = 0; n <= intervals; ++n) {
    const double weight = n == 0 || n == intervals ? 1.0 : n % 2 == 1 ? 4.0 : 2.0;
    const double retarded = time - arrival * std::cosh(n * step);
    if (retarded >= 0.0) sum += weight * s(retarded);
  }
  return sum * step / 3.0 / (2.0 * std::numbers::pi);
}

double relative_l2(const std::vector<double>& trace, const std::vector<double>& exact) {
  double difference = 0.0, size = 0.0;
  for (std::size_t n = 0; n < exact.size(); ++n) {
    difference += (trace[n] - exact[n]) * (trace[n] - exact[n]);
    size += exact[n] * exact[n];
  }
  return std::sqrt(difference / size);
}

double leapfrog_frequency(double omega, double dt) {
  return 2.0 / dt * std::asin(0.5 * omega * dt);
}

}  // namespace foldwave
