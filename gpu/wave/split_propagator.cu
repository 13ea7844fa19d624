#include "gpu/wave/split_propagator.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/wave/ranks/slab_plan.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/wave_check.hpp"
#include "gpu/wave/cuda_propagator.hpp"
#include "gpu/wave/device_wave.cuh"
#include "gpu/wave/snapshot_mail.cuh"

namespace foldwave {

namespace {

// The calling thread's device, as it was before at the end.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    check_cuda(cudaGetDevice(&before_), "the device does not answer");
    check_cuda(cudaSetDevice(device), "the device does not answer");
  }
  ~OnDevice() { cudaSetDevice(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
};

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

// One slab on its device.
template <class Real>
struct Slab {
  Slab(int number, const SlabCut& its_cut, const WaveModel& model)
      : device(number), cut(its_cut), padded(model), wave(padded, model), gather(make_gather(model)) {}

  int device;
  SlabCut cut;
  PaddedGrid padded;
  DeviceWave<Real> wave;
  Gather gather;
  DeviceEvent begun{cudaEventDisableTiming}, stepped{cudaEventDisableTiming}, pulled{cudaEventDisableTiming};
  PinnedArray<int> largest{1};
  DeviceArray<int> bits{1};
  DeviceArray<float> own;  // the user's part for snapshots
  // Last, as they must come to rest before what they work on goes. By `rims` the planes that a neighbour
  // needs are stepped and its own come, beside the step of the others.
  DeviceStream rims{DeviceStream::Turn::first}, stream;

  // Own planes, in the padded grid.
  int first() const { return cut.below > 0 ? cut.below : padded.first[2]; }
  int last() const { return cut.above > 0 ? padded.n[2] - cut.above : padded.last[2]; }
};

template <class Real>
class SplitRun {
 public:
  SplitRun(const WaveModel& model, const SlabPlan& plan, const std::vector<int>& devices)
      : model_(model), plan_(plan) {
    for (std::size_t d = 0; d < devices.size(); ++d) {
      const OnDevice on(devices[d]);
      const WaveModel part = slab_model(model, plan, d);
      slabs_.push_back(std::make_unique<Slab<Real>>(devices[d], plan.slabs[d], part));
      check_cuda(cudaDeviceSynchronize(), "the wave cannot be set up on the device");
    }
  }

  WaveKernel kernel() const { return slabs_.front()->wave.kernel(); }

  void begin() {
    each([](Slab<Real>& slab) { slab.stepped.record(slab.stream); });
    pull(true);
    each([&](Slab<Real>& slab) { slab.wave.sample(slab.wave.present(), 0, slab.gather, slab.stream); });
  }

  // Takes one step or two of all slabs, as a slab alone would.
  int step(int n, int left) {
    if (goes_in_parts(n)) {
      step_in_parts(n);
      return 1;
    }
    int taken = 0;
    for (std::size_t d = 0; d < slabs_.size(); ++d) {
      Slab<Real>& slab = *slabs_[d];
      const OnDevice on(slab.device);
      hold_back_by_neighbours(d);
      taken = slab.wave.go_on(n, left, slab.stream);
      slab.stepped.record(slab.stream);
    }
    pull(taken == 2);
    each([&](Slab<Real>& slab) {
      if (taken == 2) slab.wave.sample(slab.wave.past(), n + 1, slab.gather, slab.stream);
      slab.wave.sample(slab.wave.present(), n + taken, slab.gather, slab.stream);
    });
    return taken;
  }

  void wait() {
    each([](Slab<Real>& slab) {
      check_cuda(cudaStreamSynchronize(slab.stream), "the wave failed on the device");
    });
  }

  // Throws where a slab's field has left its bounds.
  void look(int step) {
    each([](Slab<Real>& slab) {
      check_cuda(cudaMemsetAsync(slab.bits.data(), 0, sizeof(int), slab.stream),
                 "cannot clear device memory");
      launch_largest(slab.wave.present(), slab.wave.size(), slab.bits.data(), slab.stream);
      check_cuda(cudaMemcpyAsync(slab.largest.data(), slab.bits.data(), sizeof(int), cudaMemcpyDeviceToHost,
                                 slab.stream),
                 "cannot look at the field");
    });
    wait();
    for (const auto& slab : slabs_) {
      float value = 0.0F;
      std::memcpy(&value, slab->largest.data(), sizeof value);
      if (value <= largest_pressure) continue;
      const OnDevice on(slab->device);
      Field<Real> host(slab->padded.shape);
      check_cuda(
          cudaMemcpy(host.data(), slab->wave.present(),
                     sizeof(Real) * static_cast<std::size_t>(slab->padded.size()), cudaMemcpyDeviceToHost),
          "cannot read the device");
      throw_overflowed(step, model_, place_of_largest(slab->padded, host));
    }
  }

  // The newest level or, of two steps, the one before it, at the user's nodes.
  void copy_field(bool before, Field<float>& picture) {
    const Index plane = Index{1} * model_.grid.n[0] * model_.grid.n[1];
    each([&](Slab<Real>& slab) {
      if (slab.own.size() == 0)
        slab.own = DeviceArray<float>(static_cast<std::size_t>(slab.padded.grid.size()));
      launch_user_part(before ? slab.wave.past() : slab.wave.present(), slab.padded, slab.own.data(),
                       slab.stream);
    });
    wait();
    each([&](Slab<Real>& slab) {
      const Index planes = slab.cut.last - slab.cut.first;
      check_cuda(cudaMemcpy(picture.data() + plane * slab.cut.first,
                            slab.own.data() + plane * (slab.cut.first - slab.padded.grid.offset[2]),
                            sizeof(float) * static_cast<std::size_t>(plane * planes), cudaMemcpyDeviceToHost),
                 "cannot read the device");
    });
  }

  void copy_traces(int last, Gather& all) {
    const auto samples = static_cast<std::size_t>(all.samples);
    each([&](Slab<Real>& slab) {
      slab.wave.copy_traces(last, slab.gather, slab.stream);
      for (std::size_t r = 0; r < slab.cut.receivers.size(); ++r)
        std::copy_n(slab.gather.traces.data() + r * samples, samples,
                    all.traces.data() + static_cast<std::size_t>(slab.cut.receivers[r]) * samples);
    });
  }

 private:
  template <class Use>
  void each(const Use& use) {
    for (const auto& slab : slabs_) {
      const OnDevice on(slab->device);
      use(*slab);
    }
  }

  // Planes that no neighbour needs lie between first and last.
  struct Inner {
    int first = 0, last = 0;
  };
  Inner inner_of(const Slab<Real>& slab) const {
    const int first = slab.first() + (slab.cut.below > 0 ? plan_.halo : 0);
    return {first, std::max(first, slab.last() - (slab.cut.above > 0 ? plan_.halo : 0))};
  }

  bool goes_in_parts(int n) const {
    return std::ranges::all_of(slabs_, [&](const auto& slab) {
      const Inner inner = inner_of(*slab);
      return slab->wave.goes_in_parts(n, inner.first, inner.last);
    });
  }

  // What neighbours wait for comes first, and goes to them under the step of the inner planes.
  void step_in_parts(int n) {
    for (std::size_t d = 0; d < slabs_.size(); ++d) {
      Slab<Real>& slab = *slabs_[d];
      const OnDevice on(slab.device);
      hold_back_by_neighbours(d);
      const Inner inner = inner_of(slab);
      slab.wave.begin_parts(slab.stream);
      slab.begun.record(slab.stream);
      slab.begun.hold_back(slab.rims);
      if (inner.first > slab.first()) slab.wave.step_planes(slab.first(), inner.first, slab.rims);
      if (slab.last() > inner.last) slab.wave.step_planes(inner.last, slab.last(), slab.rims);
      slab.stepped.record(slab.rims);
      slab.wave.step_planes(inner.first, inner.last, slab.stream);
      slab.wave.end_parts();
    }
    pull(false);
    each([&](Slab<Real>& slab) { slab.wave.sample(slab.wave.present(), n + 1, slab.gather, slab.stream); });
  }

  // What a neighbour still reads is not written over.
  void hold_back_by_neighbours(std::size_t d) {
    if (d > 0) slabs_[d - 1]->pulled.hold_back(slabs_[d]->stream);
    if (d + 1 < slabs_.size()) slabs_[d + 1]->pulled.hold_back(slabs_[d]->stream);
  }

  // Copies of the neighbours' planes, each by who needs them.
  void pull(bool both) {
    for (std::size_t d = 0; d < slabs_.size(); ++d) {
      Slab<Real>& mine = *slabs_[d];
      const OnDevice on(mine.device);
      // The step before read the planes that are written over.
      mine.stepped.hold_back(mine.rims);
      const auto from = [&](Slab<Real>& other, int to_plane, int from_plane) {
        other.stepped.hold_back(mine.rims);
        copy(mine, mine.wave.present(), to_plane, other, other.wave.present(), from_plane);
        if (both) copy(mine, mine.wave.past(), to_plane, other, other.wave.past(), from_plane);
      };
      if (d > 0) {
        Slab<Real>& below = *slabs_[d - 1];
        from(below, 0, below.padded.n[2] - below.cut.above - plan_.halo);
      }
      if (d + 1 < slabs_.size())
        from(*slabs_[d + 1], mine.padded.n[2] - mine.cut.above, slabs_[d + 1]->cut.below);
      mine.pulled.record(mine.rims);
      mine.pulled.hold_back(mine.stream);
    }
  }

  void copy(Slab<Real>& mine, Real* to, int to_plane, const Slab<Real>& other, const Real* from,
            int from_plane) const {
    const PaddedGrid& there = other.padded;
    const Index plane = there.plane();
    check_cuda(cudaMemcpyPeerAsync(to + (mine.padded.lead[2] + to_plane) * plane, mine.device,
                                   from + (there.lead[2] + from_plane) * plane, other.device,
                                   sizeof(Real) * static_cast<std::size_t>(plan_.halo * plane), mine.rims),
               "planes do not reach the other device");
  }

  const WaveModel& model_;
  const SlabPlan& plan_;
  std::vector<std::unique_ptr<Slab<Real>>> slabs_;
};

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
