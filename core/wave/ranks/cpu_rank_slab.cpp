#include <span>

#include "core/base/system.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "core/wave/cpu/cpu_wave.hpp"
#include "core/wave/ranks/rank_slab.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {

namespace {

template <class Real>
class CpuRankSlab final : public RankSlab {
 public:
  CpuRankSlab(Communicator& ranks, const SlabTask& task)
      : ranks_(ranks),
        cut_(task.cut),
        halo_(task.halo),
        margin_(task.model.margin),
        present_alone_(task.present_alone),
        padded_(task.model),
        wave_(padded_, task.model) {}

  const PaddedGrid& padded() const override { return padded_; }
  WaveKernel kernel() const override { return wave_.kernel(); }
  const RunPart& gather_part() const override { return wave_.gather_part(); }

  void begin(Gather& gather) override {
    exchange(true);
    wave_.read_start(gather);
  }
  int advance(int step, int steps, Gather& gather) override {
    const int taken = wave_.advance(step, steps, gather, {});
    exchange(false);
    return taken;
  }
  void copy_traces(int, Gather&) override {}

  double largest() override { return static_cast<double>(wave_.largest()); }
  std::string place_of_largest() override { return foldwave::place_of_largest(padded_, wave_.present()); }

  void copy_planes(PlaneRange planes, bool /*before*/, float* to) override {
    const auto n = padded_.grid.n;
    const Field<Real>& p = wave_.present();
#pragma omp parallel for collapse(2) schedule(static)
    for (int k = planes.first; k < planes.first + planes.count; ++k)
      for (int j = 0; j < n[1]; ++j) {
        const Real* const from = p.data() + padded_.user_index(0, j, k - padded_.grid.offset[2]);
        float* const row = to + n[0] * (j + Index{1} * n[1] * (k - planes.first));
        for (int i = 0; i < n[0]; ++i)
          row[i] = static_cast<float>(from[i]);
      }
  }

 private:
  using Planes = typename CpuWave<Real>::Planes;

  // Neighbours' copies of what a pass has made; `all`: of a start. By their distance from the cut: the
  // present is wanted up to the halo's end, the rest a radius less far; the past was made right a radius
  // beyond.
  void exchange(bool all) {
    const int radius = padded_.radius;
    const auto planes = wave_.planes();
    for (std::size_t p = 0; p < planes.size(); ++p) {
      if (all || p == 0)
        exchange_planes(planes[p], 0, halo_);
      else if (!present_alone_)
        exchange_planes(planes[p], p == 1 ? margin_ + radius : 0, halo_ - radius);
    }
    ranks_.wait_all();
  }

  void exchange_planes(const Planes& planes, int near, int far) {
    if (near >= far) return;
    const auto of = [&](int first) {
      return std::as_writable_bytes(std::span(planes.first + first * planes.plane,
                                              static_cast<std::size_t>((far - near) * planes.plane)));
    };
    const int low = cut_.below, high = padded_.n[2] - cut_.above;
    if (cut_.below > 0) {
      ranks_.begin_receive(ranks_.rank() - 1, of(low - far));
      ranks_.begin_send(ranks_.rank() - 1, of(low + near));
    }
    if (cut_.above > 0) {
      ranks_.begin_receive(ranks_.rank() + 1, of(high + near));
      ranks_.begin_send(ranks_.rank() + 1, of(high - far));
    }
  }

  Communicator& ranks_;
  SlabCut cut_;
  int halo_, margin_;
  bool present_alone_;
  PaddedGrid padded_;
  CpuWave<Real> wave_;
};

std::int64_t wave_bytes(const WaveModel& model) {
  return model.precision == Precision::binary64 ? CpuWave<double>::memory_bytes(model)
                                                : CpuWave<float>::memory_bytes(model);
}

class CpuRankEngine final : public RankEngine {
 public:
  std::string name() const override {
    return std::string("cpu, ") + instruction_set_name(best_instruction_set());
  }
  bool on_device() const override { return false; }
  SlabPlan plan(const WaveModel& model, int ranks) const override { return plan_slabs(model, ranks); }
  std::int64_t slab_bytes(const WaveModel& model, int ranks) const override {
    return wave_bytes(model) / ranks;
  }
  std::int64_t host_bytes(const WaveModel& model, int ranks) const override {
    return slab_bytes(model, ranks);
  }
  std::unique_ptr<WavePropagator> make_lone_propagator() const override { return make_cpu_wave_propagator(); }
  std::unique_ptr<RankSlab> make(Communicator& ranks, const SlabTask& task) const override {
    check_memory(wave_bytes(task.model), available_memory_bytes());
    if (task.model.precision == Precision::binary64)
      return std::make_unique<CpuRankSlab<double>>(ranks, task);
    return std::make_unique<CpuRankSlab<float>>(ranks, task);
  }
};

}  // namespace

const RankEngine& cpu_rank_engine() {
  static const CpuRankEngine engine;
  return engine;
}

}  // namespace foldwave
