// Sources and receivers by the rows that their taps lie in, so that a step can see to them row by row, as
// soon as the row has reached a level.
#pragma once

#include <cstdint>
#include <vector>

#include "core/wave/padded_grid.hpp"
#include "core/wave/stepper.hpp"
#include "core/wave/taps.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

// The taps of one source or receiver in one row.
struct TapRow {
  std::size_t owner = 0;            // which source or receiver
  std::size_t first = 0, last = 0;  // of the taps
  std::size_t slot = 0;             // its place when all are counted by owner
};

template <class Real>
class RowTaps {
 public:
  explicit RowTaps(const PaddedGrid& padded) : padded_(padded) {}

  void add(const std::vector<Tap>& of_one, double scale);
  void sort();  // to be called after the last one

  struct WeightedTap {
    Index index = 0;  // into the arrays
    Real weight{};
  };
  std::vector<WeightedTap>& taps() { return taps_; }
  std::size_t owners() const { return first_slot_.size() - 1; }
  std::size_t row_count() const { return rows_.size(); }
  std::size_t first_slot(std::size_t owner) const { return first_slot_[owner]; }

  // f(tap row, its taps) for what lies in the rows y0 .. y1 - 1 of padded plane z, by owners in each row.
  template <class F>
  void in_rows(int y0, int y1, int z, const F& f) const {
    if (rows_.empty()) return;
    for (int y = y0; y < y1; ++y) {
      const std::size_t row = row_of(y, z);
      for (std::size_t m = first_of_row_[row]; m < first_of_row_[row + 1]; ++m)
        f(rows_[m], taps_.data());
    }
  }

 private:
  std::size_t row_of(int y, int z) const {
    return static_cast<std::size_t>(y) + static_cast<std::size_t>(padded_.n[1]) * static_cast<std::size_t>(z);
  }
  std::size_t row_of(Index index) const;

  const PaddedGrid& padded_;
  std::vector<WeightedTap> taps_;
  std::vector<TapRow> rows_;
  std::vector<std::size_t> first_slot_{0}, first_of_row_;
};

// Adds the samples of a gather's traces, which lie in memory by steps.
template <class Real>
class CpuTraceSources {
 public:
  // Weights are scale / cell times what `weight` gives of a node, by its index into the arrays.
  template <class Weight>
  CpuTraceSources(const PaddedGrid& padded, const TraceSources& traces, Interpolation interpolation,
                  const Weight& weight)
      : taps_(padded) {
    const std::vector<int> receivers = take_samples(traces);
    for (const int r : receivers)
      taps_.add(source_taps(padded, traces.gather->receivers[static_cast<std::size_t>(r)], interpolation),
                traces.scale / padded.cell_measure());
    for (auto& tap : taps_.taps())
      tap.weight *= weight(tap.index);
    taps_.sort();
  }

  void add(Real* field, int y0, int y1, int z, int step) const;

 private:
  std::vector<int> take_samples(const TraceSources& traces);

  RowTaps<Real> taps_;
  std::size_t count_ = 0;
  std::vector<float> samples_;  // traces fastest
};

// Adds what each source gives at a step.
template <class Real>
class CpuSources {
 public:
  // Each node's own v^2 dt^2 goes into its weight.
  CpuSources(const PaddedGrid& padded, const WaveModel& model, const Field<Real>& squared_velocity_steps);

  // To a field given at its first value.
  void add(Real* field, int y0, int y1, int z, int step) const;

 private:
  RowTaps<Real> taps_;
  std::vector<std::vector<float>> series_;
};

// Samples: those of one level are kept in parts, a row of a receiver each, until the level is complete.
template <class Real>
class CpuReceivers {
 public:
  CpuReceivers(const PaddedGrid& padded, const WaveModel& model, int levels);

  void read(const Real* field, int y0, int y1, int z, int level);
  // Levels 0 .. levels - 1 become the samples from first_sample on.
  void collect(int levels, int first_sample, Gather& gather) const;
  // Of one level, by receiver.
  void collect(int level, Real* samples) const;

 private:
  Real sample(std::size_t receiver, int level) const;

  RowTaps<Real> taps_;
  std::vector<Real> parts_;  // slots fastest
};

extern template class RowTaps<float>;
extern template class RowTaps<double>;
extern template class CpuTraceSources<float>;
extern template class CpuTraceSources<double>;
extern template class CpuSources<float>;
extern template class CpuSources<double>;
extern template class CpuReceivers<float>;
extern template class CpuReceivers<double>;

}  // namespace foldwave
