// The quick codec's kernels for AVX-512. Compiled with that instruction set switched on.
#include "core/volume/codec/quick/quick_kernels.hpp"

#ifdef __AVX512F__

#define FOLDWAVE_QUICK_PATH quick_avx512
#include "core/volume/codec/quick/quick_kernels_simd.hpp"

namespace foldwave {

const QuickKernels* avx512_quick_kernels() {
  return &quick_avx512::kernels;
}

}  // namespace foldwave

#else

namespace foldwave {

const QuickKernels* avx512_quick_kernels() {
  return nullptr;
}

}  // namespace foldwave

#endif
