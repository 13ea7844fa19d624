// The leapfrog step over a block of rows, compiled for several instruction sets of x86-64 and chosen at run
// time. All of them call leapfrog_node of wave/wave_kernel.hpp; fused multiply-adds make their last digits
// differ.
#pragma once

#include "core/wave/wave_kernel.hpp"

namespace foldwave {

// Rows y0 .. y1 - 1 of planes z0 .. z1 - 1, nodes x0 .. x1 - 1.
struct BlockRange {
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0, z0 = 0, z1 = 0;
};

template <class Real>
using LeapfrogBlock = void (*)(const LeapfrogFields<Real>& fields, const BlockRange& range);

// For the best instruction set of this machine; `radius` 1 .. 8.
template <class Real>
LeapfrogBlock<Real> leapfrog_block(int radius, bool section);

const char* leapfrog_instruction_set();  // "avx512", "avx2", "baseline"

}  // namespace foldwave
