#include "core/imaging/locate/reversal.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {

namespace {

class PeakSink final : public SnapshotSink {
 public:
  PeakSink(FocusMaps& maps, double last, double dt, int energy_from, int every = 1)
      : maps_(maps), last_time_(last), dt_(dt), energy_from_(energy_from), every_(every) {}

  void snapshot(int step, double, const Field<float>& pressure) override {
    const auto time = static_cast<float>(last_time_ - step * dt_);
    const auto part = static_cast<float>(step >= energy_from_ ? every_ * dt_ : 0.0);
    const float* const p = pressure.data();
    float* const peak = maps_.peak.data();
    float* const at = maps_.time.data();
    float* const energy = maps_.energy.data();
#pragma omp parallel for simd schedule(static) if (pressure.size() > 50000)
    for (Index m = 0; m < pressure.size(); ++m) {
      const float size = std::abs(p[m]);
      at[m] = size > peak[m] ? time : at[m];
      peak[m] = size > peak[m] ? size : peak[m];
      energy[m] += part * size * size;
    }
  }

 private:
  FocusMaps& maps_;
  double last_time_, dt_;
  int energy_from_, every_;
};

// |R_g|^(1/G) times what the groups before have left.
class ProductSink final : public SnapshotSink {
 public:
  ProductSink(std::vector<Field<float>>& product, int every, int groups)
      : product_(product), every_(every), power_(1.0F / static_cast<float>(groups)) {}

  void snapshot(int step, double, const Field<float>& pressure) override {
    Field<float>& product = product_[static_cast<std::size_t>(step / every_)];
    const bool first = product.empty();
    if (first) product = Field<float>(pressure.shape());
    const float* const p = pressure.data();
    float* const to = product.data();
#pragma omp parallel for schedule(static) if (pressure.size() > 5000)
    for (Index m = 0; m < pressure.size(); ++m) {
      const float factor = std::pow(std::abs(p[m]), power_);
      to[m] = first ? factor : to[m] * factor;
    }
  }

 private:
  std::vector<Field<float>>& product_;
  int every_;
  float power_;
};

FocusMaps empty_maps(const Grid3& grid) {
  return {Field<float>(grid.n), Field<float>(grid.n), Field<float>(grid.n)};
}

double last_time(const WaveModel& medium, const Traces& traces) {
  return (traces.samples - 1) * medium.dt;
}

}  // namespace

WaveModel reversed_model(const WaveModel& medium, const Traces& traces, int before) {
  WaveModel model = medium;
  model.steps = std::max(1, traces.samples - 1 + before);
  model.receivers.clear();
  model.sources.clear();
  model.sources.reserve(traces.receivers.size());
  for (std::size_t r = 0; r < traces.receivers.size(); ++r) {
    const auto trace = traces.trace(r);
    model.sources.push_back({traces.receivers[r], std::vector<float>(trace.rbegin(), trace.rend())});
  }
  return model;
}

Traces correlated(const Traces& traces, std::span<const float> wavelet) {
  Traces out = traces;
  const auto count = static_cast<Index>(traces.receivers.size());
  const auto samples = static_cast<Index>(traces.samples);
#pragma omp parallel for schedule(static) if (count * samples > 100000)
  for (Index r = 0; r < count; ++r) {
    const float* const from = traces.values.data() + r * samples;
    float* const to = out.values.data() + r * samples;
    for (Index n = 0; n < samples; ++n) {
      float sum = 0.0F;
      const Index most = std::min(static_cast<Index>(wavelet.size()), samples - n);
      for (Index k = 0; k < most; ++k)
        sum += from[n + k] * wavelet[static_cast<std::size_t>(k)];
      to[n] = sum;
    }
  }
  return out;
}

FocusMaps reverse_in_time(const WavePropagator& propagator, const WaveModel& medium, const Traces& traces,
                          int before, int energy_from, const Job& job) {
  FocusMaps maps = empty_maps(medium.grid);
  WaveModel model = reversed_model(medium, traces, before);
  model.snapshot_every = 1;
  PeakSink sink(maps, last_time(medium, traces), medium.dt, energy_from);
  if (propagator.run(model, &sink, job).stopped) throw Stopped();
  return maps;
}

FocusMaps reverse_groups(const WavePropagator& propagator, const WaveModel& medium, const Traces& traces,
                         int before, int groups, int every, const Job& job) {
  const int count = static_cast<int>(traces.receivers.size());
  groups = std::clamp(groups, 1, count);
  const int steps = std::max(1, traces.samples - 1 + before);
  const auto kept = static_cast<std::size_t>(steps / every + 1);
  check_memory(static_cast<std::int64_t>(kept) * 4 * std::int64_t{medium.grid.size()},
               available_memory_bytes());
  std::vector<Field<float>> product(kept);
  for (int g = 0; g < groups; ++g) {
    const auto first = static_cast<std::size_t>(Index{1} * count * g / groups);
    const auto last = static_cast<std::size_t>(Index{1} * count * (g + 1) / groups);
    const auto samples = static_cast<std::size_t>(traces.samples);
    Traces group;
    group.samples = traces.samples;
    group.receivers.assign(traces.receivers.begin() + static_cast<std::ptrdiff_t>(first),
                           traces.receivers.begin() + static_cast<std::ptrdiff_t>(last));
    group.values.assign(traces.values.begin() + static_cast<std::ptrdiff_t>(first * samples),
                        traces.values.begin() + static_cast<std::ptrdiff_t>(last * samples));
    WaveModel model = reversed_model(medium, group, before);
    model.snapshot_every = every;
    ProductSink sink(product, every, groups);
    if (propagator.run(model, &sink, job).stopped) throw Stopped();
  }
  FocusMaps maps = empty_maps(medium.grid);
  PeakSink sink(maps, last_time(medium, traces), medium.dt, 0, every);
  for (std::size_t k = 0; k < kept; ++k)
    if (!product[k].empty()) sink.snapshot(static_cast<int>(k) * every, 0.0, product[k]);
  return maps;
}

}  // namespace foldwave
