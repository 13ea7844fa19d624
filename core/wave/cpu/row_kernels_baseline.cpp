#include "core/wave/cpu/wide_rows.hpp"

namespace foldwave {

template <>
RowKernels<float> row_kernels_of<InstructionSet::baseline, float>(int radius, bool section) {
  return rows_of_radius<8, float>(radius, section);
}
template <>
RowKernels<double> row_kernels_of<InstructionSet::baseline, double>(int radius, bool section) {
  return rows_of_radius<8, double>(radius, section);
}

}  // namespace foldwave
