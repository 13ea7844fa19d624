// The filters' inner loops for AVX-512. Compiled with that instruction set switched on.
#include "core/volume/filter/lines/filter_kernels.hpp"

#ifdef __AVX512F__

#define FOLDWAVE_FILTER_PATH filter_avx512
#define FOLDWAVE_FILTER_LANES 16
#include "core/volume/filter/lines/filter_kernels_simd.hpp"

namespace foldwave {

const FilterKernels* avx512_filter_kernels() {
  return &filter_avx512::kernels;
}

}  // namespace foldwave

#else

namespace foldwave {

const FilterKernels* avx512_filter_kernels() {
  return nullptr;
}

}  // namespace foldwave

#endif
