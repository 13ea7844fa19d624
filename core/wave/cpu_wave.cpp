#include "core/wave/cpu_wave.hpp"

#include "core/wave/flush_denormals.hpp"

namespace foldwave {

template <class Real>
CpuWave<Real>::CpuWave(const PaddedGrid& padded, const WaveModel& model)
    : leapfrog_(padded, *model.velocity, model.dt),
      cpml_(padded, *model.velocity, model.dt, model.frequency),
      fourth_(model.time_order == 4) {
  if (model.density != nullptr) density_.emplace(padded, *model.density);
  if (density_ || fourth_) w_ = Field<Real>(padded.shape);
  if (fourth_) ww_ = Field<Real>(padded.shape);
  if (model.start != nullptr) begin_from(model);
}

template <class Real>
std::int64_t CpuWave<Real>::memory_bytes(const WaveModel& model) {
  const PaddedGrid padded(model);
  const bool fourth = model.time_order == 4, density = model.density != nullptr;
  const int more = (fourth ? 2 : density ? 1 : 0) + (density ? 1 : 0);
  return CpuLeapfrog<Real>::memory_bytes(padded) +
         static_cast<std::int64_t>(sizeof(Real)) * (cpml_values(padded) + more * std::int64_t{padded.size()});
}

template <class Real>
void CpuWave<Real>::begin_from(const WaveModel& model) {
  const PaddedGrid& padded = leapfrog_.padded();
  Field<Real>& present = leapfrog_.present();
  Field<Real>& past = leapfrog_.past();
  put_user_part(padded, *model.start, present);
  if (model.start_past != nullptr) return put_user_part(padded, *model.start_past, past);
  Field<Real> w(padded.shape), ww(padded.shape);
  apply(present, w, {});
  if (fourth_) apply(w, ww, {});
  for (Index m = 0; m < w.size(); ++m)
    past[m] = present[m] + w[m] / Real(2) + ww[m] / Real(24);
  // Images are made anew before each step; the halo beside them stays zero.
  for (int k = 0; k < padded.shape[2]; ++k)
    for (int j = 0; j < padded.shape[1]; ++j)
      for (int i = 0; i < padded.shape[0]; ++i)
        if (!padded.updated(i - padded.lead[0], j - padded.lead[1], k - padded.lead[2]))
          past[i + j * padded.row() + k * padded.plane()] = Real(0);
}

template <class Real>
void CpuWave<Real>::apply(Field<Real>& p, Field<Real>& out, const std::stop_token& stop) {
  if (density_)
    density_->apply(p, leapfrog_.squared_velocity_steps(), out);
  else
    leapfrog_.apply(p, out, stop);
}

template <class Real>
void CpuWave<Real>::combine() {
  const PaddedGrid& g = leapfrog_.padded();
  const LeapfrogFields<Real>& fields = leapfrog_.fields();
  const Index origin = g.index(0, 0, 0);
#pragma omp parallel
  {
    const FlushDenormals flush;
#pragma omp for collapse(2) schedule(static)
    for (int k = g.first[2]; k < g.last[2]; ++k)
      for (int j = g.first[1]; j < g.last[1]; ++j) {
        const Index m = origin + j * g.row() + k * g.plane();
        const Real* const p = leapfrog_.present().data() + m;
        Real* const q = leapfrog_.past().data() + m;
        const Real* const w = w_.data() + m;
        const Real* const ww = fourth_ ? ww_.data() + m : w;
        const Real share = fourth_ ? Real(1) / Real(12) : Real(0);
        for (int i = g.first[0]; i < g.last[0]; ++i) {
          const Real damping = fields.gy[j] * fields.gz[k] * fields.gx[i];
          q[i] = damping * (Real(2) * p[i] - damping * q[i] + w[i] + share * ww[i]);
        }
      }
  }
}

template <class Real>
bool CpuWave<Real>::step(const std::stop_token& stop) {
  const Index origin = leapfrog_.padded().index(0, 0, 0);
  if (w_.empty()) {
    if (!leapfrog_.step(stop)) return false;
    if (!cpml_.empty())
      cpml_.add_terms(leapfrog_.past().data() + origin, leapfrog_.present().data() + origin,
                      leapfrog_.fields());
    return true;
  }
  apply(leapfrog_.present(), w_, stop);
  if (stop.stop_requested()) return false;
  // The sponge's factors come in when the terms are combined.
  if (!cpml_.empty())
    cpml_.add_terms(leapfrog_.present().data() + origin, w_.data() + origin, leapfrog_.undamped_fields());
  if (fourth_) apply(w_, ww_, stop);
  combine();
  leapfrog_.exchange();
  return !stop.stop_requested();
}

template class CpuWave<float>;
template class CpuWave<double>;

}  // namespace foldwave
