#include "core/volume/filter/lines/recursive_gaussian.hpp"

#include <cmath>
#include <complex>

namespace foldwave {

namespace {

using Complex = std::complex<double>;

const std::array<Complex, recursive_waves> wave_rates{Complex(2.15108862538, 0.522991311088),
                                                      Complex(2.11558178638, 1.60647619605),
                                                      Complex(2.03514305107, 2.84461536827)};
const std::array<Complex, recursive_waves> wave_weights{Complex(3.0815801968, 6.72918965556),
                                                        Complex(-2.22403530045, -0.701813002112),
                                                        Complex(0.142453553222, -0.0626278403789)};

}  // namespace

RecursiveGaussian recursive_gaussian(double sigma, int n, double gain) {
  RecursiveGaussian r;
  std::array<Complex, recursive_waves> p;
  double sum = 0.0;
  for (std::size_t j = 0; j < p.size(); ++j) {
    p[j] = std::exp(-wave_rates[j] / sigma);
    sum += (wave_weights[j] * (1.0 + p[j]) / (1.0 - p[j])).real();
  }
  for (std::size_t j = 0; j < p.size(); ++j) {
    const Complex ahead = gain / sum * wave_weights[j], behind = ahead * p[j];
    r.pole_re[j] = static_cast<float>(p[j].real());
    r.pole_im[j] = static_cast<float>(p[j].imag());
    r.ahead_re[j] = static_cast<float>(ahead.real());
    r.ahead_im[j] = static_cast<float>(ahead.imag());
    r.behind_re[j] = static_cast<float>(behind.real());
    r.behind_im[j] = static_cast<float>(behind.imag());
  }
  constexpr double rounding = 1e-9;
  for (int k = 0; k < n; ++k) {
    double largest = 0.0;
    for (std::size_t j = 0; j < p.size(); ++j) {
      const Complex l = wave_rates[j] / sigma;
      const Complex w =
          (std::exp(-l * (1.0 * k)) + std::exp(-l * (2.0 * n - 1.0 - k))) / (1.0 - std::exp(-l * (2.0 * n)));
      largest = std::max(largest, std::abs(w));
      r.past.push_back(static_cast<float>(w.real()));
      r.past.push_back(static_cast<float>(w.imag()));
    }
    if (largest < rounding) break;
  }
  return r;
}

}  // namespace foldwave
