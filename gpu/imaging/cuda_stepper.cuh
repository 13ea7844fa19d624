// The class behind gpu/imaging/cuda_stepper.hpp. Each stepper has a stream of its own, and nothing waits for
// it but what reads results; waves that meet in a sink or scatter wait for each other on the device. So that
// a stop is heard of soon, the host stays at most two batches of steps ahead.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "gpu/imaging/cpml_adjoint.cuh"
#include "gpu/imaging/device_field_record.cuh"
#include "gpu/imaging/device_samples.cuh"
#include "gpu/imaging/device_sinks.cuh"
#include "gpu/imaging/device_strips.cuh"
#include "gpu/imaging/section_wave.cuh"
#include "gpu/wave/cpml_kernels.cuh"
#include "gpu/wave/general_step.cuh"
#include "gpu/wave/tile_step.cuh"

namespace foldwave {

template <class Real>
class CudaStepper final : public WaveStepper {
 public:
  explicit CudaStepper(const StepperSetup& setup);  // taken as checked
  CudaStepper(const CudaStepper&) = delete;
  CudaStepper& operator=(const CudaStepper&) = delete;
  ~CudaStepper() override;

  const PaddedGrid& padded() const override { return padded_; }
  int step() const override { return step_; }
  bool backward() const override { return back_ != nullptr; }
  double largest() const override;
  int advance(int steps, const std::stop_token& stop) override;
  Gather gather() const override;
  std::vector<double> exact_samples() const override;
  void pressure(Field<float>& user_part) const override;
  std::unique_ptr<WaveLevels> levels() const override;
  void restore(const WaveLevels& levels, int step, bool reversed) override;
  std::unique_ptr<StripRecord> make_strip_record(const StripOptions& options) const override;
  void record(StripRecord& strips) override;
  void turn_back(StripRecord& strips) override;
  std::unique_ptr<FieldRecord> make_field_record(const FieldRecordOptions& options) const override;
  void keep(FieldRecord& record) const override;
  void show(const FieldRecord& record, int step) override;
  std::unique_ptr<WaveSink> make_sink(SinkKind kind) const override;
  void attach(WaveSink& sink, int every) override;
  void scatter(const WaveStepper& background) override;

  // For the waves and sinks of the same device.
  const Real* present_field() const { return levels_[present_].data(); }
  const Real* past_field() const { return levels_[1 - present_].data(); }
  const std::shared_ptr<const DeviceStream>& stream() const { return stream_; }
  void wait_for(const CudaStepper& other) const;  // for all that was started there

 private:
  using Memory = std::vector<std::pair<Real*, std::size_t>>;

  TraceLists<Real> put_traces(const StepperSetup& setup, const std::array<std::vector<double>, 3>& factors);
  void make_steps(const StepperSetup& setup, bool sponge, const TraceLists<Real>& traces);
  void begin_from(const WaveModel& model);
  void one_step();
  void leapfrog();
  void section_step();
  SectionSums<Real> section_sums();
  void keep_pace();
  void read_receivers();
  void read_late() const;
  std::vector<Real> samples() const;
  Memory memory() const;
  Real* origin(std::size_t level) { return levels_[level].data() + origin_; }

  WaveModel model_;            // without sources and receivers
  PaddedGrid padded_, inner_;  // inner: what is updated on the way back
  std::vector<Vec3> places_;   // of the receivers
  BoundaryStrips strips_;
  std::shared_ptr<const DeviceStream> stream_;
  Index origin_ = 0;
  StepBox box_;
  LeapfrogFields<Real> fields_;
  AxisImages images_[3];
  DeviceArray<Real> levels_[2], v2dt2_, sponge_[3], ones_;
  std::size_t present_ = 0;
  DeviceCpml<Real> cpml_, no_cpml_;
  std::unique_ptr<DeviceCpmlAdjoint<Real>> adjoint_;
  std::unique_ptr<TileStep> tiles_;
  std::unique_ptr<GeneralStep<Real>> general_;
  std::unique_ptr<SectionWave<Real>> section_;  // on the way forward

  DeviceArray<float> trace_samples_;
  DeviceArray<Index> trace_node_;
  DeviceArray<int> trace_start_;
  DeviceArray<TraceEntry<Real>> trace_entries_;
  TraceTable<Real> traces_;  // sources too
  mutable DeviceSamples<Real> samples_;

  DeviceArray<float> scattering_;
  DeviceArray<Real> rate_;  // of the background one step before
  const CudaStepper* background_ = nullptr;
  DeviceStripRecord<Real>* record_ = nullptr;
  DeviceStripRecord<Real>* back_ = nullptr;
  struct Attached {
    DeviceSink<Real>* sink = nullptr;
    int every = 1;
    bool added = false;  // within the step itself
  };
  std::vector<Attached> sinks_;
  mutable bool unread_ = false;  // the present level's are still to be read
  int step_ = 0, sampled_ = 0;   // samples that count: those of steps 0 .. sampled_ - 1

  mutable DeviceArray<int> largest_bits_;
  mutable DeviceEvent reached_{cudaEventDisableTiming};  // all that another waits for
  DeviceEvent paces_[2] = {DeviceEvent(cudaEventDisableTiming), DeviceEvent(cudaEventDisableTiming)};
  int batch_ = 1, in_batch_ = 0, batches_ = 0;
};

extern template class CudaStepper<float>;
extern template class CudaStepper<double>;

}  // namespace foldwave
