#include "core/volume/codec/transform/transform.hpp"

#include <algorithm>
#include <cstring>

#include "core/base/error.hpp"
#include "core/volume/codec/transform/line_transform.hpp"

namespace foldwave {

namespace {

constexpr std::size_t lanes = 8;  // lines that are transformed side by side
template <class Number>
struct LanesOf;
template <>
struct LanesOf<float> {
  using Type = float __attribute__((vector_size(lanes * sizeof(float))));
};
template <>
struct LanesOf<double> {
  using Type = double __attribute__((vector_size(lanes * sizeof(double))));
};
template <class Number>
using LineLanes = typename LanesOf<Number>::Type;

std::size_t size_of(int n) {
  return static_cast<std::size_t>(n);
}

// Lanes of eight places become places of eight lanes: three rounds of pairs.
template <class Lanes>
FOLDWAVE_INLINE void swap_lanes(Lanes* v) {
  Lanes t[lanes];
  for (std::size_t i = 0; i < 4; ++i) {
    t[2 * i] = __builtin_shufflevector(v[i], v[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    t[2 * i + 1] = __builtin_shufflevector(v[i], v[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    v[2 * i] = __builtin_shufflevector(t[i], t[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    v[2 * i + 1] = __builtin_shufflevector(t[i], t[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    t[2 * i] = __builtin_shufflevector(v[i], v[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    t[2 * i + 1] = __builtin_shufflevector(v[i], v[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (std::size_t i = 0; i < lanes; ++i)
    v[i] = t[i];
}

// Eight lines at most: where the first point of each stands, and how far the points are apart.
template <class Number>
struct LineGroup {
  Number* first[lanes];
  std::size_t count = 0, stride = 1;
  bool side_by_side = false;  // eight lines, each one value beside the last

  FOLDWAVE_INLINE void take(LineLanes<Number>* line, int points) const {
    if (side_by_side) {
      for (std::size_t i = 0; i < size_of(points); ++i)
        std::memcpy(&line[i], first[0] + i * stride, sizeof(line[i]));
    } else if (stride == 1 && count == lanes) {
      for (std::size_t i = 0; i < size_of(points); i += lanes) {
        for (std::size_t l = 0; l < lanes; ++l)
          std::memcpy(&line[i + l], first[l] + i, sizeof(line[i]));
        swap_lanes(line + i);
      }
    } else {
      for (std::size_t i = 0; i < size_of(points); ++i) {
        line[i] = LineLanes<Number>{};
        for (std::size_t l = 0; l < count; ++l)
          line[i][l] = first[l][i * stride];
      }
    }
  }
  FOLDWAVE_INLINE void give(LineLanes<Number>* line, int points) const {
    if (side_by_side) {
      for (std::size_t i = 0; i < size_of(points); ++i)
        std::memcpy(first[0] + i * stride, &line[i], sizeof(line[i]));
    } else if (stride == 1 && count == lanes) {
      for (std::size_t i = 0; i < size_of(points); i += lanes) {
        swap_lanes(line + i);
        for (std::size_t l = 0; l < lanes; ++l)
          std::memcpy(first[l] + i, &line[i + l], sizeof(line[i]));
      }
    } else {
      for (std::size_t i = 0; i < size_of(points); ++i)
        for (std::size_t l = 0; l < count; ++l)
          first[l][i * stride] = line[i][l];
    }
  }
};

template <TransformKind kind, bool back, class Number>
void transform_group(const LineGroup<Number>& group, LineLanes<Number>* line, int points) {
  group.take(line, points);
  if constexpr (back)
    line_back<kind, Number>(line, points / transform_side);
  else
    line_forward<kind, Number>(line, points / transform_side);
  group.give(line, points);
}

template <TransformKind kind, bool back, class Number>
void transform_axis(Number* data, BrickShape padded, std::size_t axis) {
  std::size_t inner = 1, outer = 1;
  for (std::size_t a = 0; a < axis; ++a)
    inner *= size_of(padded.n[a]);
  for (std::size_t a = axis + 1; a < 3; ++a)
    outer *= size_of(padded.n[a]);
  const int points = padded.n[axis];
  const std::size_t pitch = inner * size_of(points);
  // Room that is taken once a thread.
  thread_local std::vector<LineLanes<Number>> line;
  line.resize(std::max(line.size(), size_of(points)));
  LineGroup<Number> group;
  group.stride = inner;
  for (std::size_t l = 0; l < inner * outer; l += group.count) {
    // Lines of one plane stand side by side; those along x, or of a thin plane, wherever they stand.
    group.side_by_side = l % inner + lanes <= inner;
    group.count = std::min(lanes, inner * outer - l);
    if (!group.side_by_side && inner >= lanes) group.count = std::min(group.count, inner - l % inner);
    for (std::size_t i = 0; i < group.count; ++i)
      group.first[i] = data + (l + i) / inner * pitch + (l + i) % inner;
    transform_group<kind, back>(group, line.data(), points);
  }
}

template <bool back, class Number>
void transform_axis(TransformKind kind, Number* data, BrickShape padded, std::size_t axis) {
  switch (kind) {
    case TransformKind::cosine:
      return transform_axis<TransformKind::cosine, back>(data, padded, axis);
    case TransformKind::fast_cosine:
      return transform_axis<TransformKind::fast_cosine, back>(data, padded, axis);
    case TransformKind::lapped:
      return transform_axis<TransformKind::lapped, back>(data, padded, axis);
    case TransformKind::general_lapped:
      return transform_axis<TransformKind::general_lapped, back>(data, padded, axis);
  }
}

// Rows of the padded brick, each with the row of the brick that it is filled from.
template <class Each>
void each_row(BrickShape shape, BrickShape padded, const Each& each) {
  for (int z = 0; z < padded.n[2]; ++z)
    for (int y = 0; y < padded.n[1]; ++y) {
      const int from_y = std::min(y, shape.n[1] - 1), from_z = std::min(z, shape.n[2] - 1);
      each((size_of(from_z) * size_of(shape.n[1]) + size_of(from_y)) * size_of(shape.n[0]),
           (size_of(z) * size_of(padded.n[1]) + size_of(y)) * size_of(padded.n[0]),
           y < shape.n[1] && z < shape.n[2]);
    }
}

void check_spans(const Transform& transform, BrickShape shape, std::size_t values, std::size_t coefficients) {
  check_brick(values, shape);
  if (coefficients != coefficient_shape(transform, shape).values())
    throw InputError("transform", "its coefficients and the brick's sizes do not fit",
                     "give as many as coefficient_shape says");
}

}  // namespace

bool is_transformed(const Transform& transform, BrickShape shape, std::size_t axis) {
  return static_cast<int>(axis) < transform.dimensions && shape.n[axis] >= transform_side;
}

BrickShape coefficient_shape(const Transform& transform, BrickShape shape) {
  for (std::size_t a = 0; a < 3; ++a)
    if (is_transformed(transform, shape, a))
      shape.n[a] = (shape.n[a] + transform_side - 1) / transform_side * transform_side;
  return shape;
}

template <class Number>
void transform_forward(const Transform& transform, std::span<const Number> values, BrickShape shape,
                       std::span<Number> coefficients) {
  check_spans(transform, shape, values.size(), coefficients.size());
  const BrickShape padded = coefficient_shape(transform, shape);
  const std::size_t row = size_of(shape.n[0]), padded_row = size_of(padded.n[0]);
  each_row(shape, padded, [&](std::size_t from, std::size_t to, bool) {
    std::copy_n(values.data() + from, row, coefficients.data() + to);
    std::fill_n(coefficients.data() + to + row, padded_row - row, values[from + row - 1]);
  });
  for (std::size_t a = 0; a < 3; ++a)
    if (is_transformed(transform, shape, a))
      transform_axis<false>(transform.kind, coefficients.data(), padded, a);
}

template <class Number>
void transform_back(const Transform& transform, std::span<Number> coefficients, BrickShape shape,
                    std::span<Number> values) {
  check_spans(transform, shape, values.size(), coefficients.size());
  const BrickShape padded = coefficient_shape(transform, shape);
  for (std::size_t a = 3; a-- > 0;)
    if (is_transformed(transform, shape, a))
      transform_axis<true>(transform.kind, coefficients.data(), padded, a);
  each_row(shape, padded, [&](std::size_t to, std::size_t from, bool inside) {
    if (inside) std::copy_n(coefficients.data() + from, size_of(shape.n[0]), values.data() + to);
  });
}

template void transform_forward(const Transform&, std::span<const float>, BrickShape, std::span<float>);
template void transform_forward(const Transform&, std::span<const double>, BrickShape, std::span<double>);
template void transform_back(const Transform&, std::span<float>, BrickShape, std::span<float>);
template void transform_back(const Transform&, std::span<double>, BrickShape, std::span<double>);

}  // namespace foldwave
