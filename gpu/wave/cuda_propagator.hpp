// The acoustic propagator on a CUDA device: the scheme, layout, sponge and free surface of
// wave/cpu/cpu_propagator.hpp, one thread a node, fields resident on the device. It holds no CUDA type, so
// that any file may include it.
//
// Against the CPU the sums round differently: hold a gather to 2e-5 of its peak after 1000 steps.
// memory_bytes counts the device's memory; one field more is taken on the host while a run starts.
// Errors: those of WavePropagator, and DeviceError when the device has too little memory or a call to it
// fails.
#pragma once

#include <memory>

#include "core/wave/propagator.hpp"

namespace foldwave {

std::unique_ptr<WavePropagator> make_cuda_wave_propagator();

}  // namespace foldwave
