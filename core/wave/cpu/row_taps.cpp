#include "core/wave/cpu/row_taps.hpp"

#include <algorithm>
#include <utility>

#include "core/wave/run_control.hpp"
#include "core/wave/stepper_check.hpp"

namespace foldwave {

template <class Real>
std::size_t RowTaps<Real>::row_of(Index index) const {
  return row_of(static_cast<int>(index % padded_.plane() / padded_.row()) - padded_.lead[1],
                static_cast<int>(index / padded_.plane()) - padded_.lead[2]);
}

template <class Real>
void RowTaps<Real>::add(const std::vector<Tap>& of_one, double scale) {
  const std::size_t owner = first_slot_.size() - 1;
  std::size_t last_row = 0;
  for (const Tap& tap : of_one) {
    const std::size_t row = row_of(tap.index);
    if (rows_.size() == first_slot_.back() || row != last_row)
      rows_.push_back({owner, taps_.size(), taps_.size(), rows_.size()});
    last_row = row;
    taps_.push_back({tap.index, static_cast<Real>(tap.weight * scale)});
    ++rows_.back().last;
  }
  first_slot_.push_back(rows_.size());
}

template <class Real>
void RowTaps<Real>::sort() {
  const auto row = [&](const TapRow& r) { return row_of(taps_[r.first].index); };
  std::stable_sort(rows_.begin(), rows_.end(),
                   [&](const TapRow& a, const TapRow& b) { return row(a) < row(b); });
  const std::size_t count = static_cast<std::size_t>(padded_.n[1]) * static_cast<std::size_t>(padded_.n[2]);
  if (!rows_.empty()) first_of_row_.assign(count + 1, 0);
  for (const TapRow& r : rows_)
    ++first_of_row_[row(r) + 1];
  for (std::size_t m = 1; m < first_of_row_.size(); ++m)
    first_of_row_[m] += first_of_row_[m - 1];
}

template <class Real>
CpuSources<Real>::CpuSources(const PaddedGrid& padded, const WaveModel& model,
                             const Field<Real>& squared_velocity_steps)
    : taps_(padded) {
  for (const PointSource& source : model.sources) {
    taps_.add(source_taps(padded, source.position, model.interpolation), 1.0 / padded.cell_measure());
    series_.push_back(injected_series(source.series, model.time_order));
  }
  for (auto& tap : taps_.taps())
    tap.weight *= squared_velocity_steps[tap.index];
  taps_.sort();
}

template <class Real>
void CpuSources<Real>::add(Real* field, int y0, int y1, int z, int step) const {
  const auto n = static_cast<std::size_t>(step);
  taps_.in_rows(y0, y1, z, [&](const TapRow& row, const auto* taps) {
    const std::vector<float>& series = series_[row.owner];
    if (n >= series.size()) return;
    for (std::size_t t = row.first; t < row.last; ++t)
      field[taps[t].index] += taps[t].weight * static_cast<Real>(series[n]);
  });
}

template <class Real>
CpuReceivers<Real>::CpuReceivers(const PaddedGrid& padded, const WaveModel& model, int levels)
    : taps_(padded) {
  for (const Vec3& position : model.receivers)
    taps_.add(receiver_taps(padded, position, model.interpolation), 1.0);
  taps_.sort();
  parts_.assign(taps_.row_count() * static_cast<std::size_t>(levels), Real(0));
}

template <class Real>
void CpuReceivers<Real>::read(const Real* field, int y0, int y1, int z, int level) {
  Real* const parts = parts_.data() + taps_.row_count() * static_cast<std::size_t>(level);
  taps_.in_rows(y0, y1, z, [&](const TapRow& row, const auto* taps) {
    Real sum{};
    for (std::size_t t = row.first; t < row.last; ++t)
      sum += taps[t].weight * field[taps[t].index];
    parts[row.slot] = sum;
  });
}

template <class Real>
Real CpuReceivers<Real>::sample(std::size_t receiver, int level) const {
  const Real* const parts = parts_.data() + taps_.row_count() * static_cast<std::size_t>(level);
  Real sum{};
  for (std::size_t slot = taps_.first_slot(receiver); slot < taps_.first_slot(receiver + 1); ++slot)
    sum += parts[slot];
  return sum;
}

template <class Real>
void CpuReceivers<Real>::collect(int levels, int first_sample, Gather& gather) const {
  for (std::size_t r = 0; r < gather.receivers.size(); ++r) {
    float* const trace = gather.traces.data() + r * static_cast<std::size_t>(gather.samples) + first_sample;
    for (int level = 0; level < levels; ++level)
      trace[level] = static_cast<float>(sample(r, level));
  }
}

template <class Real>
void CpuReceivers<Real>::collect(int level, Real* samples) const {
  for (std::size_t r = 0; r < taps_.owners(); ++r)
    samples[r] = sample(r, level);
}

template <class Real>
std::vector<int> CpuTraceSources<Real>::take_samples(const TraceSources& traces) {
  SentTraces sent = sent_traces(traces);
  count_ = sent.receivers.size();
  samples_ = std::move(sent.samples);
  return sent.receivers;
}

template <class Real>
void CpuTraceSources<Real>::add(Real* field, int y0, int y1, int z, int step) const {
  const std::size_t first = count_ * static_cast<std::size_t>(step);
  if (first >= samples_.size()) return;
  taps_.in_rows(y0, y1, z, [&](const TapRow& row, const auto* taps) {
    const Real sample = static_cast<Real>(samples_[first + row.owner]);
    for (std::size_t t = row.first; t < row.last; ++t)
      field[taps[t].index] += taps[t].weight * sample;
  });
}

template class RowTaps<float>;
template class RowTaps<double>;
template class CpuTraceSources<float>;
template class CpuTraceSources<double>;
template class CpuSources<float>;
template class CpuSources<double>;
template class CpuReceivers<float>;
template class CpuReceivers<double>;

}  // namespace foldwave
