// One line of blocks by any of the transforms, as the processor and the device do it.
#pragma once

#include "core/volume/codec/transform/lapped_points.hpp"
#include "core/volume/codec/transform/transform.hpp"

namespace foldwave {

template <TransformKind kind, class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void line_forward(Value* line, int blocks) {
  FOLDWAVE_UNROLL
  for (int b = 0; b < blocks; ++b)
    if constexpr (kind == TransformKind::cosine)
      direct_cosine<Number>(line + transform_side * b);
    else
      fast_cosine<Number>(line + transform_side * b);
  if constexpr (kind == TransformKind::lapped) lap<Number>(line, blocks);
  if constexpr (kind == TransformKind::general_lapped) lap_general<Number>(line, blocks);
}

template <TransformKind kind, class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void line_back(Value* line, int blocks) {
  if constexpr (kind == TransformKind::lapped) lap_back<Number>(line, blocks);
  if constexpr (kind == TransformKind::general_lapped) lap_general_back<Number>(line, blocks);
  FOLDWAVE_UNROLL
  for (int b = 0; b < blocks; ++b)
    if constexpr (kind == TransformKind::cosine)
      direct_cosine_back<Number>(line + transform_side * b);
    else
      fast_cosine_back<Number>(line + transform_side * b);
}

}  // namespace foldwave
