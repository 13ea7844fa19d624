#include "core/base/kaiser_sinc.hpp"

#include <cmath>
#include <numbers>

namespace foldwave {

namespace {

// Modified Bessel function I_0 by its power series, quick enough below 20.
double bessel_i0(double x) {
  double term = 1.0;
  double sum = 1.0;
  for (int k = 1; term > 1e-17 * sum; ++k) {
    term *= (x / (2.0 * k)) * (x / (2.0 * k));
    sum += term;
  }
  return sum;
}

}  // namespace

KaiserSinc::KaiserSinc(double half_width, double b)
    : half_width_(half_width), b_(b), scale_(1.0 / bessel_i0(b)) {}

double KaiserSinc::operator()(double x) const {
  const double part = x / half_width_;
  if (!(std::abs(part) < 1.0)) return 0.0;
  const double window = scale_ * bessel_i0(b_ * std::sqrt(1.0 - part * part));
  const double angle = std::numbers::pi * x;
  return window * (std::abs(angle) < 1e-9 ? 1.0 : std::sin(angle) / angle);
}

}  // namespace foldwave
