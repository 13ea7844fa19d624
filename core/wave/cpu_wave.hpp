// The wave on the CPU with everything that a WaveModel asks of a step, in single or double precision.
//
// Second order in time and constant density, the usual case: the leapfrog of wave/cpu_leapfrog.hpp, then the
// CPML terms. Otherwise, with A p = v^2 dt^2 times the Laplacian (or rho div (1/rho) grad) and the CPML
// terms:
//
//   w = A p(n),   p(n+1) = g [ 2 p(n) - g p(n-1) + w + A' w / 12 ]
//
// where the last term, A' being A without the CPML, is the one of fourth order in time (Lax and Wendroff
// 1964; Dablain 1986). A start field at rest has p(-dt) = p(0) + A p(0) / 2 [ + A A p(0) / 24 ].
#pragma once

#include <optional>

#include "core/wave/cpu_cpml.hpp"
#include "core/wave/cpu_density.hpp"
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
  void begin_from(const WaveModel& model);
  void apply(Field<Real>& p, Field<Real>& out, const std::stop_token& stop);
  void combine();

  CpuLeapfrog<Real> leapfrog_;
  CpuCpml<Real> cpml_;
  std::optional<CpuDensity<Real>> density_;
  bool fourth_ = false;
  Field<Real> w_, ww_;  // of the general step
};

extern template class CpuWave<float>;
extern template class CpuWave<double>;

}  // namespace foldwave
