#include "core/wave/wave_kernel_name.hpp"

#include <array>

namespace foldwave {

namespace {

constexpr std::array names{"auto",        "explicit-edges", "zero-padding",   "constant-memory",
                           "shared-axes", "thread-a-node",  "register-queue", "tiles",
                           "two-steps",   "one-launch"};

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
  std::vector<WaveKernel> all;
  for (std::size_t i = 1; i < names.size(); ++i)
    all.push_back(static_cast<WaveKernel>(i));
  return all;
}

double least_bytes_a_point(WaveKernel kernel, Precision precision) {
  const double value = precision == Precision::binary64 ? 8.0 : 4.0;
  return kernel == WaveKernel::two_steps ? 5.0 * value / 2.0 : 4.0 * value;
}

}  // namespace foldwave
