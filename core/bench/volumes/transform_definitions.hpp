// What the transforms of bricks are measured against: the cosine's definition, orthogonality, and the coding
// gain of the literature; for measures and tests.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "core/base/worst.hpp"
#include "core/volume/codec/transform/transform.hpp"

namespace foldwave {

// Coefficient f of eight points, by the library's own cosine.
inline double cosine_definition(int f, int t) {
  const double c = f == 0 ? std::sqrt(0.5) : 1.0;
  return std::sqrt(2.0 / 8.0) * c * std::cos((2 * t + 1) * f * std::numbers::pi / 16.0);
}

// The definition in three dimensions, on a brick that was filled up by its last values.
inline double cosine_coefficient(std::span<const float> values, BrickShape shape, const Transform& transform,
                                 const std::array<int, 3>& at) {
  std::array<int, 3> count{}, block{};
  for (std::size_t a = 0; a < 3; ++a) {
    const bool is = is_transformed(transform, shape, a);
    count[a] = is ? 8 : 1;
    block[a] = is ? at[a] / 8 * 8 : at[a];
  }
  const auto factor = [&](std::size_t a, int t) {
    return count[a] == 1 ? 1.0 : cosine_definition(at[a] % 8, t);
  };
  double sum = 0.0;
  for (int z = 0; z < count[2]; ++z)
    for (int y = 0; y < count[1]; ++y)
      for (int x = 0; x < count[0]; ++x) {
        const int i = std::min(block[0] + x, shape.n[0] - 1), j = std::min(block[1] + y, shape.n[1] - 1),
                  k = std::min(block[2] + z, shape.n[2] - 1);
        sum += factor(0, x) * factor(1, y) * factor(2, z) *
               static_cast<double>(values[static_cast<std::size_t>((k * shape.n[1] + j) * shape.n[0] + i)]);
      }
  return sum;
}

// The largest error of a cosine transform of this brick, all its coefficients.
inline double cosine_error(const Transform& transform, std::span<const float> values, BrickShape shape) {
  const BrickShape padded = coefficient_shape(transform, shape);
  std::vector<float> found(padded.values());
  transform_forward<float>(transform, values, shape, found);
  double worst = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const int at = static_cast<int>(i);
    const std::array<int, 3> place{at % padded.n[0], at / padded.n[0] % padded.n[1],
                                   at / padded.n[0] / padded.n[1]};
    worst = worst_of(worst, std::abs(double{found[i]} - cosine_coefficient(values, shape, transform, place)));
  }
  return worst;
}

// Row k: the values that coefficient k of a line alone stands for.
inline std::vector<std::vector<double>> functions_of(TransformKind kind, int blocks) {
  const BrickShape line{{8 * blocks, 1, 1}};
  std::vector<std::vector<double>> rows;
  for (std::size_t k = 0; k < line.values(); ++k) {
    std::vector<double> one(line.values(), 0.0), values(line.values());
    one[k] = 1.0;
    transform_back<double>({kind, 1}, one, line, values);
    rows.push_back(values);
  }
  return rows;
}

inline double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

// The largest element of T'T - 1.
inline double orthogonality_error(TransformKind kind, int blocks) {
  const auto rows = functions_of(kind, blocks);
  double worst = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows.size(); ++j)
      worst = worst_of(worst, std::abs(product(rows[i], rows[j]) - (i == j ? 1.0 : 0.0)));
  return worst;
}

// Of neighbours that correlate by 0.95, in dB: arithmetic over geometric mean of the coefficients' variances.
inline double coding_gain(TransformKind kind) {
  const auto rows = functions_of(kind, 11);
  double sum = 0.0, logarithms = 0.0;
  for (std::size_t f = 0; f < 8; ++f) {
    const std::vector<double>& p = rows[40 + f];
    double variance = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < p.size(); ++j)
        variance += p[i] * p[j] * std::pow(0.95, std::abs(static_cast<double>(i) - static_cast<double>(j)));
    sum += variance / 8.0;
    logarithms += std::log(variance) / 8.0;
  }
  return 10.0 * std::log10(sum / std::exp(logarithms));
}

}  // namespace foldwave
