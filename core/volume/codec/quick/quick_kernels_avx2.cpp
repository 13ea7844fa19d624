// The quick codec's kernels for AVX2. Compiled with that instruction set switched on.
#include "core/volume/codec/quick/quick_kernels.hpp"

#ifdef __AVX2__

#define FOLDWAVE_QUICK_PATH quick_avx2
#include "core/volume/codec/quick/quick_kernels_simd.hpp"

namespace foldwave {

const QuickKernels* avx2_quick_kernels() {
  return &quick_avx2::kernels;
}

}  // namespace foldwave

#else

namespace foldwave {

const QuickKernels* avx2_quick_kernels() {
  return nullptr;
}

}  // namespace foldwave

#endif
