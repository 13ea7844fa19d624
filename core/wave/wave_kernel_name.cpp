#include "core/wave/wave_kernel_name.hpp"

#include <array>

namespace foldwave {

namespace {

constexpr std::array names{"auto",        "explicit-edges", "zero-padding",   "constant-memory",
                           "shared-axes", "thread-a-node",  "register-queue", "tiles",
                           "two-steps",   "one-launch",     "one-step",       "wavefront"};

std::vector<WaveKernel> kernels(WaveKernel first, WaveKernel last) {
  std::vector<WaveKernel> all;
  for (int k = static_cast<int>(first); k <= static_cast<int>(last); ++k)
    all.push_back(static_cast<WaveKernel>(k));
  return all;
}

}  // namespace

const char* wave_kernel_name(WaveKernel kernel) {
  return names.at(static_cast<std::size_t>(kernel));
}

std::optional<WaveKernel> wave_kernel_named(const std::string& name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name == names[i]) return static_cast<WaveKernel>(i);
  return std::nullopt;
}

std::vector<WaveKernel> all_wave_kernels() {
  return kernels(WaveKernel::explicit_edges, WaveKernel::wavefront);
}

std::vector<WaveKernel> device_wave_kernels() {
  return kernels(WaveKernel::explicit_edges, WaveKernel::one_launch);
}

std::vector<WaveKernel> cpu_wave_kernels() {
  return kernels(WaveKernel::one_step, WaveKernel::wavefront);
}

double least_bytes_a_point(WaveKernel kernel, Precision precision) {
  const double value = precision == Precision::binary64 ? 8.0 : 4.0;
  const int steps = kernel == WaveKernel::two_steps   ? 2
                    : kernel == WaveKernel::wavefront ? wavefront_steps
                                                      : 1;
  return steps == 1 ? 4.0 * value : 5.0 * value / steps;
}

}  // namespace foldwave
