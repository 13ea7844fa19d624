#include "gpu/wave/slabs/device_rank_slab.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>

#include "core/base/error.hpp"
#include "gpu/base/on_device.cuh"
#include "gpu/wave/cuda_propagator.hpp"
#include "gpu/wave/slabs/device_plan.cuh"
#include "gpu/wave/slabs/device_slab.cuh"
#include "gpu/wave/slabs/nccl_planes.hpp"

namespace foldwave {

namespace {

constexpr int most_steps_at_once = 16;  // between words of rank 0

// Of its host's devices, those of ranks before it left out.
int device_of_rank(const Communicator& ranks) {
  int count = 0, before = 0;
  const cudaError_t found = cudaGetDeviceCount(&count);
  if (found != cudaSuccess || count == 0) {
    cudaGetLastError();
    throw DeviceError("cuda", "this rank's host has no CUDA device", "start ranks where there are some");
  }
  for (int rank = 0; rank < ranks.rank(); ++rank)
    before += ranks.host(rank) == ranks.host(ranks.rank()) ? 1 : 0;
  return before % count;
}

std::string device_name(int device) {
  cudaDeviceProp properties{};
  std::array<char, 32> bus{};
  check_cuda(cudaGetDeviceProperties(&properties, device), "the device does not answer");
  check_cuda(cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), device),
             "the device does not answer");
  return std::string(properties.name) + " at " + bus.data();
}

// Made while the device is the thread's own.
template <class Real>
class DeviceRankSlab final : public RankSlab {
 public:
  DeviceRankSlab(Communicator& ranks, const SlabTask& task, int device)
      : ranks_(ranks), halo_(task.halo), steps_(task.model.steps), slab_(device, task.cut, task.model) {
    check_cuda(cudaDeviceSynchronize(), "the wave cannot be set up on the device");
  }

  const PaddedGrid& padded() const override { return slab_.padded; }
  WaveKernel kernel() const override { return slab_.wave.kernel(); }
  std::string device() const override { return device_name(slab_.device); }
  const RunPart& gather_part() const override { return slab_.wave.gather_part(); }

  // Not before all ranks have their slabs, as they join here.
  void begin(Gather& gather) override {
    const OnDevice on(slab_.device);
    if (!ranks_.takes_device_memory()) nccl_ = NcclPlanes::join(ranks_, device());
    if (!ranks_.takes_device_memory() && !nccl_) get_host_buffers();
    slab_.stepped.record(slab_.stream);
    exchange(true);
    slab_.wave.sample(slab_.wave.present(), 0, gather, slab_.stream);
  }

  int advance(int step, int steps, Gather& gather) override {
    const OnDevice on(slab_.device);
    int done = 0;
    while (done < std::min(steps, most_steps_at_once))
      done += some_steps(step + done, gather);
    return done;
  }

  void copy_traces(int last_step, Gather& gather) override {
    const OnDevice on(slab_.device);
    slab_.wave.copy_traces(last_step, gather, slab_.stream);
  }

  double largest() override {
    const OnDevice on(slab_.device);
    slab_.begin_look();
    return static_cast<double>(slab_.seen());
  }
  std::string place_of_largest() override {
    const OnDevice on(slab_.device);
    return slab_.place_of_largest();
  }

  std::vector<std::string> warnings() const override {
    if (ranks_.takes_device_memory() || nccl_) return {};
    return {
        "wave: planes go through the hosts' memory: for NCCL libnccl.so.2 and a device of each rank's own "
        "are needed"};
  }

  void copy_planes(PlaneRange planes, bool before, float* to) override {
    const OnDevice on(slab_.device);
    slab_.take_user_part(before ? slab_.wave.past() : slab_.wave.present());
    check_cuda(cudaStreamSynchronize(slab_.stream), "the wave failed on the device");
    slab_.copy_planes(planes, to);
  }

 private:
  // Of one neighbour: what goes to it and comes from it, in page-locked memory.
  struct Side {
    std::unique_ptr<PinnedArray<std::byte>> out, in;
  };

  std::size_t plane_bytes() const {
    return sizeof(Real) * static_cast<std::size_t>(halo_ * slab_.padded.plane());
  }

  void get_host_buffers() {
    const std::size_t each = 2 * plane_bytes();  // two levels
    for (Side& side : sides_) {
      side.out = std::make_unique<PinnedArray<std::byte>>(each);
      side.in = std::make_unique<PinnedArray<std::byte>>(each);
    }
  }

  // Two go together, as on one device, wherever somebody looks between them.
  int some_steps(int step, Gather& gather) {
    int taken = 1;
    if (slab_.goes_in_parts(step, halo_)) {
      slab_.step_in_parts(halo_);
    } else {
      taken = slab_.wave.go_on(step, steps_ - step, slab_.stream);
      slab_.stepped.record(slab_.stream);
    }
    exchange(taken == 2);
    if (taken == 2) slab_.wave.sample(slab_.wave.past(), step + 1, gather, slab_.stream);
    slab_.wave.sample(slab_.wave.present(), step + taken, gather, slab_.stream);
    return taken;
  }

