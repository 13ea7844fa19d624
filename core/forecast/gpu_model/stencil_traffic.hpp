// What one block of a stencil asks of each level of memory, counted from its shape (after D. Ernst and
// others, PMBS 2021): of a volume in single precision, x fastest, rows that begin at a line of the cache, one
// thread a point, each tap a load.
//
//   L1      one request a tap and warp; more cycles where lanes lie in several rows or beside a line
//   L2      what the block reads, each sector of 32 bytes once, and what it writes
//   memory  three arrays read and one written, 16 bytes a point
#pragma once

#include "core/forecast/gpu_model/launch_shape.hpp"

namespace foldwave {

struct StencilTraffic {
  int rows = 1;                // that a warp's lanes lie in
  double aligned_loads = 0.0;  // a warp: the node itself, neighbours in y and z, the other fields
  double shifted_loads = 0.0;  // neighbours in x
  double stores = 0.0;
  double l1_bytes = 0.0;       // that all loads of a block ask for, by sectors
  double l2_bytes = 0.0;       // of a block, reads and writes
  double read_bytes = 0.0;     // of these, reads
  double memory_bytes = 0.0;   // of a block
  double held_bytes = 0.0;     // that L1 must hold for each to be read once
  double working_bytes = 0.0;  // of the whole step: the four arrays, halos with them

  double requests() const { return aligned_loads + shifted_loads + stores; }  // a warp
  double l1_miss() const { return read_bytes / l1_bytes; }
};

// Throws InputError where the block's x is no power of two.
StencilTraffic stencil_traffic(const LaunchShape& shape);

}  // namespace foldwave
