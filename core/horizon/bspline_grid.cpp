#include "core/horizon/bspline_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace foldwave {

namespace {

// The four cubic B-spline weights at t in [0, 1] of a cell, with first and second derivatives.
struct LineWeights {
  std::array<double, 4> w, d, dd;
};

LineWeights weights(double t) {
  const double s = 1.0 - t;
  return {{s * s * s / 6.0, (4.0 - 6.0 * t * t + 3.0 * t * t * t) / 6.0,
           (4.0 - 6.0 * s * s + 3.0 * s * s * s) / 6.0, t * t * t / 6.0},
          {-0.5 * s * s, 0.5 * (3.0 * t * t - 4.0 * t), 0.5 * (4.0 * s - 3.0 * s * s), 0.5 * t * t},
          {s, 3.0 * t - 2.0, 3.0 * s - 2.0, t}};
}

// Coefficients 0 .. n + 1 of the natural interpolating spline of values[stride * i], i < n, by the Thomas
// algorithm.
void natural_coefficients(const std::vector<double>& values, std::vector<double>& c) {
  const std::size_t n = values.size();
  c.assign(n + 2, 0.0);
  if (n == 1) {
    std::fill(c.begin(), c.end(), values[0]);
    return;
  }
  c[1] = values[0];
  c[n] = values[n - 1];
  std::vector<double> upper(n, 0.0);
  std::vector<double> right(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double below = i == 1 ? 0.0 : 1.0;
    double rhs = 6.0 * values[i];
    if (i == 1) rhs -= c[1];
    if (i + 2 == n) rhs -= c[n];
    const double diagonal = 4.0 - below * upper[i - 1];
    upper[i] = 1.0 / diagonal;
    right[i] = (rhs - below * right[i - 1]) / diagonal;
  }
  for (std::size_t i = n - 2; i >= 1; --i)
    c[i + 1] = right[i] - (i + 2 == n ? 0.0 : upper[i] * c[i + 2]);
  c[0] = 2.0 * c[1] - c[2];
  c[n + 1] = 2.0 * c[n] - c[n - 1];
}

}  // namespace

HeightJet BsplineGrid::at(double x, double y) const {
  const double u = std::clamp((x - x0) / dx, 0.0, nx - 1.0);
  const double v = std::clamp((y - y0) / dy, 0.0, ny - 1.0);
  const int i = std::min(static_cast<int>(u), std::max(nx - 2, 0));
  const int j = std::min(static_cast<int>(v), std::max(ny - 2, 0));
  const LineWeights a = weights(u - i);
  const LineWeights b = weights(v - j);

  HeightJet jet;
  const int row = nx + 2;
  for (int m = 0; m < 4; ++m) {
    if (j + m >= ny + 2) break;
    const double* c = coefficients.data() + static_cast<std::ptrdiff_t>(j + m) * row + i;
    double f = 0.0, fx = 0.0, fxx = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      if (i + static_cast<int>(k) >= row) break;
      f += a.w[k] * c[k];
      fx += a.d[k] * c[k];
      fxx += a.dd[k] * c[k];
    }
    const auto q = static_cast<std::size_t>(m);
    jet.f += b.w[q] * f;
    jet.fx += b.w[q] * fx;
    jet.fxx += b.w[q] * fxx;
    jet.fy += b.d[q] * f;
    jet.fxy += b.d[q] * fx;
    jet.fyy += b.dd[q] * f;
  }
  jet.fx /= dx;
  jet.fy /= dy;
  jet.fxx /= dx * dx;
  jet.fxy /= dx * dy;
  jet.fyy /= dy * dy;

  // Outside: straight on along the rim's slope, so that value and slope stay continuous.
  const double ox = x - (x0 + u * dx);
  const double oy = y - (y0 + v * dy);
  const bool outside_x = std::abs(ox) > 1e-12 * dx * nx;
  const bool outside_y = std::abs(oy) > 1e-12 * dy * ny;
  if (outside_x || outside_y) {
    jet.f += jet.fx * ox + jet.fy * oy + jet.fxy * ox * oy;
    jet.fx += jet.fxy * oy;
    jet.fy += jet.fxy * ox;
    if (outside_x) jet.fxx = 0.0;
    if (outside_y) jet.fyy = 0.0;
  }
  return jet;
}

double BsplineGrid::value(double x, double y) const {
  const double u = (x - x0) / dx;
  const double v = (y - y0) / dy;
  if (!(u >= 0.0 && u < nx - 1.0 && v >= 0.0 && v < ny - 1.0)) return at(x, y).f;
  const int i = static_cast<int>(u);
  const int j = static_cast<int>(v);
  const double t = u - i;
  const double s = 1.0 - t;
  const double a0 = s * s * s / 6.0;
  const double a3 = t * t * t / 6.0;
  const double a1 = 2.0 / 3.0 - t * t + 3.0 * a3;
  const double a2 = 2.0 / 3.0 - s * s + 3.0 * a0;
  const double p = v - j;
  const double q = 1.0 - p;
  const double b0 = q * q * q / 6.0;
  const double b3 = p * p * p / 6.0;
  const double b1 = 2.0 / 3.0 - p * p + 3.0 * b3;
  const double b2 = 2.0 / 3.0 - q * q + 3.0 * b0;
  const double* const c = coefficients.data() + static_cast<std::ptrdiff_t>(j) * (nx + 2) + i;
  const auto row = [&](const double* r) { return a0 * r[0] + a1 * r[1] + a2 * r[2] + a3 * r[3]; };
  const std::ptrdiff_t step = nx + 2;
  return b0 * row(c) + b1 * row(c + step) + b2 * row(c + 2 * step) + b3 * row(c + 3 * step);
}

BsplineGrid interpolate_on_grid(double x0, double y0, double dx, double dy, int nx, int ny,
                                const std::vector<double>& values) {
  BsplineGrid grid{x0, y0, dx, dy, nx, ny, {}};
  const auto columns = static_cast<std::size_t>(nx);
  const auto rows = static_cast<std::size_t>(ny);
  std::vector<double> half((columns + 2) * rows);
  std::vector<double> line, c;
  for (std::size_t j = 0; j < rows; ++j) {
    line.assign(values.begin() + static_cast<std::ptrdiff_t>(j * columns),
                values.begin() + static_cast<std::ptrdiff_t>((j + 1) * columns));
    natural_coefficients(line, c);
    std::copy(c.begin(), c.end(), half.begin() + static_cast<std::ptrdiff_t>(j * (columns + 2)));
  }
  grid.coefficients.resize((columns + 2) * (rows + 2));
  line.resize(rows);
  for (std::size_t i = 0; i < columns + 2; ++i) {
    for (std::size_t j = 0; j < rows; ++j)
      line[j] = half[j * (columns + 2) + i];
    natural_coefficients(line, c);
    for (std::size_t j = 0; j < rows + 2; ++j)
      grid.coefficients[j * (columns + 2) + i] = c[j];
  }
  return grid;
}

}  // namespace foldwave
