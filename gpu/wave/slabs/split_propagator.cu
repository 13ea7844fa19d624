#include "gpu/wave/slabs/split_propagator.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/wave_check.hpp"
#include "gpu/base/peers.cuh"
#include "gpu/wave/cuda_propagator.hpp"
#include "gpu/wave/slabs/device_plan.cuh"
#include "gpu/wave/slabs/split_live.cuh"
#include "gpu/wave/slabs/split_run.cuh"

namespace foldwave {

namespace {

// Warnings of pairs that cannot reach each other.
std::vector<std::string> open_peers(const std::vector<int>& devices) {
  std::vector<std::string> warnings;
  for (std::size_t d = 0; d + 1 < devices.size(); ++d)
    for (const auto& [from, to] :
         {std::pair{devices[d], devices[d + 1]}, std::pair{devices[d + 1], devices[d]}}) {
      if (!join_devices(from, to))
        warnings.push_back("wave: device " + std::to_string(from) +
                           " has no access to the memory of device " + std::to_string(to) +
                           ": planes go through the host");
    }
  return warnings;
}

template <class Real>
WaveRun run_split(const WaveModel& model, const std::vector<int>& devices, const WaveWatch& watch,
                  const Job& job) {
  constexpr int most_at_once = 25;
  constexpr double longest_batch = 0.05;  // s: a stop and a live frame wait for its end
  const Clock clock;
  WaveRun result;
  result.warnings = open_peers(devices);
  const SlabPlan plan = device_plan(model, static_cast<int>(devices.size()));
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
  SplitLive live(watch.live, model, split.slabs());
  result.parts.set_up_seconds = clock.seconds();
  const Clock stepping;
  split.begin();
  snapshot(0, false);
  int step = 0, at_once = most_at_once;
  while (step < model.steps) {
    if (job.stop.stop_requested()) {
      result.stopped = true;
      break;
    }
    const Clock batch;
    const int first = step, last = std::min(model.steps, step + at_once);
    while (step < last) {
      const int taken = split.step(step, model.steps - step);
      if (taken == 2) snapshot(step + 1, true);
      step += taken;
      snapshot(step, false);
    }
    if (step / most_at_once > first / most_at_once || step == model.steps)
      split.look(step);
    else
      split.wait();
    const double each = batch.seconds() / (step - first);
    at_once = static_cast<int>(std::clamp(longest_batch / each, 1.0, 1.0 * most_at_once));
    live.offer(step, split.slabs());
    reporter.done(step);
  }
  if (result.stopped && step > 0)
    split.look(step);  // a batch may have ended between looks
  else
    split.wait();
  result.steps_done = step;
  result.parts.live = live.part();
  result.parts.step_seconds = stepping.seconds() - result.parts.snapshots.seconds - live.part().seconds;
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
    return largest_slab_bytes(model, static_cast<int>(devices_.size()));
  }

  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    check_wave_model(model, job.stop);
    if (model.copy_every_step)
      throw InputError("kernel", "several devices copy no whole field every step", "use one device");
    const SlabPlan plan = device_plan(model, static_cast<int>(devices_.size()));
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
