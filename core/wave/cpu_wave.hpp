// The wave on the CPU with everything that a WaveModel asks of a step: the leapfrog of wave/cpu_leapfrog.hpp
// and the CPML terms, in single or double precision.
#pragma once

#include "core/wave/cpu_cpml.hpp"
#include "core/wave/cpu_leapfrog.hpp"

namespace foldwave {

template <class Real>
class CpuWave {
 public:
  // The model is taken as checked.
  CpuWave(const PaddedGrid& padded, const WaveModel& model);

  static std::int64_t memory_bytes(const WaveModel& model);

  Field<Real>& present() { return leapfrog_.present(); }
  const Field<Real>& squared_velocity_steps() const { return leapfrog_.squared_velocity_steps(); }
  Real largest() const { return leapfrog_.largest(); }

  // One step without sources. False when the stop token was set before the end: the fields are then of no
  // use.
  bool step(const std::stop_token& stop);

 private:
  CpuLeapfrog<Real> leapfrog_;
  CpuCpml<Real> cpml_;
};

extern template class CpuWave<float>;
extern template class CpuWave<double>;

}  // namespace foldwave
