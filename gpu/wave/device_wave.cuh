// A wave on the device: its time levels, pads, sources and receivers, and the steps that it takes, by the
// fastest kernel that fits. Only copying traces out waits for the device.
#pragma once

#include <memory>
#include <utility>

#include "core/wave/wave_kernel_name.hpp"
#include "gpu/wave/cpml_kernels.cuh"
#include "gpu/wave/general_step.cuh"
#include "gpu/wave/ladder.cuh"
#include "gpu/wave/section_step.cuh"
#include "gpu/wave/tile_step.cuh"
#include "gpu/wave/two_step.cuh"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

// The kernel that the model's wish comes to. Throws InputError when it cannot be had.
template <class Real>
WaveKernel device_kernel(const PaddedGrid& padded, const WaveModel& model);

// Samples first .. end - 1 of the receivers, a row each.
struct TraceBlock {
  const float* traces = nullptr;
  Index row = 0;
  int first = 0, end = 0;
};

template <class Real>
class DeviceWave {
 public:
  // Throws DeviceError when the memory is not to be had.
  DeviceWave(const PaddedGrid& padded, const WaveModel& model);

  // Device memory without that of snapshots.
  static std::int64_t memory_bytes(const PaddedGrid& padded, const WaveModel& model);

  WaveKernel kernel() const { return kernel_; }

  // From step n on, of which `left` are still to go: takes one step or two, and gives back how many. Samples
  // of the new levels are kept; when there is no more room for them they are copied out, and only then is
  // waited for.
  int advance(int n, int left, Gather& gather, cudaStream_t stream);

  // The same without samples, for slabs whose neighbours' planes come first.
  int go_on(int n, int left, cudaStream_t stream);

  // One step in parts: whether it can be taken so, the planes along z that begin .. end and those at the rims
  // of them apart. Not while sources sound, and by tiles alone.
  bool goes_in_parts(int n, int first, int last) const;
  void begin_parts(cudaStream_t stream);
  void step_planes(int first, int last, cudaStream_t stream);
  void end_parts() { std::swap(present_, past_); }

  // Samples of the level `field`, step n. To be called in the order of steps, from 0.
  void sample(const Real* field, int n, Gather& gather, cudaStream_t stream);

  // The samples up to and with step `last` that are not in the gather yet. Waits for `stream`.
  void copy_traces(int last, Gather& gather, cudaStream_t stream);

  // What copying samples out took, waits for the device left out.
  const RunPart& gather_part() const { return gather_; }

  // The samples that are on the device by then.
  TraceBlock traces_there() const {
    return {traces_.data(), columns_, first_column_, pending_.field != nullptr ? sampled_ - 1 : sampled_};
  }

  const Real* present() const { return levels_[present_].data(); }
  const Real* past() const { return levels_[past_].data(); }
  Real* present() { return levels_[present_].data(); }
  Real* past() { return levels_[past_].data(); }
  Index size() const { return padded_.size(); }

 private:
  void step(int n, cudaStream_t stream);
  void two_steps(int n, cudaStream_t stream);
  void begin_from(const WaveModel& model);
  void read_pending(cudaStream_t stream);

  struct Sources {
    DeviceArray<Index> node;
    DeviceArray<int> start;
    DeviceArray<SourceEntry<Real>> entries;
    SourceTable<Real> table;
  };
  template <class Lists>
  Sources put_on_device(const Lists& lists);

  const PaddedGrid& padded_;
  Index origin_ = 0;
  WaveKernel kernel_ = WaveKernel::thread_a_node;
  DeviceArray<Real> levels_[4];
  std::size_t present_ = 0, past_ = 1;
  DeviceArray<Real> v2dt2_, sponge_[3];
  AxisImages images_[3];
  StepBox box_;
  LeapfrogFields<Real> fields_;
  DeviceCpml<Real> cpml_;
  std::unique_ptr<TileStep> tiles_;
  std::unique_ptr<TwoStep> pairs_;
  std::unique_ptr<LadderStep> ladder_;
  std::unique_ptr<SectionStep<Real>> section_;
  std::unique_ptr<GeneralStep<Real>> general_;
  PendingSample<Real> pending_;
  DeviceArray<float> series_, traces_;
  Sources sources_, sources_after_;
  int longest_ = 0;
  DeviceArray<Index> receiver_index_;
  DeviceArray<Real> receiver_weight_;
  DeviceArray<int> receiver_start_;
  ReceiverTable<Real> receivers_;
  int columns_ = 0, first_column_ = 0;  // of traces_; the first one's step
  int sampled_ = 0;                     // samples of a receiver so far
  RunPart gather_;
};

extern template class DeviceWave<float>;
extern template class DeviceWave<double>;

}  // namespace foldwave
