// The wave on the CPU with everything that a WaveModel asks of a step, in single or double precision.
//
// Second order in time and constant density, the usual case: in one pass over memory each row takes the
// leapfrog of wave/cpu/cpu_leapfrog.hpp, the CPML terms, the sources and its images, and the receivers read
// it; what is larger than the caches goes several steps on in a pass (wave/cpu/sweep.hpp).
// Otherwise, with A p = v^2 dt^2 times the Laplacian (or rho div (1/rho) grad) and the CPML terms:
//
//   w = A p(n),   p(n+1) = g [ 2 p(n) - g p(n-1) + w + A' w / 12 ]
//
// where the last term, A' being A without the CPML, is the one of fourth order in time (Lax and Wendroff
// 1964; Dablain 1986). Such a step is some stages, which a sweep takes as it takes steps: the flux of p of
// variable density and psi of the CPML, w, its flux, the next level. A start field at rest has
// p(-dt) = p(0) + A p(0) / 2 [ + A A p(0) / 24 ].
#pragma once

#include <optional>
#include <vector>

#include "core/wave/cpu/cpu_cpml.hpp"
#include "core/wave/cpu/cpu_cpml_adjoint.hpp"
#include "core/wave/cpu/cpu_density.hpp"
#include "core/wave/cpu/cpu_leapfrog.hpp"
#include "core/wave/cpu/row_taps.hpp"

namespace foldwave {

// Looks on, and takes part, as rows y0 .. y1 - 1 of plane z reach the level after `step`; several threads at
// once. `field` is given at its first value.
template <class Real>
class CpuRowWatch {
 public:
  virtual ~CpuRowWatch() = default;
  virtual void made(Real* field, int y0, int y1, int z, int step, int level) = 0;  // before its images
  virtual void finished(const Real* field, int y0, int y1, int z, int step, int level) = 0;
};

// Three fields of no more bytes lie in the caches and need no blocking in time: by `bench choices`, and of
// sections by `bench wave --case section`; those of several stages a step, and those that threads cannot
// share so, never go several steps on by themselves.
double cached_wave_bytes(const PaddedGrid& padded, bool density, int time_order, int threads);

// The kernel that the model's wish comes to on so many threads. Throws InputError for one that cannot be had.
WaveKernel cpu_wave_kernel(const PaddedGrid& padded, const WaveModel& model, int threads);

template <class Real>
class CpuWave {
 public:
  // The model is taken as checked. Throws InputError for a kernel that does not fit it. With `adjoint` the
  // pads are the transpose of the CPML (wave/cpu/cpu_cpml_adjoint.hpp).
  CpuWave(const PaddedGrid& padded, const WaveModel& model, CpuRowWatch<Real>* watch = nullptr,
          bool adjoint = false);
  CpuWave(const CpuWave&) = delete;
  CpuWave& operator=(const CpuWave&) = delete;

  static std::int64_t memory_bytes(const WaveModel& model);

  const Field<Real>& present() const { return leapfrog_.present(); }
  Real largest() const { return leapfrog_.largest(); }
  WaveKernel kernel() const { return kernel_; }
  const RunPart& gather_part() const { return gather_; }  // of what `advance` and `read_start` took

  // The first sample, of the start.
  void read_start(Gather& gather);

  // From `step` to at most `steps` more, as many as one pass takes, with sources and samples. Gives how many
  // they were; 0 when the stop token was set before the end: the fields are then of no use, and samples end
  // at `step`.
  int advance(int step, int steps, Gather& gather, const std::stop_token& stop);

  // From here on the past is what comes next: levels change places, pads are silent and no longer updated,
  // and steps go over the user's rows alone. The watch sees to what pads would have given.
  void turn_back();
  void exchange() { leapfrog_.exchange(); }  // past becomes present

  const Field<Real>& past() const { return leapfrog_.past(); }
  const Field<Real>& squared_velocity_steps() const { return leapfrog_.squared_velocity_steps(); }
  const LeapfrogFields<Real>& fields() const { return leapfrog_.fields(); }  // factors and strides
  const CpuDensity<Real>* density() const { return density_ ? &*density_ : nullptr; }
  std::vector<Field<Real>*> memory();  // present, past and what the pads remember

  // What a slab's neighbour must be told after each pass: everything that a pass reads, by padded planes from
  // 0 on, each `plane` values; of single stages the present alone.
  struct Planes {
    Real* first = nullptr;
    Index plane = 0;
  };
  std::vector<Planes> planes();
  // Stages of a pass: how often it reaches a stencil's radius further.
  static int stages_of_pass(const PaddedGrid& padded, const WaveModel& model);
  static int steps_of_pass(const PaddedGrid& padded, const WaveModel& model);

 private:
  enum class Stage { psi, flux, terms, flux_of_terms, next };

  void begin_from(const WaveModel& model);
  bool pass(int step, int levels, const std::stop_token& stop);
  bool staged_pass(int step, int levels, const std::stop_token& stop);
  void work(Stage stage, int level, const RowRange& part, const LeapfrogFields<Real>& fields, int step);
  void finish_rows(Real* level_origin, int y0, int y1, int z, int step, int level);
  void make_terms(const Real* f, Real* to, const RowRange& part);
  void apply(Field<Real>& p, Field<Real>& out);
  static std::vector<Stage> stages_of(const PaddedGrid& padded, const WaveModel& model);
  void collect(int levels, int first_sample, Gather& gather);
  SweepPlan plan(int levels, std::array<bool, 2> cpml, int after = 0) const;
  LeapfrogFields<Real> fields_at(int level);

  CpuLeapfrog<Real> leapfrog_;
  CpuCpml<Real> cpml_;
  std::optional<CpuCpmlAdjoint<Real>> adjoint_;  // in place of the CPML
  std::optional<CpuDensity<Real>> density_;
  bool fourth_ = false;
  WaveKernel kernel_ = WaveKernel::automatic;
  CpuSources<Real> sources_;
  CpuReceivers<Real> receivers_;
  Field<Real> w_;              // A p of the fourth order
  std::vector<Stage> stages_;  // of one step
  RunPart gather_;
  CpuRowWatch<Real>* watch_ = nullptr;
  bool back_ = false;
  std::vector<Real> inside_;  // factors along x on the way back: 1 in the user's grid, 0 in the pads
};

extern template class CpuWave<float>;
extern template class CpuWave<double>;

}  // namespace foldwave
