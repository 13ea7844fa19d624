#include "core/wave/stencil.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {

// c_0 from the others: a constant has no derivative.
void close(Stencil& stencil) {
  double sum = 0.0;
  for (std::size_t k = static_cast<std::size_t>(stencil.radius); k >= 1; --k)
    sum += stencil.second[k];
  stencil.second[0] = -2.0 * sum;
}

double taylor_second(int k, int radius) {
  double product = 1.0 / (double(k) * k);
  for (int j = 1; j <= radius; ++j)
    if (j != k) product *= double(j) * j / (double(j) * j - double(k) * k);
  return product;
}

}  // namespace

bool is_stencil_order(int order) {
  return order >= 2 && order <= max_stencil_order && order % 2 == 0;
}

Stencil taylor_stencil(int order) {
  if (!is_stencil_order(order))
    throw InputError("/propagation/order", std::to_string(order) + " is not a stencil order",
                     "give an even number from 2 to " + std::to_string(max_stencil_order));
  Stencil stencil{order / 2, {}, {}, "order " + std::to_string(order)};
  for (int k = stencil.radius; k >= 1; --k) {
    const auto at = static_cast<std::size_t>(k);
    stencil.second[at] = taylor_second(k, stencil.radius);
    stencil.first[at] = 0.5 * k * stencil.second[at];
  }
  close(stencil);
  return stencil;
}

Stencil windowed_stencil(double alpha, double beta, int half_length) {
  if (half_length < 1 || half_length > max_stencil_radius)
    throw InputError("/propagation/window/half_length", std::to_string(half_length) + " is out of range",
                     "give 1 to " + std::to_string(max_stencil_radius));
  if (!(alpha >= 0.5 && alpha <= 1.0))
    throw InputError("/propagation/window/alpha", number_text(alpha) + " is out of range",
                     "give 0.5 (Hann) to 1 (no taper)");
  if (!(beta >= 0.0 && beta <= 20.0))
    throw InputError("/propagation/window/beta", number_text(beta) + " is out of range", "give 0 to 20");
  Stencil stencil = taylor_stencil(2 * half_length);
  stencil.name = "windowed, alpha " + number_text(alpha) + ", beta " + number_text(beta) + ", half-length " +
                 std::to_string(half_length);
  for (int k = 1; k <= half_length; ++k) {
    const double taper = alpha + (1.0 - alpha) * std::cos(std::numbers::pi * k / (half_length + 2));
    stencil.second[static_cast<std::size_t>(k)] =
        (k % 2 == 1 ? 2.0 : -2.0) / (double(k) * k) * std::pow(std::max(taper, 0.0), 0.5 * beta);
  }
  close(stencil);
  return stencil;
}

std::vector<double> staggered_coefficients(int radius) {
  std::vector<double> e(static_cast<std::size_t>(radius));
  for (int k = 1; k <= radius; ++k) {
    const double at = 2.0 * k - 1.0;
    double product = 1.0 / at;
    for (int j = 1; j <= radius; ++j) {
      const double other = 2.0 * j - 1.0;
      if (j != k) product *= other * other / (other * other - at * at);
    }
    e[static_cast<std::size_t>(k) - 1] = product;
  }
  return e;
}

double moment_error(const Stencil& stencil) {
  double moment = 0.0;
  for (std::size_t k = static_cast<std::size_t>(stencil.radius); k >= 1; --k)
    moment += stencil.second[k] * static_cast<double>(k * k);
  return moment - 1.0;
}

double stencil_symbol(const Stencil& stencil, double theta) {
  // 1 - cos written as 2 sin^2, so that small angles keep their digits.
  double symbol = 0.0;
  for (std::size_t k = static_cast<std::size_t>(stencil.radius); k >= 1; --k) {
    const double s = std::sin(0.5 * static_cast<double>(k) * theta);
    symbol += 4.0 * stencil.second[k] * s * s;
  }
  return symbol;
}

double largest_symbol(const Stencil& stencil) {
  // A window that cuts off sharply has ripples: its symbol may be largest before pi.
  constexpr int samples = 512;
  double most = 0.0;
  for (int n = 1; n <= samples; ++n)
    most = std::max(most, stencil_symbol(stencil, std::numbers::pi * n / samples));
  return most;
}

double stable_dt(const Grid3& grid, const Stencil& stencil, double largest_velocity, int time_order) {
  if (!(largest_velocity > 0.0) || !std::isfinite(largest_velocity))
    throw InputError("velocity", number_text(largest_velocity) + " m/s is not a positive velocity",
                     "give a velocity above 0");
  double inverse_squares = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis == 1 && grid.is_section()) continue;
    const double h = grid.h[static_cast<std::size_t>(axis)];
    if (!(h > 0.0))
      throw InputError("/grid", "a spacing of " + number_text(h) + " m is not positive",
                       "give spacings above 0");
    inverse_squares += 1.0 / (h * h);
  }
  // x = v^2 dt^2 lambda: 2 - x >= -2 at second order; 2 - x + x^2 / 12 stays within 2 up to x = 12 at fourth.
  const double largest_x = time_order == 4 ? 12.0 : 4.0;
  return std::sqrt(largest_x / (largest_symbol(stencil) * inverse_squares)) / largest_velocity;
}

}  // namespace foldwave
