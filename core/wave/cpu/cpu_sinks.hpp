// The sums over time of wave/stepper.hpp on the CPU, in the stepper's precision, over the user's grid.
#pragma once

#include "core/base/field.hpp"
#include "core/wave/cpu/row_kernels.hpp"
#include "core/wave/stepper.hpp"

namespace foldwave {

// The levels of one stepper, at their first value.
template <class Real>
struct CpuLevels {
  const Real* present = nullptr;
  const Real* past = nullptr;
};

template <class Real>
class CpuSink final : public WaveSink {
 public:
  CpuSink(const PaddedGrid& padded, SinkKind kind);

  SinkKind kind() const override { return kind_; }
  void clear() override;
  void add(std::span<const WaveStepper* const> steppers) override;
  Field<float> values() const override;
  Field<double> exact_values() const override;
  Field<int> steps() const override;

  // The user's row (y, z) of these levels, at this step.
  void add_row(std::span<const CpuLevels<Real>> levels, int y, int z, int step);

 private:
  void add_largest(std::span<const CpuLevels<Real>> levels, Index at, Index from, int step);
  void add_product(std::span<const CpuLevels<Real>> levels, Index at, Index from);
  void add_opposed(std::span<const CpuLevels<Real>> levels, Index at, Index from);

  template <class To>
  Field<To> user_part(const Field<Real>& rows) const;

  PaddedGrid padded_;
  SinkKind kind_;
  RowKernels<Real> kernels_;
  std::array<int, 3> shape_{};  // rows of whole vectors: what lies behind the user's nodes counts for nothing
  Field<Real> values_, steps_;
};

extern template class CpuSink<float>;
extern template class CpuSink<double>;

}  // namespace foldwave