  Real* planes_of(Real* level, int first) const {
    return level + (slab_.padded.lead[2] + first) * slab_.padded.plane();
  }

  // Calls use(side, neighbour, its first plane here, the first plane that it needs).
  template <class Use>
  void each_side(const Use& use) {
    const SlabCut& cut = slab_.cut;
    const int high = slab_.padded.n[2] - cut.above;
    if (cut.below > 0) use(sides_[0], ranks_.rank() - 1, 0, cut.below);
    if (cut.above > 0) use(sides_[1], ranks_.rank() + 1, high, high - halo_);
  }

  // Neighbours' copies of the newest level, or of both.
  void exchange(bool both) {
    const std::array<Real*, 2> levels{slab_.wave.present(), slab_.wave.past()};
    const std::size_t count = both ? 2 : 1;
    slab_.stepped.hold_back(slab_.rims);
    if (nccl_)
      exchange_by_nccl(std::span(levels).first(count));
    else if (ranks_.takes_device_memory())
      exchange_there(std::span(levels).first(count));
    else
      exchange_here(std::span(levels).first(count));
    slab_.pulled.record(slab_.rims);
    slab_.pulled.hold_back(slab_.stream);
  }

  void exchange_by_nccl(std::span<Real* const> levels) {
    nccl_->begin();
    each_side([&](Side&, int other, int theirs, int mine) {
      for (Real* const level : levels) {
        nccl_->receive(other, planes_of(level, theirs), plane_bytes(), slab_.rims);
        nccl_->send(other, planes_of(level, mine), plane_bytes(), slab_.rims);
      }
    });
    nccl_->end();
  }

  void exchange_there(std::span<Real* const> levels) {
    come_to_rest();
    each_side([&](Side&, int other, int theirs, int mine) {
      for (Real* const level : levels) {
        ranks_.begin_receive(other, {reinterpret_cast<std::byte*>(planes_of(level, theirs)), plane_bytes()});
        ranks_.begin_send(other, {reinterpret_cast<std::byte*>(planes_of(level, mine)), plane_bytes()});
      }
    });
    ranks_.wait_all();
  }

  void exchange_here(std::span<Real* const> levels) {
    const std::size_t bytes = plane_bytes();
    each_side([&](Side& side, int, int, int mine) {
      for (std::size_t l = 0; l < levels.size(); ++l)
        check_cuda(cudaMemcpyAsync(side.out->data() + l * bytes, planes_of(levels[l], mine), bytes,
                                   cudaMemcpyDeviceToHost, slab_.rims),
                   "planes do not leave the device");
    });
    come_to_rest();
    each_side([&](Side& side, int other, int, int) {
      ranks_.begin_receive(other, {side.in->data(), levels.size() * bytes});
      ranks_.begin_send(other, {side.out->data(), levels.size() * bytes});
    });
    ranks_.wait_all();
    each_side([&](Side& side, int, int theirs, int) {
      for (std::size_t l = 0; l < levels.size(); ++l)
        check_cuda(cudaMemcpyAsync(planes_of(levels[l], theirs), side.in->data() + l * bytes, bytes,
                                   cudaMemcpyHostToDevice, slab_.rims),
                   "planes do not reach the device");
    });
  }

  void come_to_rest() { check_cuda(cudaStreamSynchronize(slab_.rims), "the wave failed on the device"); }

  Communicator& ranks_;
  int halo_, steps_;
  std::unique_ptr<NcclPlanes> nccl_;
  DeviceSlab<Real> slab_;
  std::array<Side, 2> sides_;
};

class DeviceRankEngine final : public RankEngine {
 public:
  std::string name() const override { return "cuda"; }
  bool on_device() const override { return true; }
  SlabPlan plan(const WaveModel& model, int ranks) const override { return device_plan(model, ranks); }
  std::int64_t slab_bytes(const WaveModel& model, int ranks) const override {
    return largest_slab_bytes(model, ranks);
  }
  std::int64_t host_bytes(const WaveModel& model, int ranks) const override {
    return (model.precision == Precision::binary64 ? 8 : 4) * std::int64_t{model.grid.size()} / ranks;
  }
  std::unique_ptr<WavePropagator> make_lone_propagator() const override {
    return make_cuda_wave_propagator();
  }
  std::unique_ptr<RankSlab> make(Communicator& ranks, const SlabTask& task) const override {
    const int device = device_of_rank(ranks);
    const OnDevice on(device);
    std::size_t free_bytes = 0, total_bytes = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "the device does not answer");
    check_memory(foldwave::slab_bytes(task.model, task.snapshots), static_cast<std::int64_t>(free_bytes),
                 true);
    if (task.model.precision == Precision::binary64)
      return std::make_unique<DeviceRankSlab<double>>(ranks, task, device);
    return std::make_unique<DeviceRankSlab<float>>(ranks, task, device);
  }
};

}  // namespace

const RankEngine& device_rank_engine() {
  static const DeviceRankEngine engine;
  return engine;
}

}  // namespace foldwave
