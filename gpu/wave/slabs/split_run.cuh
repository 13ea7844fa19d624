// A wave in slabs, one a device, from step to step: the planes beside a cut are stepped first and go to the
// other device while the others are. Errors: DeviceError; NumericError where a field leaves its bounds.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "gpu/base/on_device.cuh"
#include "gpu/wave/slabs/device_slab.cuh"

namespace foldwave {

template <class Real>
class SplitRun {
 public:
  SplitRun(const WaveModel& model, const SlabPlan& plan, const std::vector<int>& devices)
      : model_(model), plan_(plan) {
    for (std::size_t d = 0; d < devices.size(); ++d) {
      const OnDevice on(devices[d]);
      const WaveModel part = slab_model(model, plan, d);
      slabs_.push_back(std::make_unique<DeviceSlab<Real>>(devices[d], plan.slabs[d], part));
      check_cuda(cudaDeviceSynchronize(), "the wave cannot be set up on the device");
    }
  }

  WaveKernel kernel() const { return slabs_.front()->wave.kernel(); }
  const std::vector<std::unique_ptr<DeviceSlab<Real>>>& slabs() const { return slabs_; }

  void begin() {
    each([](DeviceSlab<Real>& slab) { slab.stepped.record(slab.stream); });
    pull(true);
    each([&](DeviceSlab<Real>& slab) { slab.wave.sample(slab.wave.present(), 0, slab.gather, slab.stream); });
  }

  // Takes one step or two of all slabs, as a slab alone would.
  int step(int n, int left) {
    if (goes_in_parts(n)) {
      step_in_parts(n);
      return 1;
    }
    int taken = 0;
    for (std::size_t d = 0; d < slabs_.size(); ++d) {
      DeviceSlab<Real>& slab = *slabs_[d];
      const OnDevice on(slab.device);
      hold_back_by_neighbours(d);
      taken = slab.wave.go_on(n, left, slab.stream);
      slab.stepped.record(slab.stream);
    }
    pull(taken == 2);
    each([&](DeviceSlab<Real>& slab) {
      if (taken == 2) slab.wave.sample(slab.wave.past(), n + 1, slab.gather, slab.stream);
      slab.wave.sample(slab.wave.present(), n + taken, slab.gather, slab.stream);
    });
    return taken;
  }

  void wait() {
    each([](DeviceSlab<Real>& slab) {
      check_cuda(cudaStreamSynchronize(slab.stream), "the wave failed on the device");
    });
  }

  // Throws where a slab's field has left its bounds.
  void look(int step) {
    each([](DeviceSlab<Real>& slab) { slab.begin_look(); });
    each([&](DeviceSlab<Real>& slab) {
      if (!(slab.seen() <= largest_pressure)) throw_overflowed(step, model_, slab.place_of_largest());
    });
  }

  // The newest level or, of two steps, the one before it, at the user's nodes.
  void copy_field(bool before, Field<float>& picture) {
    const Index plane = Index{1} * model_.grid.n[0] * model_.grid.n[1];
    each([&](DeviceSlab<Real>& slab) {
      slab.take_user_part(before ? slab.wave.past() : slab.wave.present());
    });
    wait();
    each([&](DeviceSlab<Real>& slab) {
      slab.copy_planes({slab.cut.first, slab.cut.last - slab.cut.first},
                       picture.data() + plane * slab.cut.first);
    });
  }

  void copy_traces(int last, Gather& all) {
    const auto samples = static_cast<std::size_t>(all.samples);
    each([&](DeviceSlab<Real>& slab) {
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

  bool goes_in_parts(int n) const {
    return std::ranges::all_of(slabs_, [&](const auto& slab) { return slab->goes_in_parts(n, plan_.halo); });
  }

  // What neighbours wait for comes first, and goes to them under the step of the inner planes.
  void step_in_parts(int n) {
    for (std::size_t d = 0; d < slabs_.size(); ++d) {
      DeviceSlab<Real>& slab = *slabs_[d];
      const OnDevice on(slab.device);
      hold_back_by_neighbours(d);
      slab.step_in_parts(plan_.halo);
    }
    pull(false);
    each([&](DeviceSlab<Real>& slab) {
      slab.wave.sample(slab.wave.present(), n + 1, slab.gather, slab.stream);
    });
  }

  // What a neighbour still reads is not written over.
  void hold_back_by_neighbours(std::size_t d) {
    if (d > 0) slabs_[d - 1]->pulled.hold_back(slabs_[d]->stream);
    if (d + 1 < slabs_.size()) slabs_[d + 1]->pulled.hold_back(slabs_[d]->stream);
  }

  // Copies of the neighbours' planes, each by who needs them.
  void pull(bool both) {
    for (std::size_t d = 0; d < slabs_.size(); ++d) {
      DeviceSlab<Real>& mine = *slabs_[d];
      const OnDevice on(mine.device);
      // The step before read the planes that are written over.
      mine.stepped.hold_back(mine.rims);
      const auto from = [&](DeviceSlab<Real>& other, int to_plane, int from_plane) {
        other.stepped.hold_back(mine.rims);
        copy(mine, mine.wave.present(), to_plane, other, other.wave.present(), from_plane);
        if (both) copy(mine, mine.wave.past(), to_plane, other, other.wave.past(), from_plane);
      };
      if (d > 0) {
        DeviceSlab<Real>& below = *slabs_[d - 1];
        from(below, 0, below.padded.n[2] - below.cut.above - plan_.halo);
      }
      if (d + 1 < slabs_.size())
        from(*slabs_[d + 1], mine.padded.n[2] - mine.cut.above, slabs_[d + 1]->cut.below);
      mine.pulled.record(mine.rims);
      mine.pulled.hold_back(mine.stream);
    }
  }

  void copy(DeviceSlab<Real>& mine, Real* to, int to_plane, const DeviceSlab<Real>& other, const Real* from,
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
  std::vector<std::unique_ptr<DeviceSlab<Real>>> slabs_;
};

}  // namespace foldwave
