#include "core/wave/cpu/cpu_wave.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"

namespace foldwave {

namespace {

// Levels after a start's: enough to reach all planes of a slab.
constexpr int every_plane = 100;

// As many steps as keep a pass in the cache.
int levels_of_pass(WaveKernel kernel, std::size_t stages) {
  if (kernel != WaveKernel::wavefront) return 1;
  return stages == 1 ? wavefront_steps : std::max(1, 6 / static_cast<int>(stages));
}

// Of the whole grid, so that all slabs have the same stages.
bool cpml_across_rows(const PaddedGrid& padded) {
  for (std::size_t face = 2; face < 6; ++face)
    if (padded.whole_pad[face] > 0 && padded.whole_faces[face] == Boundary::cpml) return true;
  return false;
}

}  // namespace

// Whether sections of one stage a step can be shared by all threads several steps on.
bool has_span_for_each(const PaddedGrid& padded, int threads) {
  SweepPlan plan;
  plan.levels = wavefront_steps;
  plan.range = {{padded.first[1], padded.first[2]}, {padded.last[1], padded.last[2]}};
  const bool absorbs = padded.boundaries[4] == Boundary::cpml || padded.boundaries[5] == Boundary::cpml;
  plan.lag[1] = (absorbs ? 2 : 1) * padded.radius;
  return static_cast<int>(section_spans(padded, plan, threads).size()) > threads;
}

double cached_wave_bytes(const PaddedGrid& padded, bool density, int time_order, int threads) {
  // A wide stencil lags more planes behind; steps of several passes gain sooner.
  const bool one_pass = !density && time_order == 2;
  if (padded.section)
    return one_pass && has_span_for_each(padded, threads)
               ? (threads > 1 ? 1.0 : 0.5) * (3e6 + 2e6 * padded.radius)
               : std::numeric_limits<double>::infinity();
  return 16e6 + (one_pass ? 1.2e6 * padded.radius : 0.0);
}

WaveKernel cpu_wave_kernel(const PaddedGrid& padded, const WaveModel& model, int threads) {
  const double bytes = 3.0 * static_cast<double>(padded.size()) *
                       (model.precision == Precision::binary64 ? sizeof(double) : sizeof(float));
  switch (model.kernel) {
    case WaveKernel::automatic:
      return bytes > cached_wave_bytes(padded, model.density != nullptr, model.time_order, threads)
                 ? WaveKernel::wavefront
                 : WaveKernel::one_step;
    case WaveKernel::one_step:
      return WaveKernel::one_step;
    case WaveKernel::wavefront:
      return WaveKernel::wavefront;
    default:
      throw InputError("kernel",
                       std::string("\"") + wave_kernel_name(model.kernel) + "\" is not in the cpu back end",
                       "use auto, or --backend cuda");
  }
}

template <class Real>
CpuWave<Real>::CpuWave(const PaddedGrid& padded, const WaveModel& model, CpuRowWatch<Real>* watch,
                       bool adjoint)
    : leapfrog_(padded, *model.velocity, model.dt),
      cpml_(padded, *model.velocity, model.dt, model.frequency, leapfrog_.kernels()),
      fourth_(model.time_order == 4),
      kernel_(cpu_wave_kernel(padded, model, thread_count())),
      sources_(leapfrog_.padded(), model, leapfrog_.squared_velocity_steps()),
      receivers_(leapfrog_.padded(), model, wavefront_steps),
      watch_(watch) {
  if (adjoint && !cpml_.empty()) {
    cpml_.leave_out();
    adjoint_.emplace(leapfrog_.padded(), *model.velocity, model.density.get(), model.dt, model.frequency);
    kernel_ = WaveKernel::one_step;
  }
  if (model.density != nullptr) density_.emplace(padded, *model.density, leapfrog_.kernels());
  if (fourth_) w_ = Field<Real>(padded.shape);
  stages_ = stages_of(padded, model);
  if (model.start != nullptr) begin_from(model);
  leapfrog_.fill_images(leapfrog_.present());
}

template <class Real>
std::vector<typename CpuWave<Real>::Stage> CpuWave<Real>::stages_of(const PaddedGrid& padded,
                                                                    const WaveModel& model) {
  const bool dense = model.density != nullptr, fourth = model.time_order == 4;
  std::vector<Stage> stages;
  if (dense) stages.push_back(Stage::flux);
  if (fourth && !dense && cpml_across_rows(padded)) stages.push_back(Stage::psi);
  if (fourth) stages.push_back(Stage::terms);
  if (fourth && dense) stages.push_back(Stage::flux_of_terms);
  stages.push_back(Stage::next);
  return stages;
}

template <class Real>
int CpuWave<Real>::stages_of_pass(const PaddedGrid& padded, const WaveModel& model) {
  return static_cast<int>(stages_of(padded, model).size()) * steps_of_pass(padded, model);
}

template <class Real>
int CpuWave<Real>::steps_of_pass(const PaddedGrid& padded, const WaveModel& model) {
  return levels_of_pass(cpu_wave_kernel(padded, model, thread_count()), stages_of(padded, model).size());
}

template <class Real>
std::vector<typename CpuWave<Real>::Planes> CpuWave<Real>::planes() {
  const PaddedGrid& padded = leapfrog_.padded();
  const Index below = padded.lead[2] * padded.plane();
  std::vector<Planes> all{{leapfrog_.present().data() + below, padded.plane()},
                          {leapfrog_.past().data() + below, padded.plane()}};
  for (const auto& [first, plane] : cpml_.planes())
    all.push_back({first, plane});
  return all;
}

template <class Real>
std::int64_t CpuWave<Real>::memory_bytes(const WaveModel& model) {
  const PaddedGrid padded(model);
  return CpuLeapfrog<Real>::memory_bytes(padded) +
         (model.density != nullptr ? CpuDensity<Real>::memory_bytes(padded) : 0) +
         static_cast<std::int64_t>(sizeof(Real)) *
             (CpuCpml<Real>::values(padded) + (model.time_order == 4 ? std::int64_t{padded.size()} : 0));
}

template <class Real>
void CpuWave<Real>::begin_from(const WaveModel& model) {
  const PaddedGrid& padded = leapfrog_.padded();
  Field<Real>& present = leapfrog_.present();
  Field<Real>& past = leapfrog_.past();
  put_user_part(padded, *model.start, present);
  if (model.start_past != nullptr) return put_user_part(padded, *model.start_past, past);
  Field<Real> w(padded.shape), ww(padded.shape);
  apply(present, w);
  if (fourth_) apply(w, ww);
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
void CpuWave<Real>::apply(Field<Real>& p, Field<Real>& out) {
  const Index origin = leapfrog_.padded().index(0, 0, 0);
  const auto over_rows = [&](const auto& work) {
    sweep(
        plan(1, {}, every_plane), {}, [](auto&&...) {}, [&](int, const RowRange& part) { work(part); });
  };
  leapfrog_.fill_images(p);
  if (density_) over_rows([&](const RowRange& part) { density_->make_flux(p.data() + origin, part); });
  over_rows([&](const RowRange& part) { make_terms(p.data() + origin, out.data() + origin, part); });
}

// A f without the CPML's terms.
template <class Real>
void CpuWave<Real>::make_terms(const Real* f, Real* to, const RowRange& part) {
  LeapfrogFields<Real> fields = leapfrog_.undamped_fields();
  if (density_) return density_->update(RowEnd::terms, fields, f, f, to, part);
  fields.present = f;
  fields.oldest = to;
  for (int z = part.first[1]; z < part.last[1]; ++z)
    leapfrog_.update_with(RowEnd::terms, fields, f, part.first[0], part.last[0], z);
}

// What is not the usual case, of one step in several stages, each a stencil's radius behind the one before.
template <class Real>
void CpuWave<Real>::work(Stage stage, int level, const RowRange& part, const LeapfrogFields<Real>& f,
                         int step) {
  const PaddedGrid& padded = leapfrog_.padded();
  const Index origin = padded.index(0, 0, 0);
  const int y0 = part.first[0], y1 = part.last[0];
  Real* const w = fourth_ ? w_.data() + origin : nullptr;
  const auto add_cpml = [&](Real* to, const LeapfrogFields<Real>& factors, int z) {
    if (cpml_.empty()) return;
    for (int y = y0; y < y1; ++y)
      cpml_.add_terms(f.present, to, factors, y, z);
  };
  switch (stage) {
    case Stage::psi:
      cpml_.update_psi(f.present, f, part, part);
      break;
    case Stage::flux:
      density_->make_flux(f.present, part);
      cpml_.update_psi(f.present, f, part, part);
      break;
    case Stage::terms: {
      make_terms(f.present, w, part);
      // The sponge's factors come in with the next level.
      const LeapfrogFields<Real> undamped = leapfrog_.undamped_fields();
      for (int z = part.first[1]; z < part.last[1]; ++z) {
        add_cpml(w, undamped, z);
        fill_images(padded, w, y0, y1, z);
      }
      break;
    }
    case Stage::flux_of_terms:
      density_->make_flux(w, part);
      break;
    case Stage::next: {
      const RowEnd end = fourth_ ? RowEnd::fourth : RowEnd::next;
      if (density_) density_->update(end, f, f.present, fourth_ ? w : f.present, f.oldest, part);
      LeapfrogFields<Real> of_terms = f;
      of_terms.present = w;
      for (int z = part.first[1]; z < part.last[1]; ++z) {
        if (!density_) leapfrog_.update_with(end, of_terms, f.present, y0, y1, z);
        if (!fourth_) add_cpml(f.oldest, f, z);
        if (adjoint_ && !back_) adjoint_->add_terms(f.oldest, f, y0, y1, z);
        finish_rows(f.oldest, y0, y1, z, step, level);
      }
      break;
    }
  }
}

template <class Real>
void CpuWave<Real>::finish_rows(Real* level_origin, int y0, int y1, int z, int step, int level) {
  const PaddedGrid& padded = leapfrog_.padded();
  Real* const field = level_origin - padded.index(0, 0, 0);
  sources_.add(field, y0, y1, z, step + level);
  if (watch_ != nullptr) watch_->made(field, y0, y1, z, step, level);
  fill_images(padded, level_origin, y0, y1, z);
  receivers_.read(field, y0, y1, z, level);
  if (watch_ != nullptr) watch_->finished(field, y0, y1, z, step, level);
}

template <class Real>
SweepPlan CpuWave<Real>::plan(int levels, std::array<bool, 2> cpml, int after) const {
  SweepPlan plan = leapfrog_.plan(levels, cpml, after);
  if (!back_) return plan;
  const PaddedGrid& padded = leapfrog_.padded();
  for (std::size_t a = 0; a < 2; ++a) {
    plan.range.first[a] = std::max(plan.range.first[a], padded.user[a + 1]);
    plan.range.last[a] = std::min(plan.range.last[a], padded.user[a + 1] + padded.grid.n[a + 1]);
  }
  return plan;
}

template <class Real>
LeapfrogFields<Real> CpuWave<Real>::fields_at(int level) {
  LeapfrogFields<Real> fields = leapfrog_.fields_at(level);
  if (back_) fields.gx = inside_.data();
  return fields;
}

template <class Real>
void CpuWave<Real>::turn_back() {
  const PaddedGrid& padded = leapfrog_.padded();
  back_ = true;
  cpml_.leave_out();
  const auto inside = [&](std::size_t axis, int at) {
    return at >= padded.user[axis] && at < padded.user[axis] + padded.grid.n[axis];
  };
  inside_.assign(static_cast<std::size_t>(padded.n[0] + 2 * row_lanes), Real(0));
  for (int x = 0; x < padded.n[0]; ++x)
    if (inside(0, x)) inside_[static_cast<std::size_t>(x)] = Real(1);
  for (Field<Real>* const field : {&leapfrog_.present(), &leapfrog_.past()}) {
#pragma omp parallel for schedule(static)
    for (int z = 0; z < padded.n[2]; ++z)
      for (int y = 0; y < padded.n[1]; ++y)
        for (int x = 0; x < padded.n[0]; ++x)
          if (!inside(0, x) || !inside(1, y) || !inside(2, z)) (*field)[padded.index(x, y, z)] = Real(0);
    leapfrog_.fill_images(*field);
  }
  leapfrog_.exchange();
}

template <class Real>
std::vector<Field<Real>*> CpuWave<Real>::memory() {
  std::vector<Field<Real>*> fields{&leapfrog_.present(), &leapfrog_.past()};
  for (Field<Real>* const field : cpml_.memory())
    fields.push_back(field);
  if (adjoint_)
    for (Field<Real>* const field : adjoint_->memory())
      fields.push_back(field);
  return fields;
}

template <class Real>
bool CpuWave<Real>::staged_pass(int step, int levels, const std::stop_token& stop) {
  const std::array<LeapfrogFields<Real>, 2> fields{fields_at(0), fields_at(1)};
  if (adjoint_ && !back_) adjoint_->prepare(fields[0].present, fields[0]);
  const int count = static_cast<int>(stages_.size());
  const auto go = [&](int first, int stages) {
    sweep(
        plan(stages, {}, levels * count - first - stages), stop, [](auto&&...) {},
        [&](int n, const RowRange& part) {
          const int level = (first + n) / count;
          work(stages_[static_cast<std::size_t>((first + n) % count)], level, part,
               fields[static_cast<std::size_t>(level % 2)], step);
        });
  };
  if (kernel_ == WaveKernel::wavefront) {
    go(0, levels * count);
  } else {
    for (int stage = 0; stage < count && !stop.stop_requested(); ++stage)
      go(stage, 1);
  }
  if (levels % 2 == 1) leapfrog_.exchange();
  return !stop.stop_requested();
}

// The usual case. Fields alternate from level to level.
template <class Real>
bool CpuWave<Real>::pass(int step, int levels, const std::stop_token& stop) {
  const bool absorbs = !cpml_.empty();
  SweepPlan sweep_plan = plan(levels, {cpml_.on_axis(1), cpml_.on_axis(2)});
  sweep_plan.prepares = cpml_.on_axis(1) || cpml_.on_axis(2);
  const std::array<LeapfrogFields<Real>, 2> fields{fields_at(0), fields_at(1)};
  const bool transposed = adjoint_ && !back_;
  if (transposed) adjoint_->prepare(fields[0].present, fields[0]);
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
      if (transposed) adjoint_->add_terms(f.oldest, f, y0, y1, z);
      finish_rows(f.oldest, y0, y1, z, step, level);
    }
  };
  sweep(sweep_plan, stop, prepare, update);
  if (levels % 2 == 1) leapfrog_.exchange();
  return !stop.stop_requested();
}

template <class Real>
void CpuWave<Real>::read_start(Gather& gather) {
  const PaddedGrid& padded = leapfrog_.padded();
  for (int z = 0; z < padded.n[2]; ++z)
    receivers_.read(leapfrog_.present().data(), 0, padded.n[1], z, 0);
  collect(1, 0, gather);
}

template <class Real>
void CpuWave<Real>::collect(int levels, int first_sample, Gather& gather) {
  const TimedScope timed(gather_.seconds);
  receivers_.collect(levels, first_sample, gather);
  gather_.bytes += std::int64_t{4} * levels * static_cast<std::int64_t>(gather.receivers.size());
}

template <class Real>
int CpuWave<Real>::advance(int step, int steps, Gather& gather, const std::stop_token& stop) {
  const bool usual = stages_.size() == 1;
  const int levels = std::min(steps, levels_of_pass(kernel_, stages_.size()));
  if (!(usual ? pass(step, levels, stop) : staged_pass(step, levels, stop))) return 0;
  collect(levels, step + 1, gather);
  return levels;
}

template class CpuWave<float>;
template class CpuWave<double>;

}  // namespace foldwave
