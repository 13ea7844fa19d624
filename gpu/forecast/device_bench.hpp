// Micro-benchmarks of the CUDA device: latencies, rates, levels of memory, bandwidths, launches, copies.
// After Parra Prada 2016 (section 4.5.3), with chains that depend on each other and chases of pointers where
// the thesis has single instructions and guesses. About a quarter of a minute.
// Errors: DeviceError without a device or where a kernel fails; Stopped.
#pragma once

#include "core/base/progress.hpp"
#include "core/forecast/gpu_model/device_figures.hpp"

namespace foldwave {

struct DeviceBenchPlan {
  int repeats = 50;
  int largest_warps = 32;         // of one block
  bool clock_is_readable = true;  // false: as if it were not, for a test
};

DeviceFigures measure_device(const DeviceBenchPlan& plan, const Job& job);

}  // namespace foldwave
