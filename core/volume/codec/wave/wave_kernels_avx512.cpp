// The wave codec's kernels for AVX512. Compiled with that instruction set switched on.
#include "core/volume/codec/wave/wave_kernels.hpp"

#ifdef __AVX512F__

#define FOLDWAVE_WAVE_PATH wave_avx512
#include "core/volume/codec/wave/wave_kernels_simd.hpp"

namespace foldwave {

const WaveKernels* avx512_wave_kernels() {
  return &wave_avx512::kernels;
}

}  // namespace foldwave

#else

namespace foldwave {

const WaveKernels* avx512_wave_kernels() {
  return nullptr;
}

}  // namespace foldwave

#endif
