// The filters' inner loops for AVX2. Compiled with that instruction set switched on.
#include "core/volume/filter/lines/filter_kernels.hpp"

#ifdef __AVX2__

#define FOLDWAVE_FILTER_PATH filter_avx2
#define FOLDWAVE_FILTER_LANES 8
#include "core/volume/filter/lines/filter_kernels_simd.hpp"

namespace foldwave {

const FilterKernels* avx2_filter_kernels() {
  return &filter_avx2::kernels;
}

}  // namespace foldwave

#else

namespace foldwave {

const FilterKernels* avx2_filter_kernels() {
  return nullptr;
}

}  // namespace foldwave

#endif
