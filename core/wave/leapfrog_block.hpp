// The leapfrog step over a block of rows, compiled for several instruction sets of x86-64 and chosen at run
// time. All of them call leapfrog_node of wave/wave_kernel.hpp; fused multiply-adds make their last digits
// differ.
#pragma once

#include "core/base/grid.hpp"

namespace foldwave {

// Pointers into arrays laid out by PaddedGrid, all at padded node (0, 0, 0). Each array is its own memory.
template <class Real>
struct LeapfrogFields {
  const Real* present = nullptr;
  Real* oldest = nullptr;  // becomes the next time level
  const Real* v2dt2 = nullptr;
  const Real* gx = nullptr;  // sponge factors by padded coordinate
  const Real* gy = nullptr;
  const Real* gz = nullptr;
  Index row = 0;
  Index plane = 0;
  Real centre{};
  Real side[3][8]{};  // c_k / h^2, k = 1 .. radius
};

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
