// What is left out of coefficients:
//
//   none       nothing
//   zonal      every wavenumber from `parameter` of 8 on, on every axis that is transformed (seed 003: 4)
//   threshold  every coefficient of a magnitude up to `parameter`; RMS error <= parameter, as the transforms
//              are orthonormal
//   step       q = trunc(c / D + 0.45 sign c), D = 1.7 `parameter`; with outliers kept apart (chain.hpp) the
//              largest error of a value is `parameter`
//
// Zonal and threshold leave floats and promise no largest error; step leaves whole numbers, folded so that
// small ones of either sign are small. The functions of one coefficient are the device's too.
#pragma once

#include <cstdint>

#include "core/base/host_device.hpp"
#include "core/volume/codec/transform/transform.hpp"

namespace foldwave {

enum class QuantiserKind : std::uint8_t { none, zonal, threshold, step };

struct Quantiser {
  QuantiserKind kind = QuantiserKind::none;
  float parameter = 0.0F;
  bool operator==(const Quantiser&) const = default;
};
inline Quantiser zonal(int kept) {
  return {QuantiserKind::zonal, static_cast<float>(kept)};
}
inline Quantiser threshold(float limit) {
  return {QuantiserKind::threshold, limit};
}
inline Quantiser within(float bound) {
  return {QuantiserKind::step, bound};
}
// Throws InputError: zonal 1 to 8 whole, threshold 0 or more, step more than 0, all finite.
void check_quantiser(const Quantiser& quantiser);

constexpr float quantiser_steps_a_bound = 1.7F;

struct StepSizes {
  float step, inverse;
};
HOST_DEVICE constexpr StepSizes step_sizes(float bound) {
  const float step = bound * quantiser_steps_a_bound;
  return {step, 1.0F / step};
}

// Coefficients must be numbers; those of 2^30 steps and more are cut there.
HOST_DEVICE FOLDWAVE_INLINE std::uint32_t folded_steps(float coefficient, float inverse_step) {
  constexpr float rounding = 0.45F, most = 1073741824.0F;
  float steps = coefficient * inverse_step;
  steps = steps + (steps < 0.0F ? -rounding : rounding);
  steps = steps > most ? most : steps < -most ? -most : steps;
  const auto q = static_cast<std::int32_t>(steps);
  return (static_cast<std::uint32_t>(q) << 1) ^ (q < 0 ? ~0U : 0U);
}
HOST_DEVICE FOLDWAVE_INLINE float unfolded_steps(std::uint32_t folded, float step) {
  const auto q = static_cast<std::int32_t>((folded >> 1) ^ ((folded & 1U) != 0 ? ~0U : 0U));
  return static_cast<float>(q) * step;
}

// In place; coefficients of `shape` (a brick's) under `transform`. Of step: the words' bits in the floats.
void quantise(const Quantiser& quantiser, const Transform& transform, BrickShape shape,
              std::span<float> coefficients);
void restore(const Quantiser& quantiser, std::span<float> coefficients);

}  // namespace foldwave
