#include "core/base/bandwidth.hpp"

#include <algorithm>
#include <chrono>

#include "core/base/field.hpp"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace foldwave {

namespace {

constexpr int values = 1 << 24;  // 64 MiB an array
constexpr int runs = 8;

// Four values from `m`, a multiple of 4.
void triad(float* a, const float* b, const float* c, Index m) {
  constexpr float s = 0.5F;
#ifdef __SSE2__
  _mm_stream_ps(a + m, _mm_add_ps(_mm_load_ps(b + m), _mm_mul_ps(_mm_set1_ps(s), _mm_load_ps(c + m))));
#else
  for (Index i = m; i < m + 4; ++i)
    a[i] = b[i] + s * c[i];
#endif
}

}  // namespace

double triad_bytes_per_second() {
  Field<float> a({values, 1, 1}), b({values, 1, 1}, 1.0F), c({values, 1, 1}, 2.0F);
  double best = 0.0;
  for (int run = 0; run < runs; ++run) {
    const auto begin = std::chrono::steady_clock::now();
#pragma omp parallel for schedule(static)
    for (Index m = 0; m < Index{values}; m += 4)
      triad(a.data(), b.data(), c.data(), m);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    best = std::max(best, 12.0 * values / seconds.count());
  }
  return best;
}

}  // namespace foldwave
