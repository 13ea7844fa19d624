// The kernel that a wave's steps take by themselves, without a model that takes time to make.
#pragma once

#include <string>

#include "core/engine/forecast/stage_work.hpp"

namespace foldwave {

struct StepKernel {
  std::string name;   // as core/wave/wave_kernel_name.hpp has it: "wavefront", "tiles"
  std::string shape;  // in words: "4 steps a pass, avx512 rows", "tiles of 128 x 16"
};

// By the processor's own rule, or, as gpu/wave/device_wave.cu has it, by a device's.
StepKernel step_kernel(const StepCount& count, const Backend& backend);

}  // namespace foldwave
