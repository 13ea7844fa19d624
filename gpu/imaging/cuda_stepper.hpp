// The stepper of core/wave/stepper.hpp on a CUDA device, with the processor's numbers but for rounding.
#pragma once

#include <memory>

#include "core/wave/stepper.hpp"

namespace foldwave {

// In the model's precision. Throws what the CPU's does, and DeviceError for a device that cannot do it.
std::unique_ptr<WaveStepper> make_cuda_stepper(const StepperSetup& setup);

}  // namespace foldwave
