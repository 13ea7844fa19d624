// The sums over time of core/wave/stepper.hpp on the device, in the stepper's precision, over the user's
// grid. Sums of several waves wait for all of them, and they for it: a sink orders the waves' streams.
#pragma once

#include <memory>

#include "core/wave/stepper.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/imaging/stepper_kernels.cuh"

namespace foldwave {

inline constexpr int most_waves_together = 64;

template <class Real>
struct SinkLevels {
  const Real* present[most_waves_together]{};
  const Real* past[most_waves_together]{};
  int count = 0;
};

template <class Real>
class DeviceSink final : public WaveSink {
 public:
  DeviceSink(const PaddedGrid& padded, SinkKind kind);

  SinkKind kind() const override { return kind_; }
  void clear() override;
  void add(std::span<const WaveStepper* const> steppers) override;
  Field<float> values() const override;
  Field<double> exact_values() const override;
  Field<int> steps() const override;

  // The levels of one stepper, whose work is on this stream.
  void add_levels(const Real* present, const Real* past, int step,
                  const std::shared_ptr<const DeviceStream>& stream);

  // For kernels that add to it themselves, between begin and the next one.
  Real* sums() { return values_.data(); }
  int* when() { return steps_.data(); }
  void begin(const std::shared_ptr<const DeviceStream>& stream);

 private:
  void launch(const SinkLevels<Real>& levels, int step, cudaStream_t stream);
  template <class To>
  Field<To> read() const;
  void wait() const;

  PaddedGrid padded_;
  UserBox box_;
  SinkKind kind_;
  DeviceArray<Real> values_;
  DeviceArray<int> steps_;
  std::shared_ptr<const DeviceStream> last_;  // where it was last worked on
  DeviceEvent handed_over_{cudaEventDisableTiming};
};

extern template class DeviceSink<float>;
extern template class DeviceSink<double>;

}  // namespace foldwave
