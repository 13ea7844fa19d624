#include "core/wave/cpu_wave.hpp"

namespace foldwave {

template <class Real>
CpuWave<Real>::CpuWave(const PaddedGrid& padded, const WaveModel& model)
    : leapfrog_(padded, *model.velocity, model.dt),
      cpml_(padded, *model.velocity, model.dt, model.frequency) {}

template <class Real>
std::int64_t CpuWave<Real>::memory_bytes(const WaveModel& model) {
  const PaddedGrid padded(model);
  return CpuLeapfrog<Real>::memory_bytes(padded) +
         static_cast<std::int64_t>(sizeof(Real)) * cpml_values(padded);
}

template <class Real>
bool CpuWave<Real>::step(const std::stop_token& stop) {
  if (!leapfrog_.step(stop)) return false;
  const Index origin = leapfrog_.padded().index(0, 0, 0);
  if (!cpml_.empty())
    cpml_.add_terms(leapfrog_.past().data() + origin, leapfrog_.present().data() + origin,
                    leapfrog_.fields());
  return true;
}

template class CpuWave<float>;
template class CpuWave<double>;

}  // namespace foldwave
