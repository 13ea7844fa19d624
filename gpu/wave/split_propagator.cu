#include "gpu/wave/split_propagator.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/wave/ranks/slab_plan.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/wave_check.hpp"
#include "gpu/wave/cuda_propagator.hpp"
#include "gpu/wave/split_run.cuh"

namespace foldwave {

namespace {

// How often a step reaches a stencil's radius further.
int device_stages(const WaveModel& model) {
  const int fluxes = model.density != nullptr ? 2 : 1, operators = model.time_order == 4 ? 2 : 1;
  return fluxes * operators;
}

// Warnings of pairs that cannot reach each other.
std::vector<std::string> open_peers(const std::vector<int>& devices) {
  std::vector<std::string> warnings;
  for (std::size_t d = 0; d + 1 < devices.size(); ++d)
    for (const auto& [from, to] :
         {std::pair{devices[d], devices[d + 1]}, std::pair{devices[d + 1], devices[d]}}) {
      int can = 0;
      check_cuda(cudaDeviceCanAccessPeer(&can, from, to), "the device does not answer");
      if (can == 0) {
        warnings.push_back("wave: device " + std::to_string(from) +
                           " has no access to the memory of device " + std::to_string(to) +
                           ": planes go through the host");
        continue;
      }
      const OnDevice on(from);
      const cudaError_t code = cudaDeviceEnablePeerAccess(to, 0);
      if (code == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError();
      else
        check_cuda(code, "the devices cannot be joined");
    }
  return warnings;
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

// Grids and faces of the slabs alone, which say what kernel fits.
std::vector<WaveModel> bare_slabs(const WaveModel& model, const SlabPlan& plan) {
  std::vector<WaveModel> parts;
  for (const SlabCut& cut : plan.slabs) {
    WaveModel part = model;
    part.grid.whole = model.grid.n;
    part.grid.offset = {0, 0, cut.first - cut.below};
    part.grid.n[2] = cut.below + cut.last - cut.first + cut.above;
    part.grid.halo = plan.halo;
    parts.push_back(std::move(part));
  }
  return parts;
}

// As the device's kernels ask for it; `model` is given the kernel.
template <class Real>
SlabPlan device_plan(WaveModel& model, int slabs) {
  const int stages = device_stages(model);
  SlabPlan plan = plan_device_slabs(model, slabs, stages);
  if (plan.slabs.empty()) return plan;
  const WaveKernel kernel = kernel_of_all<Real>(model, bare_slabs(model, plan));
  if (kernel == WaveKernel::two_steps) plan = plan_device_slabs(model, slabs, 2 * stages);
  plan.kernel = model.kernel = kernel;
  return plan;
}

template <class Real>
WaveRun run_split(WaveModel model, const std::vector<int>& devices, const WaveWatch& watch, const Job& job) {
  constexpr int steps_at_once = 25;
  const Clock clock;
  WaveRun result;
  result.warnings = open_peers(devices);
  const SlabPlan plan = device_plan<Real>(model, static_cast<int>(devices.size()));
  SplitRun<Real> split(model, plan, devices);
  result.gather = make_gather(model);
  result.kernel = split.kernel();
  const bool snapshots = watch.snapshots != nullptr && takes_snapshots(model);
  Field<float> picture;
  if (snapshots) picture = Field<float>(model.grid.n);
  const auto snapshot = [&](int step, bool before) {
    if (!snapshots || !is_snapshot_step(model, step)) return;
    const TimedScope timed(result.parts.snapshots.seconds);
    split.copy_field(before, picture);
    try {
      watch.snapshots->snapshot(step, step * model.dt, picture);
      result.parts.snapshots.bytes += 4 * std::int64_t{picture.size()};
      ++result.snapshots;
    } catch (const Stopped&) {
      if (!job.stop.stop_requested()) throw;
    }
  };
  const Index nodes = PaddedGrid(model).nodes();
  StepReporter reporter(job, model.steps, nodes);
  result.parts.set_up_seconds = clock.seconds();
  const Clock stepping;
  split.begin();
  snapshot(0, false);
  int step = 0;
  while (step < model.steps) {
    if (job.stop.stop_requested()) {
      result.stopped = true;
      break;
    }
    const int last = std::min(model.steps, step + steps_at_once);
    while (step < last) {
      const int taken = split.step(step, model.steps - step);
      if (taken == 2) snapshot(step + 1, true);
      step += taken;
      snapshot(step, false);
    }
    split.look(step);
    reporter.done(step);
  }
  split.wait();
  result.steps_done = step;
  result.parts.step_seconds = stepping.seconds() - result.parts.snapshots.seconds;
  split.copy_traces(step, result.gather);
  finish_run(result, nodes, clock.seconds());
  return result;
}

class SplitPropagator final : public WavePropagator {
 public:
  explicit SplitPropagator(std::vector<int> devices) : devices_(std::move(devices)) {}

  std::string name() const override { return "cuda, " + std::to_string(devices_.size()) + " devices"; }

  // Of the fullest device.
  std::int64_t memory_bytes(const WaveModel& model) const override {
    std::int64_t most = 0;
    WaveModel whole = model;
    const auto count = static_cast<int>(devices_.size());
    const bool wide = model.precision == Precision::binary64;
    const SlabPlan plan = wide ? device_plan<double>(whole, count) : device_plan<float>(whole, count);
    if (plan.slabs.empty()) return make_cuda_wave_propagator()->memory_bytes(model);
    for (const WaveModel& part : bare_slabs(whole, plan)) {
      const PaddedGrid padded(part);
      most = std::max(most, (wide ? DeviceWave<double>::memory_bytes(padded, part)
                                  : DeviceWave<float>::memory_bytes(padded, part)) +
                                (takes_snapshots(model) ? 4 * std::int64_t{part.grid.size()} : 0));
    }
    return most;
  }

  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    check_wave_model(model, job.stop);
    if (model.copy_every_step)
      throw InputError("kernel", "several devices copy no whole field every step", "use one device");
    WaveModel asked = model;
    const auto count = static_cast<int>(devices_.size());
    const SlabPlan plan = model.precision == Precision::binary64 ? device_plan<double>(asked, count)
                                                                 : device_plan<float>(asked, count);
    if (plan.slabs.empty()) {
      WaveRun alone = make_cuda_wave_propagator()->run(model, watch, job);
      alone.warnings.push_back(too_thin_text(model, plan, "one device steps alone"));
      return alone;
    }
    const std::int64_t needed = memory_bytes(model);
    for (const int device : devices_) {
      const OnDevice on(device);
      std::size_t free_bytes = 0, total_bytes = 0;
      check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "the device does not answer");
      check_memory(needed, static_cast<std::int64_t>(free_bytes), true);
    }
    return model.precision == Precision::binary64 ? run_split<double>(model, devices_, watch, job)
                                                  : run_split<float>(model, devices_, watch, job);
  }

 private:
  std::vector<int> devices_;
};

}  // namespace

std::unique_ptr<WavePropagator> make_split_propagator(std::vector<int> devices) {
  return std::make_unique<SplitPropagator>(std::move(devices));
}

}  // namespace foldwave
