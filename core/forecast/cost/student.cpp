#include "core/forecast/cost/student.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

// Lentz's fraction of the incomplete beta function.
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  double c = 1.0, d = 1.0 - (a + b) * x / (a + 1.0);
  d = 1.0 / (std::abs(d) < tiny ? tiny : d);
  double sum = d;
  for (int m = 1; m <= 300; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double change = 1.0;
    for (const double step : {even, odd}) {
      d = 1.0 + step * d;
      d = 1.0 / (std::abs(d) < tiny ? tiny : d);
      c = 1.0 + step / c;
      if (std::abs(c) < tiny) c = tiny;
      change = c * d;
      sum *= change;
    }
    if (std::abs(change - 1.0) < 1e-14) break;
  }
  return sum;
}

double incomplete_beta(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(a, b, x) / a;
  return 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

}  // namespace

double student_quantile(double share, double degrees) {
  const double nu = std::max(degrees, 1.0);
  double low = 0.0, high = 1.0;
  const auto outside = [&](double q) { return incomplete_beta(0.5 * nu, 0.5, nu / (nu + q * q)); };
  while (outside(high) > 1.0 - share && high < 1e9)
    high *= 2.0;
  for (int i = 0; i < 100 && high - low > 1e-12 * high; ++i) {
    const double middle = 0.5 * (low + high);
    (outside(middle) > 1.0 - share ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace foldwave
