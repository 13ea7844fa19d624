// The wave codec's kernels for any processor.
#define FOLDWAVE_WAVE_PATH wave_plain
#include "core/volume/codec/wave/wave_kernels_simd.hpp"

namespace foldwave {

const WaveKernels* plain_wave_kernels() {
  return &wave_plain::kernels;
}

}  // namespace foldwave
