#include "core/volume/filter/lines/filter_kernels.hpp"

namespace foldwave {

namespace {

bool has_instructions(FilterPath path) {
#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)
  if (path == FilterPath::avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("fma");
#else
  return path == FilterPath::plain;
#endif
}

const FilterKernels* widest_filter_kernels() {
  for (const FilterPath path : {FilterPath::avx512, FilterPath::avx2})
    if (const FilterKernels* found = filter_kernels(path)) return found;
  return plain_filter_kernels();
}

}  // namespace

const FilterKernels* filter_kernels(FilterPath path) {
  switch (path) {
    case FilterPath::fastest: {
      static const FilterKernels* const found = widest_filter_kernels();
      return found;
    }
    case FilterPath::plain:
      return plain_filter_kernels();
    case FilterPath::avx2:
      return has_instructions(path) ? avx2_filter_kernels() : nullptr;
    case FilterPath::avx512:
      return has_instructions(path) ? avx512_filter_kernels() : nullptr;
  }
  return nullptr;
}

}  // namespace foldwave
