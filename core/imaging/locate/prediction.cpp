#include "core/imaging/locate/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace foldwave {

Predictor::Predictor(const WavePropagator& propagator, const WaveModel& medium, std::vector<Vec3> receivers,
                     int samples, std::vector<float> wavelet, double data_step, const Band& band)
    : propagator_(propagator),
      medium_(medium),
      samples_(samples),
      wavelet_(std::move(wavelet)),
      data_step_(data_step),
      band_(band) {
  medium_.sources.clear();
  medium_.receivers = std::move(receivers);
  medium_.snapshot_every = 0;
  medium_.snapshot_steps.clear();
}

TraceClock Predictor::clock(double start) const {
  return {medium_.dt, medium_.time_order == 2 ? medium_.dt : 0.0, start};
}

std::vector<float> Predictor::wavelet() const {
  const int samples = static_cast<int>(wavelet_.size());
  return on_clock(wavelet_, samples, {medium_.dt, data_step_, 0.0}, clock(0.0), samples, band_);
}

std::vector<float> Predictor::record(const std::vector<Weighted>& sources, double time,
                                     const Job& job) const {
  // The run begins a little before the wavelet does, which may be before the first sample.
  const double dt = medium_.dt;
  const int ring = static_cast<int>(std::ceil(1.0 / ((band_.none - band_.full) * dt)));
  const int begin = static_cast<int>(std::floor(time / dt)) - ring;
  const std::size_t traces = medium_.receivers.size();
  std::vector<float> out(traces * static_cast<std::size_t>(samples_), 0.0F);
  if (begin >= samples_ - 1) return out;
  const int length = static_cast<int>(wavelet_.size()) + 2 * ring;
  const std::vector<float> series = on_clock(wavelet_, static_cast<int>(wavelet_.size()),
                                             {dt, data_step_, time}, clock(begin * dt), length, band_);
  WaveModel model = medium_;
  model.steps = samples_ - 1 - begin;
  for (const Weighted& source : sources) {
    model.sources.push_back({source.position, series});
    for (float& s : model.sources.back().series)
      s *= source.weight;
  }
  const WaveRun run = propagator_.run(model, {}, job);
  if (run.stopped) throw Stopped();
  const int first = std::max(0, begin);
  for (std::size_t r = 0; r < traces; ++r) {
    const float* const from = run.gather.trace(static_cast<int>(r));
    std::copy(from + (first - begin), from + run.gather.samples,
              out.begin() + static_cast<std::ptrdiff_t>(r) * samples_ + first);
  }
  return out;
}

std::vector<float> Predictor::traces(Vec3 position, double time, const Job& job) const {
  return record({{position, 1.0F}}, time, job);
}

EventColumns Predictor::columns(Vec3 position, double time, const Job& job) const {
  EventColumns columns;
  columns.traces = traces(position, time, job);
  const Grid3& grid = medium_.grid;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    if (grid.n[a] == 1) continue;
    Vec3 low = position, high = position;
    low[axis] = std::max(0.0, position[axis] - 0.25 * grid.h[a]);
    high[axis] = std::min((grid.n[a] - 1) * grid.h[a], position[axis] + 0.25 * grid.h[a]);
    const auto weight = static_cast<float>(1.0 / (high[axis] - low[axis]));
    columns.slopes[a] = record({{high, weight}, {low, -weight}}, time, job);
  }
  const auto d = taylor_stencil(max_stencil_order).first;
  std::vector<float>& slope = columns.slopes[3];
  slope.assign(columns.traces.size(), 0.0F);
  const auto count = static_cast<Index>(medium_.receivers.size());
#pragma omp parallel for schedule(static) if (count * samples_ > 100000)
  for (Index r = 0; r < count; ++r)
    for (Index n = 0; n < samples_; ++n) {
      double sum = 0.0;
      for (Index k = 1; k <= max_stencil_radius; ++k) {
        const double next =
            n + k < samples_ ? columns.traces[static_cast<std::size_t>(r * samples_ + n + k)] : 0.0F;
        const double past = n >= k ? columns.traces[static_cast<std::size_t>(r * samples_ + n - k)] : 0.0F;
        sum += d[static_cast<std::size_t>(k)] * (next - past);
      }
      slope[static_cast<std::size_t>(r * samples_ + n)] = static_cast<float>(-sum / medium_.dt);
    }
  return columns;
}

}  // namespace foldwave
