#include "core/volume/codec/transform/quantiser.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/error.hpp"
#include "core/volume/codec/transform/cosine_points.hpp"

namespace foldwave {

namespace {

void keep_zone(int kept, const Transform& transform, BrickShape shape, std::span<float> coefficients) {
  const BrickShape padded = coefficient_shape(transform, shape);
  const auto lies_beyond = [&](std::size_t axis, int at) {
    return is_transformed(transform, shape, axis) && at % transform_side >= kept;
  };
  float* row = coefficients.data();
  for (int z = 0; z < padded.n[2]; ++z)
    for (int y = 0; y < padded.n[1]; ++y, row += padded.n[0]) {
      const bool whole_row = lies_beyond(2, z) || lies_beyond(1, y);
      for (int x = 0; x < padded.n[0]; ++x)
        if (whole_row || lies_beyond(0, x)) row[x] = 0.0F;
    }
}

}  // namespace

void check_quantiser(const Quantiser& quantiser) {
  const float p = quantiser.parameter;
  bool fits = std::isfinite(p);
  if (quantiser.kind == QuantiserKind::zonal) fits = p >= 1.0F && p <= 8.0F && p == std::floor(p);
  if (quantiser.kind == QuantiserKind::threshold) fits = fits && p >= 0.0F;
  if (quantiser.kind == QuantiserKind::step) fits = fits && p > 0.0F && std::isfinite(step_sizes(p).inverse);
  if (quantiser.kind > QuantiserKind::step) fits = false;
  if (!fits)
    throw InputError("quantiser", "its parameter is out of range",
                     "zonal: 1 to 8; threshold: 0 or more; step: an error bound above 0");
}

void quantise(const Quantiser& quantiser, const Transform& transform, BrickShape shape,
              std::span<float> coefficients) {
  switch (quantiser.kind) {
    case QuantiserKind::none:
      return;
    case QuantiserKind::zonal:
      return keep_zone(static_cast<int>(quantiser.parameter), transform, shape, coefficients);
    case QuantiserKind::threshold:
      for (float& c : coefficients)
        c = std::abs(c) <= quantiser.parameter ? 0.0F : c;
      return;
    case QuantiserKind::step: {
      const float inverse = step_sizes(quantiser.parameter).inverse;
      for (float& c : coefficients)
        c = std::bit_cast<float>(folded_steps(c, inverse));
      return;
    }
  }
}

void restore(const Quantiser& quantiser, std::span<float> coefficients) {
  if (quantiser.kind != QuantiserKind::step) return;
  const float step = step_sizes(quantiser.parameter).step;
  for (float& c : coefficients)
    c = unfolded_steps(std::bit_cast<std::uint32_t>(c), step);
}

}  // namespace foldwave
