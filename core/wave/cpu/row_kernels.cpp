#include "core/wave/cpu/row_kernels.hpp"

namespace foldwave {

InstructionSet best_instruction_set() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return InstructionSet::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return InstructionSet::avx2;
#endif
  return InstructionSet::baseline;
}

const char* instruction_set_name(InstructionSet set) {
  return set == InstructionSet::avx512 ? "avx512" : set == InstructionSet::avx2 ? "avx2" : "baseline";
}

#define FOLDWAVE_ROW_KERNELS(set, Real) \
  template <>                           \
  RowKernels<Real> row_kernels_of<InstructionSet::set, Real>(int radius, bool section);
FOLDWAVE_ROW_KERNELS(baseline, float)
FOLDWAVE_ROW_KERNELS(baseline, double)
FOLDWAVE_ROW_KERNELS(avx2, float)
FOLDWAVE_ROW_KERNELS(avx2, double)
FOLDWAVE_ROW_KERNELS(avx512, float)
FOLDWAVE_ROW_KERNELS(avx512, double)

template <class Real>
RowKernels<Real> row_kernels(InstructionSet set, int radius, bool section) {
  switch (set) {
    case InstructionSet::avx512:
      return row_kernels_of<InstructionSet::avx512, Real>(radius, section);
    case InstructionSet::avx2:
      return row_kernels_of<InstructionSet::avx2, Real>(radius, section);
    case InstructionSet::baseline:
      break;
  }
  return row_kernels_of<InstructionSet::baseline, Real>(radius, section);
}
template RowKernels<float> row_kernels<float>(InstructionSet, int, bool);
template RowKernels<double> row_kernels<double>(InstructionSet, int, bool);

}  // namespace foldwave
