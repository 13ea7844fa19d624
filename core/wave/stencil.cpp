#include "core/wave/stencil.hpp"

#include <cmath>
#include <string>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

bool is_stencil_order(int order) {
  return order >= 2 && order <= max_stencil_order && order % 2 == 0;
}

std::vector<double> taylor_coefficients(int order) {
  if (!is_stencil_order(order))
    throw InputError("/propagation/order", std::to_string(order) + " is not a stencil order",
                     "give an even number from 2 to " + std::to_string(max_stencil_order));
  const int radius = order / 2;
  std::vector<double> c(static_cast<std::size_t>(radius) + 1, 0.0);
  double sum = 0.0;
  for (int k = radius; k >= 1; --k) {
    double product = 1.0 / (double(k) * k);
    for (int j = 1; j <= radius; ++j)
      if (j != k) product *= double(j) * j / (double(j) * j - double(k) * k);
    c[static_cast<std::size_t>(k)] = product;
    sum += product;
  }
  c[0] = -2.0 * sum;
  return c;
}

double stencil_symbol(int order, double theta) {
  const auto c = taylor_coefficients(order);
  // 1 - cos written as 2 sin^2, so that small angles keep their digits.
  double symbol = 0.0;
  for (std::size_t k = c.size() - 1; k >= 1; --k) {
    const double s = std::sin(0.5 * static_cast<double>(k) * theta);
    symbol += 4.0 * c[k] * s * s;
  }
  return symbol;
}

double largest_symbol(int order) {
  return stencil_symbol(order, std::acos(-1.0));
}

double stable_dt(const Grid3& grid, int order, double largest_velocity) {
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
  return 2.0 / (largest_velocity * std::sqrt(largest_symbol(order) * inverse_squares));
}

}  // namespace foldwave
