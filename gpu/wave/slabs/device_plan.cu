#include "gpu/wave/slabs/device_plan.cuh"

#include <algorithm>
#include <utility>

#include "core/wave/run_control.hpp"
#include "gpu/wave/cuda_propagator.hpp"

namespace foldwave {

namespace {

// How often a step reaches a stencil's radius further.
int device_stages(const WaveModel& model) {
  const int fluxes = model.density != nullptr ? 2 : 1, operators = model.time_order == 4 ? 2 : 1;
  return fluxes * operators;
}

// The kernel of all slabs: slabs without pads could take more of them than those with.
template <class Real>
WaveKernel kernel_of_all(const WaveModel& model, const std::vector<WaveModel>& parts) {
  if (model.time_order != 2 || model.density != nullptr) return model.kernel;
  std::vector<WaveKernel> kernels;
  for (const WaveModel& part : parts)
    kernels.push_back(device_kernel<Real>(PaddedGrid(part), part));
  const auto is = [&](WaveKernel k) { return std::ranges::find(kernels, k) != kernels.end(); };
  if (std::ranges::count(kernels, kernels.front()) == static_cast<std::ptrdiff_t>(kernels.size()))
    return kernels.front();
  return is(WaveKernel::tiles) ? WaveKernel::tiles : WaveKernel::thread_a_node;
}

template <class Real>
SlabPlan plan_of(const WaveModel& model, int slabs) {
  const int stages = device_stages(model);
  SlabPlan plan = plan_device_slabs(model, slabs, stages);
  if (plan.slabs.empty()) return plan;
  const WaveKernel kernel = kernel_of_all<Real>(model, bare_slabs(model, plan));
  if (kernel == WaveKernel::two_steps) plan = plan_device_slabs(model, slabs, 2 * stages);
  plan.kernel = kernel;
  return plan;
}

}  // namespace

SlabPlan device_plan(const WaveModel& model, int slabs) {
  return model.precision == Precision::binary64 ? plan_of<double>(model, slabs)
                                                : plan_of<float>(model, slabs);
}

std::vector<WaveModel> bare_slabs(const WaveModel& model, const SlabPlan& plan) {
  std::vector<WaveModel> parts;
  for (const SlabCut& cut : plan.slabs) {
    WaveModel part = model;
    part.grid.whole = model.grid.n;
    part.grid.offset = {0, 0, cut.first - cut.below};
    part.grid.n[2] = cut.below + cut.last - cut.first + cut.above;
    part.grid.halo = plan.halo;
    part.kernel = plan.kernel;
    parts.push_back(std::move(part));
  }
  return parts;
}

std::int64_t slab_bytes(const WaveModel& slab, bool snapshots) {
  const PaddedGrid padded(slab);
  return (slab.precision == Precision::binary64 ? DeviceWave<double>::memory_bytes(padded, slab)
                                                : DeviceWave<float>::memory_bytes(padded, slab)) +
         (snapshots ? 4 * std::int64_t{slab.grid.size()} : 0);
}

std::int64_t largest_slab_bytes(const WaveModel& model, int slabs) {
  const SlabPlan plan = device_plan(model, slabs);
  if (plan.slabs.empty()) return make_cuda_wave_propagator()->memory_bytes(model);
  std::int64_t most = 0;
  for (const WaveModel& part : bare_slabs(model, plan))
    most = std::max(most, slab_bytes(part, takes_snapshots(model)));
  return most;
}

}  // namespace foldwave
