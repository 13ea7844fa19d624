// The filters' inner loops for whatever the compiler takes for granted.
#define FOLDWAVE_FILTER_PATH filter_plain
#define FOLDWAVE_FILTER_LANES 4
#include "core/volume/filter/lines/filter_kernels_simd.hpp"

namespace foldwave {

const FilterKernels* plain_filter_kernels() {
  return &filter_plain::kernels;
}

}  // namespace foldwave
