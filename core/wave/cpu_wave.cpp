#include "core/wave/cpu_wave.hpp"

#include <algorithm>
#include <string>

#include "core/base/error.hpp"
#include "core/wave/flush_denormals.hpp"

namespace foldwave {

namespace {

// Three fields that lie in the last-level cache need no blocking in time.
constexpr double cached_bytes = 16e6;

WaveKernel cpu_kernel(const PaddedGrid& padded, const WaveModel& model) {
  const bool usual = model.density == nullptr && model.time_order == 2;
  const bool fits = usual && !padded.section;
  const double bytes = 3.0 * static_cast<double>(padded.size()) *
                       (model.precision == Precision::binary64 ? sizeof(double) : sizeof(float));
  switch (model.kernel) {
    case WaveKernel::automatic:
      return fits && bytes > cached_bytes ? WaveKernel::wavefront : WaveKernel::one_step;
    case WaveKernel::one_step:
      return WaveKernel::one_step;
    case WaveKernel::wavefront:
      if (!fits)
        throw InputError("kernel", "\"wavefront\" takes volumes of constant density at second order in time",
                         "use auto");
      return WaveKernel::wavefront;
    default:
      throw InputError("kernel",
                       std::string("\"") + wave_kernel_name(model.kernel) + "\" is not in the cpu back end",
                       "use auto, or --backend cuda");
  }
}

}  // namespace

template <class Real>
CpuWave<Real>::CpuWave(const PaddedGrid& padded, const WaveModel& model)
    : leapfrog_(padded, *model.velocity, model.dt),
      cpml_(padded, *model.velocity, model.dt, model.frequency, leapfrog_.kernels()),
      fourth_(model.time_order == 4),
      kernel_(cpu_kernel(padded, model)),
      sources_(leapfrog_.padded(), model, leapfrog_.squared_velocity_steps()),
      receivers_(leapfrog_.padded(), model, wavefront_steps) {
  if (model.density != nullptr) density_.emplace(padded, *model.density);
  if (density_ || fourth_) w_ = Field<Real>(padded.shape);
  if (fourth_) ww_ = Field<Real>(padded.shape);
  if (model.start != nullptr) begin_from(model);
  if (w_.empty()) leapfrog_.fill_images(leapfrog_.present());
}

template <class Real>
std::int64_t CpuWave<Real>::memory_bytes(const WaveModel& model) {
  const PaddedGrid padded(model);
  const bool fourth = model.time_order == 4, density = model.density != nullptr;
  const int more = (fourth ? 2 : density ? 1 : 0) + (density ? 1 : 0);
  return CpuLeapfrog<Real>::memory_bytes(padded) +
         static_cast<std::int64_t>(sizeof(Real)) *
             (CpuCpml<Real>::values(padded) + more * std::int64_t{padded.size()});
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

// The usual case. Fields alternate from level to level.
template <class Real>
bool CpuWave<Real>::pass(int step, int levels, const std::stop_token& stop) {
  const Index origin = leapfrog_.padded().index(0, 0, 0);
  const bool absorbs = !cpml_.empty();
  SweepPlan plan = leapfrog_.plan(levels, {cpml_.on_axis(1), cpml_.on_axis(2)});
  plan.prepares = cpml_.on_axis(1) || cpml_.on_axis(2);
  const std::array<LeapfrogFields<Real>, 2> fields{leapfrog_.fields_at(0), leapfrog_.fields_at(1)};
  const auto prepare = [&](int level, const RowRange& range, const RowRange& ahead) {
    const LeapfrogFields<Real>& f = fields[static_cast<std::size_t>(level % 2)];
    cpml_.update_psi(f.present, f, range, ahead);
  };
  const auto update = [&](int level, const RowRange& range) {
    const LeapfrogFields<Real>& f = fields[static_cast<std::size_t>(level % 2)];
    const int y0 = range.first[0], y1 = range.last[0];
    for (int z = range.first[1]; z < range.last[1]; ++z) {
      leapfrog_.update(f, y0, y1, z);
      if (absorbs)
        for (int y = y0; y < y1; ++y)
          cpml_.add_terms(f.present, f.oldest, f, y, z);
      sources_.add(f.oldest - origin, y0, y1, z, step + level);
      leapfrog_.fill_images_of(f.oldest, y0, y1, z);
      receivers_.read(f.oldest - origin, y0, y1, z, level);
    }
  };
  sweep(plan, stop, prepare, update);
  if (levels % 2 == 1) leapfrog_.exchange();
  return !stop.stop_requested();
}

template <class Real>
bool CpuWave<Real>::general_step(const std::stop_token& stop) {
  const PaddedGrid& padded = leapfrog_.padded();
  apply(leapfrog_.present(), w_, stop);
  if (stop.stop_requested()) return false;
  // The sponge's factors come in when the terms are combined.
  if (!cpml_.empty()) {
    const LeapfrogFields<Real> fields = leapfrog_.undamped_fields();
    const Index origin = padded.index(0, 0, 0);
    SweepPlan plan = leapfrog_.plan(1, {});
    plan.prepares = true;
    const Real* const p = leapfrog_.present().data() + origin;
    Real* const w = w_.data() + origin;
    sweep(
        plan, stop,
        [&](int, const RowRange& range, const RowRange& ahead) { cpml_.update_psi(p, fields, range, ahead); },
        [&](int, const RowRange& range) {
          for (int z = range.first[1]; z < range.last[1]; ++z)
            for (int y = range.first[0]; y < range.last[0]; ++y)
              cpml_.add_terms(p, w, fields, y, z);
        });
  }
  if (fourth_) apply(w_, ww_, stop);
  combine();
  leapfrog_.exchange();
  return !stop.stop_requested();
}

template <class Real>
void CpuWave<Real>::read_start(Gather& gather) {
  const PaddedGrid& padded = leapfrog_.padded();
  for (int z = 0; z < padded.n[2]; ++z)
    receivers_.read(leapfrog_.present().data(), 0, padded.n[1], z, 0);
  receivers_.collect(1, 0, gather);
}

template <class Real>
int CpuWave<Real>::advance(int step, int steps, Gather& gather, const std::stop_token& stop) {
  int levels = 1;
  if (w_.empty()) {
    if (kernel_ == WaveKernel::wavefront) levels = std::min(steps, wavefront_steps);
    if (!pass(step, levels, stop)) return 0;
  } else {
    if (!general_step(stop)) return 0;
    const PaddedGrid& padded = leapfrog_.padded();
    Real* const p = leapfrog_.present().data();
    for (int z = 0; z < padded.n[2]; ++z) {
      sources_.add(p, 0, padded.n[1], z, step);
      receivers_.read(p, 0, padded.n[1], z, 0);
    }
  }
  receivers_.collect(levels, step + 1, gather);
  return levels;
}

template class CpuWave<float>;
template class CpuWave<double>;

}  // namespace foldwave
