// The wave codec's kernels for AVX2. Compiled with that instruction set switched on.
#include "core/volume/codec/wave/wave_kernels.hpp"

#ifdef __AVX2__

#define FOLDWAVE_WAVE_PATH wave_avx2
#include "core/volume/codec/wave/wave_kernels_simd.hpp"

namespace foldwave {

const WaveKernels* avx2_wave_kernels() {
  return &wave_avx2::kernels;
}

}  // namespace foldwave

#else

namespace foldwave {

const WaveKernels* avx2_wave_kernels() {
  return nullptr;
}

}  // namespace foldwave

#endif
