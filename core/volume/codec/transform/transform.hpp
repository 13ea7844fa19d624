// Transforms of a brick, orthonormal, by blocks of eight nodes an axis, one axis after another:
//
//   cosine          DCT-II by its definition; the yardstick of
//   fast_cosine     the same by Arai, Agui and Nakajima's graph
//   lapped          lapped orthogonal transform, 16 points a function (Malvar; seed 003's, in one dimension)
//   general_lapped  GenLOT, 40 points
//
// The points: cosine_points.hpp, lapped_points.hpp, which CUDA's driver calls too.
// Shapes: 1 to 3 dimensions, x first; an axis of fewer than 8 nodes is left as it is. The others are filled
// up to a multiple of 8 by their last value, so the coefficients have a shape of their own, x fastest,
// wavenumber f of a block at 8 block + f. Units: the values'. Instances: float and double; float gives the
// same bits on every machine. Errors: InputError for a shape that does not fit the spans.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/volume/codec/codec.hpp"

namespace foldwave {

enum class TransformKind : std::uint8_t { cosine, fast_cosine, lapped, general_lapped };

struct Transform {
  TransformKind kind = TransformKind::fast_cosine;
  int dimensions = 3;
  bool operator==(const Transform&) const = default;
};

// Whether axis `axis` is transformed.
bool is_transformed(const Transform& transform, BrickShape shape, std::size_t axis);

BrickShape coefficient_shape(const Transform& transform, BrickShape shape);

// `values` and `coefficients` must not overlap.
template <class Number>
void transform_forward(const Transform& transform, std::span<const Number> values, BrickShape shape,
                       std::span<Number> coefficients);

// Uses the coefficients up: what stands there afterwards is of no use.
template <class Number>
void transform_back(const Transform& transform, std::span<Number> coefficients, BrickShape shape,
                    std::span<Number> values);

}  // namespace foldwave
