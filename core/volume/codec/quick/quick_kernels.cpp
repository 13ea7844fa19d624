#include "core/volume/codec/quick/quick_kernels.hpp"

namespace foldwave {

namespace {

bool processor_has_quick(QuickPath path) {
#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)
  if (path == QuickPath::avx2) return __builtin_cpu_supports("avx2");
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
#else
  return path == QuickPath::plain;
#endif
}

const QuickKernels* widest_quick() {
  for (const QuickPath path : {QuickPath::avx512, QuickPath::avx2})
    if (const QuickKernels* found = quick_kernels(path)) return found;
  return plain_quick_kernels();
}

}  // namespace

const QuickKernels* quick_kernels(QuickPath path) {
  switch (path) {
    case QuickPath::fastest: {
      static const QuickKernels* const found = widest_quick();
      return found;
    }
    case QuickPath::plain:
      return plain_quick_kernels();
    case QuickPath::avx2:
      return processor_has_quick(path) ? avx2_quick_kernels() : nullptr;
    case QuickPath::avx512:
      return processor_has_quick(path) ? avx512_quick_kernels() : nullptr;
  }
  return nullptr;
}

}  // namespace foldwave
