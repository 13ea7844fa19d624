#include "core/engine/forecast/step_kernel.hpp"

#include <algorithm>

#include "core/base/system.hpp"
#include "core/engine/forecast/step_terms.hpp"
#include "core/wave/cpu/cpu_wave.hpp"
#include "core/wave/cpu/row_kernels.hpp"
#include "core/wave/tile_cut.hpp"

namespace foldwave {

namespace {

StepKernel host_step_kernel(const StepCount& count) {
  const PaddedGrid padded(count.model);
  WaveModel model = count.model;
  // Any field says that there is a density.
  const Field<float> some;
  if (count.density) model.density = borrowed(some);
  const WaveKernel kernel = cpu_wave_kernel(padded, model, thread_count());
  const int steps = CpuWave<float>::steps_of_pass(padded, model);
  return {wave_kernel_name(kernel),
          (steps == 1 ? "1 step a pass, " : std::to_string(steps) + " steps a pass, ") +
              instruction_set_name(best_instruction_set()) + " rows"};
}

bool has_kernel(const Backend& backend, WaveKernel kernel) {
  const std::vector<WaveKernel> all = backend.wave_kernels();
  return all.empty() || std::ranges::find(all, kernel) != all.end();
}

StepKernel device_step_kernel(const StepCount& count, const Backend& backend) {
  const PaddedGrid padded(count.model);
  const std::string kind = device_step_kind(count);
  const auto named = [](WaveKernel kernel, std::string shape) {
    return StepKernel{wave_kernel_name(kernel), std::move(shape)};
  };
  const bool in_double = count.model.precision == Precision::binary64;
  if (count.density || count.model.time_order == 4)
    return named(WaveKernel::thread_a_node, "blocks of 32 x 4 x 4, by stages");
  if (kind == "section") return named(WaveKernel::one_launch, "blocks of 64 x 4");
  if (padded.section) {
    const bool is_free = std::ranges::find(padded.boundaries, Boundary::free) != padded.boundaries.end();
    return named(
        !in_double && padded.radius <= 5 && is_free ? WaveKernel::explicit_edges : WaveKernel::thread_a_node,
        "blocks of 64 x 4");
  }
  if (in_double) return named(WaveKernel::thread_a_node, "blocks of 32 x 4 x 4");
  // Without copies of tiles by the device itself, as before Hopper.
  if (!has_kernel(backend, WaveKernel::tiles)) return named(WaveKernel::register_queue, "blocks of 8 rows");
  if (kind == "pairs") return named(WaveKernel::two_steps, "tiles of 128 x 16");
  const int high = tile_height(padded.radius);
  return named(WaveKernel::tiles,
               "tiles of " + std::to_string(device_tile_width(padded)) + " x " + std::to_string(high));
}

}  // namespace

StepKernel step_kernel(const StepCount& count, const Backend& backend) {
  return backend.on_host() ? host_step_kernel(count) : device_step_kernel(count, backend);
}

}  // namespace foldwave
