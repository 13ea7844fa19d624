// The filters' inner loops, compiled once for each instruction set and taken for the widest that the
// processor has. Lines of a volume are filtered side by side, one a lane. On one machine the results are the
// same bits whatever the threads; products and sums may be contracted, so other machines differ by rounding.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/grid.hpp"
#include "core/volume/filter/lines/recursive_gaussian.hpp"

namespace foldwave {

// Lines of n nodes: node k of line c at `at + k step + c pitch`. One of the two is 1.
template <class Value>
struct LineBundle {
  Value* at = nullptr;
  Index step = 1, pitch = 1;
};

// Weights w_0, w_1, ... of a symmetric kernel, of nodes 0, +-1, ...
using HalfKernel = std::span<const float>;

// The inputs of a row of outputs of a 3D kernel: first[m] = sum over r < count and t < taps of
// weights[r taps + t] rows[r][m + t]. The next row of outputs has the same inputs but the first `alone`, and
// as many more: second[m] the same sum of rows[alone + r].
struct DenseRows {
  const float* const* rows = nullptr;
  int count = 0, alone = 0, taps = 0;
  const float* weights = nullptr;
};

// Points of a slice at nodes (u, v), and their votes.
struct HoughVoters {
  const std::int32_t *u = nullptr, *v = nullptr, *q = nullptr;
  Index count = 0;
};

// bin = (u c[a] + v s[a] + offset) >> shift for angle a; c and s have room for all lanes.
struct HoughTurn {
  const std::int32_t *c = nullptr, *s = nullptr;
  std::int32_t offset = 0;
  int shift = 0;
};

struct FilterKernels {
  int lanes = 0;
  // Floats of scratch, for lines of n nodes and a kernel that reaches so far.
  std::size_t (*scratch)(int n, int reach);
  // `count` lines each from `in` to `out`, which may be the same.
  void (*recursive)(LineBundle<const float> in, LineBundle<float> out, int n, int count,
                    const RecursiveGaussian& gaussian, float* scratch);
  void (*symmetric)(LineBundle<const float> in, LineBundle<float> out, int n, int count, HalfKernel half,
                    float* scratch);
  // Largest |value| of `count` values as bits: above 0x7f800000 there is a NaN.
  std::uint32_t (*largest)(const float* values, Index count);
  // One row of `count` outputs, or two that share inputs (`second` may be null).
  void (*dense)(const DenseRows& rows, int count, float* first, float* second);
  // to[m] = sum over r < count of rows[r pitch + shifts[r] + m], m = 0 .. n - 1.
  void (*sum_rows)(const float* rows, Index pitch, const int* shifts, int count, int n, float* to);
  // Adds q of each point to votes[a stride + bin] for each of `angles` angles a, at most `lanes`.
  void (*vote)(const HoughVoters& points, const HoughTurn& turn, int angles, std::int32_t* votes,
               Index stride);
};

enum class FilterPath { fastest, plain, avx2, avx512 };

// Null where the processor or the build has not that path; fastest is never null.
const FilterKernels* filter_kernels(FilterPath path = FilterPath::fastest);
const FilterKernels* plain_filter_kernels();
const FilterKernels* avx2_filter_kernels();
const FilterKernels* avx512_filter_kernels();

}  // namespace foldwave
