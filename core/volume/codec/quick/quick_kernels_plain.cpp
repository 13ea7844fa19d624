// The quick codec's kernels for any processor.
#define FOLDWAVE_QUICK_PATH quick_plain
#include "core/volume/codec/quick/quick_kernels_simd.hpp"

namespace foldwave {

const QuickKernels* plain_quick_kernels() {
  return &quick_plain::kernels;
}

}  // namespace foldwave
