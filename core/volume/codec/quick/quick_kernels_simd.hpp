// The quick codec's kernels in vectors of 16 lanes, compiled once for each instruction set by the file that
// includes this: FOLDWAVE_QUICK_PATH names its namespace.
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/volume/codec/quick/quick_kernels.hpp"

namespace foldwave::FOLDWAVE_QUICK_PATH {

using Floats = float __attribute__((vector_size(64)));
using Ints = std::int32_t __attribute__((vector_size(64)));
using Words = std::uint32_t __attribute__((vector_size(64)));

template <class Vector, class Scalar>
FOLDWAVE_INLINE void load(Vector& v, const Scalar* from) {
  std::memcpy(&v, from, sizeof(Vector));
}
template <class Vector, class Scalar>
FOLDWAVE_INLINE void store(Scalar* to, const Vector& v) {
  std::memcpy(to, &v, sizeof(Vector));
}

FOLDWAVE_INLINE std::uint32_t* line(QuickWork& work, int row, int depth) {
  return work.q + ((row + 1) * quick_depth + depth) * quick_pitch + quick_vector;
}

// 16 columns to whole numbers; the depths that these cannot hold are given back.
FOLDWAVE_INLINE Words round_columns(QuickWork& work, int row, int group, const QuickSteps& steps) {
  Words exact{};
  const float* from = work.values + row * quick_depth * quick_lanes + group * quick_vector;
  for (int z = 0; z < quick_depth; ++z, from += quick_lanes) {
    Floats v;
    load(v, from);
    const Floats shifted = v * steps.inverse + quick_shift;
    const Floats miss = v - (shifted - quick_shift) * steps.step;
    const Words kept = reinterpret_cast<Words>((miss <= steps.bound) & (miss >= -steps.bound));
    exact |= ~kept & (1U << z);
    store(line(work, row, z) + group * quick_vector,
          Words((reinterpret_cast<Words>(shifted) - quick_shift_bits) & kept));
  }
  return exact;
}

void copy_bits(QuickWork& work, int rows) {
  for (int row = 0; row < rows; ++row)
    for (int z = 0; z < quick_depth; ++z)
      std::memcpy(line(work, row, z), work.values + (row * quick_depth + z) * quick_lanes,
                  quick_lanes * sizeof(float));
  std::memset(work.exact, 0, sizeof(work.exact));
}

void round_all(QuickWork& work, int rows, std::uint32_t depths, const QuickSteps& steps) {
  for (int row = 0; row < rows; ++row)
    for (int group = 0; group < quick_groups; ++group) {
      std::uint32_t* const to = work.exact + row * quick_lanes + group * quick_vector;
      store(to, Words(round_columns(work, row, group, steps) & depths));
      // Of a block that is kept whole no number counts.
      for (int i = 0; i < quick_vector; ++i)
        if (std::popcount(to[i]) > quick_most_exact)
          for (int z = 0; z < quick_depth; ++z)
            line(work, row, z)[group * quick_vector + i] = 0;
    }
}

void split(QuickWork& work, int rows, std::uint32_t depths, const QuickSteps& steps) {
  if (steps.step == 0.0F)
    copy_bits(work, rows);
  else
    round_all(work, rows, depths, steps);
  for (int row = 0; row < rows; ++row)
    for (int group = 0; group < quick_groups; ++group) {
      Words r[quick_depth], before{}, spread{};
      for (int z = 0; z < quick_depth; ++z) {
        const std::uint32_t* const here = line(work, row, z) + group * quick_vector;
        const std::uint32_t* const above = line(work, row - 1, z) + group * quick_vector;
        Words a, b, c, d;
        load(a, here);
        load(b, here - 1);
        load(c, above);
        load(d, above - 1);
        const Words e = (a - b) - (c - d);
        r[z] = e - before;
        before = e;
        spread |= quick_spread(r[z]);
      }
      std::uint32_t spreads[quick_vector], all = 0;
      store(spreads, spread);
      std::uint32_t* const width = work.width + row * quick_lanes + group * quick_vector;
      for (int i = 0; i < quick_vector; ++i) {
        width[i] = static_cast<std::uint32_t>(quick_width(spreads[i]));
        all |= width[i];
      }
      if (all == 0) continue;
      quick_transpose(r);
      store(work.planes + (row * quick_groups + group) * 32 * quick_vector, r);
    }
}

void join(QuickWork& work, int rows, float step) {
  for (int row = 0; row < rows; ++row) {
    for (int group = 0; group < quick_groups; ++group) {
      const std::uint32_t* const width = work.width + row * quick_lanes + group * quick_vector;
      Words r[quick_depth], sign;
      load(r, work.planes + (row * quick_groups + group) * 32 * quick_vector);
      quick_transpose(r);
      for (int i = 0; i < quick_vector; ++i)
        sign[i] = width[i] == 0 ? 0U : 1U << (width[i] - 1);
      Words sum{};
      for (int z = 0; z < quick_depth; ++z) {
        sum += (r[z] ^ sign) - sign;
        store(line(work, row, z) + group * quick_vector, sum);
      }
    }
    for (int z = 0; z < quick_depth; ++z) {
      std::uint32_t* const here = line(work, row, z);
      std::uint32_t sum = 0;
      for (int x = 0; x < quick_lanes; ++x)
        here[x] = sum += here[x];
      const std::uint32_t* const above = line(work, row - 1, z);
      float* const to = work.values + (row * quick_depth + z) * quick_lanes;
      for (int group = 0; group < quick_groups; ++group) {
        Words q, up;
        load(q, here + group * quick_vector);
        load(up, above + group * quick_vector);
        q += up;
        store(here + group * quick_vector, q);
        const Words shifted = q + quick_shift_bits;
        const Floats value = (reinterpret_cast<Floats>(shifted) - quick_shift) * step;
        store(to + group * quick_vector, step == 0.0F ? q : reinterpret_cast<Words>(value));
      }
    }
  }
}

constexpr QuickKernels kernels{split, join};

}  // namespace foldwave::FOLDWAVE_QUICK_PATH
