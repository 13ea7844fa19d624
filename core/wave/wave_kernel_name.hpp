// The variants of the wave's step, by name: how the same sums are reached. On a device the first six are the
// ladder that Sadahiro (2014) and Parra Prada (2016) climbed, oldest first, and its continuation:
//
//   explicit-edges   every tap asks whether it lies in the grid; no halo is read
//   zero-padding     taps read a halo; coefficients from global memory
//   constant-memory  coefficients from constant memory
//   shared-axes      one convolution an axis through shared memory into an array of Laplacians, then the
//                    update
//   thread-a-node    one pass, coefficients with the launch
//   register-queue   a march along z: the column in registers, the plane in shared memory, wide loads; 3D
//   tiles            bulk copies of tiles while others are computed
//   two-steps        two time steps a pass over memory
//   one-launch       images, step, sources and receivers by one kernel; sections without CPML
//
// and on the CPU
//
//   one-step         a step a pass over memory
//   wavefront        four steps a pass over memory, in tiles that stay in the cache
//
// `automatic` is the fastest that the model and the back end admit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/precision.hpp"

namespace foldwave {

enum class WaveKernel {
  automatic,
  explicit_edges,
  zero_padding,
  constant_memory,
  shared_axes,
  thread_a_node,
  register_queue,
  tiles,
  two_steps,
  one_launch,
  one_step,
  wavefront
};

inline constexpr int wavefront_steps = 4;

const char* wave_kernel_name(WaveKernel kernel);  // "auto", "explicit-edges", ..
std::optional<WaveKernel> wave_kernel_named(const std::string& name);
std::vector<WaveKernel> all_wave_kernels();     // without `automatic`
std::vector<WaveKernel> device_wave_kernels();  // those of a device
std::vector<WaveKernel> cpu_wave_kernels();     // those of the CPU

// What a time step must move through memory for each point, at least: p, p_old and v^2 dt^2 in and the new
// level out; several steps a pass take the same three in and two levels out.
double least_bytes_a_point(WaveKernel kernel, Precision precision);

}  // namespace foldwave
