// The stepper of wave/stepper.hpp on the CPU: CpuWave's kernels, wavefront and all, with sources, strips,
// receivers and attached sinks seen to row by row while the row is in the cache.
#pragma once

#include <optional>

#include "core/wave/boundary_strips.hpp"
#include "core/wave/cpu/cpu_field_record.hpp"
#include "core/wave/cpu/cpu_sinks.hpp"
#include "core/wave/cpu/cpu_strips.hpp"
#include "core/wave/cpu/cpu_wave.hpp"
#include "core/wave/stepper.hpp"

namespace foldwave {

// In the model's precision. Throws InputError for a model that no propagator takes (wave/wave_check.hpp), or
// an adjoint of CPML pads at fourth order in time.
std::unique_ptr<WaveStepper> make_cpu_stepper(const StepperSetup& setup);

template <class Real>
class CpuStepper final : public WaveStepper, private CpuRowWatch<Real> {
 public:
  explicit CpuStepper(const StepperSetup& setup);  // taken as checked
  CpuStepper(const CpuStepper&) = delete;
  CpuStepper& operator=(const CpuStepper&) = delete;

  const PaddedGrid& padded() const override { return padded_; }
  int step() const override { return step_; }
  bool backward() const override { return back_ != nullptr; }
  double largest() const override { return static_cast<double>(wave_.largest()); }
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

  CpuLevels<Real> levels_now() const { return {wave_.present().data(), wave_.past().data()}; }

 private:
  void made(Real* field, int y0, int y1, int z, int step, int level) override;
  void finished(const Real* field, int y0, int y1, int z, int step, int level) override;
  void add_scattered(Real* field, int y, int z);
  void copy_strips(Real* field, Real* level, int y, int z, bool out) const;
  int at_once(int steps) const;
  int level_at(int step, int level) const { return back_ != nullptr ? step - level - 1 : step + level + 1; }

  struct Attached {
    CpuSink<Real>* sink = nullptr;
    int every = 1;
  };

  WaveModel model_;  // without sources and receivers
  PaddedGrid padded_;
  std::vector<Vec3> places_;  // of the receivers
  BoundaryStrips strips_;
  CpuWave<Real> wave_;
  CpuSources<Real> sources_;
  CpuReceivers<Real> receivers_;
  std::optional<CpuTraceSources<Real>> traces_;
  NodeField scattering_;
  Field<Real> rate_;  // of the background one step before
  const CpuStepper* background_ = nullptr;
  CpuStripRecord<Real>* record_ = nullptr;
  CpuStripRecord<Real>* back_ = nullptr;
  std::vector<Attached> sinks_;
  std::vector<Real> samples_;  // receivers fastest
  Gather nothing_;
  int step_ = 0;
};

extern template class CpuStepper<float>;
extern template class CpuStepper<double>;

}  // namespace foldwave
