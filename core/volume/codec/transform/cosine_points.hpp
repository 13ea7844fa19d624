// The cosine transform of eight points and its inverse, orthonormal:
//
//   Y_f = sqrt(2/8) C_f sum_t x_t cos((2 t + 1) f pi / 16),   C_0 = 1 / sqrt 2, else 1
//
// by its definition (64 products), and by the flow graph of Y. Arai, T. Agui, M. Nakajima (Trans. IEICE E71,
// 1988): 5 products and 29 sums, then 8 products that scale output f by s_f; the inverse runs the graph
// backwards. A Value is a number or a vector of them; the same sums in the same order on every machine.
#pragma once

#include "core/base/host_device.hpp"

namespace foldwave {

constexpr int transform_side = 8;

// cos(k pi / 16)
HOST_DEVICE constexpr double cosine_of_16th(int k) {
  constexpr double quarter[9] = {1.0,
                                 0.98078528040323044913,
                                 0.92387953251128675613,
                                 0.83146961230254523708,
                                 0.70710678118654752440,
                                 0.55557023301960222474,
                                 0.38268343236508977173,
                                 0.19509032201612826785,
                                 0.0};
  k %= 32;
  if (k > 16) k = 32 - k;
  return k <= 8 ? quarter[k] : -quarter[16 - k];
}

// Row f, column t of the definition.
HOST_DEVICE constexpr double cosine_entry(int f, int t) {
  return f == 0 ? 0.5 * cosine_of_16th(4) : 0.5 * cosine_of_16th((2 * t + 1) * f);
}

template <class Number>
struct CosineMatrix {
  Number at[transform_side][transform_side];
};
template <class Number>
HOST_DEVICE constexpr CosineMatrix<Number> cosine_matrix() {
  CosineMatrix<Number> m{};
  for (int f = 0; f < transform_side; ++f)
    for (int t = 0; t < transform_side; ++t)
      m.at[f][t] = static_cast<Number>(cosine_entry(f, t));
  return m;
}

template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void direct_cosine(Value* v) {
  constexpr CosineMatrix<Number> m = cosine_matrix<Number>();
  Value x[transform_side];
  FOLDWAVE_UNROLL
  for (int t = 0; t < transform_side; ++t)
    x[t] = v[t];
  FOLDWAVE_UNROLL
  for (int f = 0; f < transform_side; ++f) {
    Value sum = x[0] * m.at[f][0];
    FOLDWAVE_UNROLL
    for (int t = 1; t < transform_side; ++t)
      sum = sum + x[t] * m.at[f][t];
    v[f] = sum;
  }
}

template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void direct_cosine_back(Value* v) {
  constexpr CosineMatrix<Number> m = cosine_matrix<Number>();
  Value y[transform_side];
  FOLDWAVE_UNROLL
  for (int f = 0; f < transform_side; ++f)
    y[f] = v[f];
  FOLDWAVE_UNROLL
  for (int t = 0; t < transform_side; ++t) {
    Value sum = y[0] * m.at[0][t];
    FOLDWAVE_UNROLL
    for (int f = 1; f < transform_side; ++f)
      sum = sum + y[f] * m.at[f][t];
    v[t] = sum;
  }
}

// s_f, and what the graph run backwards takes instead: 1 / (8 s_f), as it leaves out eight halvings.
constexpr double fast_cosine_scale(int f) {
  return f == 0 ? 0.5 * cosine_of_16th(4) : 0.25 / cosine_of_16th(f);
}
template <class Number, int f>
constexpr Number scale_of_fast = static_cast<Number>(fast_cosine_scale(f));
template <class Number, int f>
constexpr Number scale_back_of_fast = static_cast<Number>(0.125 / fast_cosine_scale(f));

// The graph's own factors.
template <class Number>
struct FastCosine {
  static constexpr Number half_root = static_cast<Number>(cosine_of_16th(4));                 // a1, a3
  static constexpr Number low = static_cast<Number>(cosine_of_16th(2) - cosine_of_16th(6));   // a2
  static constexpr Number high = static_cast<Number>(cosine_of_16th(2) + cosine_of_16th(6));  // a4
  static constexpr Number turn = static_cast<Number>(cosine_of_16th(6));                      // a5
  static constexpr Number root = static_cast<Number>(2.0 * cosine_of_16th(4));                // sqrt 2
};

template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void fast_cosine(Value* v) {
  using Factor = FastCosine<Number>;
  const Value s07 = v[0] + v[7], d07 = v[0] - v[7], s16 = v[1] + v[6], d16 = v[1] - v[6];
  const Value s25 = v[2] + v[5], d25 = v[2] - v[5], s34 = v[3] + v[4], d34 = v[3] - v[4];
  const Value outer = s07 + s34, outer_less = s07 - s34, inner = s16 + s25, inner_less = s16 - s25;
  const Value even = (inner_less + outer_less) * Factor::half_root;
  const Value a = d34 + d25, b = d25 + d16, c = d16 + d07;
  const Value shared = (a - c) * Factor::turn;
  const Value z2 = a * Factor::low + shared, z4 = c * Factor::high + shared;
  const Value z3 = b * Factor::half_root;
  const Value plus = d07 + z3, minus = d07 - z3;
  v[0] = (outer + inner) * scale_of_fast<Number, 0>;
  v[1] = (plus + z4) * scale_of_fast<Number, 1>;
  v[2] = (outer_less + even) * scale_of_fast<Number, 2>;
  v[3] = (minus - z2) * scale_of_fast<Number, 3>;
  v[4] = (outer - inner) * scale_of_fast<Number, 4>;
  v[5] = (minus + z2) * scale_of_fast<Number, 5>;
  v[6] = (outer_less - even) * scale_of_fast<Number, 6>;
  v[7] = (plus - z4) * scale_of_fast<Number, 7>;
}

template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void fast_cosine_back(Value* v) {
  using Factor = FastCosine<Number>;
  constexpr auto two = static_cast<Number>(2.0);
  const Value y0 = v[0] * scale_back_of_fast<Number, 0>;
  const Value y1 = v[1] * scale_back_of_fast<Number, 1>;
  const Value y2 = v[2] * scale_back_of_fast<Number, 2>;
  const Value y3 = v[3] * scale_back_of_fast<Number, 3>;
  const Value y4 = v[4] * scale_back_of_fast<Number, 4>;
  const Value y5 = v[5] * scale_back_of_fast<Number, 5>;
  const Value y6 = v[6] * scale_back_of_fast<Number, 6>;
  const Value y7 = v[7] * scale_back_of_fast<Number, 7>;
  const Value outer = y0 + y4, inner = y0 - y4;
  const Value outer_less = y2 + y6, inner_less = (y2 - y6) * Factor::root - outer_less;
  const Value s07 = outer + outer_less, s34 = outer - outer_less;
  const Value s16 = inner + inner_less, s25 = inner - inner_less;
  const Value plus = y1 + y7, z4 = y1 - y7, minus = y5 + y3, z2 = y5 - y3;
  // The graph's turn by pi / 8, backwards; twice, as its sums were not halved.
  const Value shared = (z2 + z4) * Factor::turn;
  const Value a = (z2 * Factor::low + shared) * two, c = (z4 * Factor::high - shared) * two;
  const Value d07 = plus + minus, b = (plus - minus) * Factor::root;
  const Value d16 = c - d07, d25 = b - d16, d34 = a - d25;
  v[0] = s07 + d07;
  v[7] = s07 - d07;
  v[1] = s16 + d16;
  v[6] = s16 - d16;
  v[2] = s25 + d25;
  v[5] = s25 - d25;
  v[3] = s34 + d34;
  v[4] = s34 - d34;
}

}  // namespace foldwave
