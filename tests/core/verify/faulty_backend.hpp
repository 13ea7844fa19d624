// Back ends with one fault put into the CPU's, for the test of verify: each fault by its name.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "core/verify/verify.hpp"

namespace foldwave {

// A fold or a wave as the CPU does it, or nearly.
using FaultyFold = std::function<FoldSolution(FoldMethod, FoldProblem, FoldOptions, const Job&)>;
using FaultyWave = std::function<WaveRun(WaveModel, const WaveWatch&, const Job&)>;

inline FoldSolution sound_fold(FoldMethod method, FoldProblem problem, const FoldOptions& options,
                               const Job& job) {
  return cpu_backend()->make_fold_solver(method)->solve(std::move(problem), options, job);
}
inline WaveRun sound_wave(const WaveModel& model, const WaveWatch& watch, const Job& job) {
  return cpu_backend()->make_wave_propagator()->run(model, watch, job);
}

class FaultyBackend final : public Backend {
 public:
  FaultyFold fold = sound_fold;
  FaultyWave wave = sound_wave;

  std::string name() const override { return "faulty"; }
  std::string description() const override { return "a back end with a fault"; }
  std::int64_t free_memory_bytes() const override { return cpu_backend()->free_memory_bytes(); }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return std::make_unique<Solver>(method, fold);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return std::make_unique<Propagator>(wave);
  }

 private:
  class Solver final : public FoldSolver {
   public:
    Solver(FoldMethod method, FaultyFold fold) : method_(method), fold_(std::move(fold)) {}
    std::string name() const override { return "faulty"; }
    FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
      return fold_(method_, std::move(problem), options, job);
    }

   private:
    FoldMethod method_;
    FaultyFold fold_;
  };
  class Propagator final : public WavePropagator {
   public:
    explicit Propagator(FaultyWave wave) : wave_(std::move(wave)) {}
    std::string name() const override { return "faulty"; }
    std::int64_t memory_bytes(const WaveModel&) const override { return 0; }
    WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
      return wave_(model, watch, job);
    }

   private:
    FaultyWave wave_;
  };
};

// What a fault makes of the parts: of the back end's, and of those that are the CPU's always.
struct Fault {
  FaultyFold fold = sound_fold;
  FaultyWave wave = sound_wave;
  std::function<void(FoldSolution&)> mesh = [](FoldSolution&) {};
  std::function<void(FoldResult&)> folds = [](FoldResult&) {};
  std::function<void(StepperSetup&)> stepper = [](StepperSetup&) {};
};

// --- the fold
// ---------------------------------------------------------------------------------------------------

using ChangeArrival = std::function<void(Field<float>&)>;

// The same change of T in every part that makes one.
inline Fault arrival_fault(const ChangeArrival& change) {
  Fault fault;
  fault.fold = [change](FoldMethod method, FoldProblem problem, const FoldOptions& options, const Job& job) {
    FoldSolution solution = sound_fold(method, std::move(problem), options, job);
    change(solution.arrival);
    return solution;
  };
  fault.mesh = [change](FoldSolution& solution) { change(solution.arrival); };
  fault.folds = [change](FoldResult& result) { change(result.arrival); };
  return fault;
}

inline Fault problem_fault(const std::function<void(FoldProblem&, FoldOptions&)>& change) {
  Fault fault;
  fault.fold = [change](FoldMethod method, FoldProblem problem, FoldOptions options, const Job& job) {
    change(problem, options);
    return sound_fold(method, std::move(problem), options, job);
  };
  return fault;
}

inline void scale(Field<float>& T) {
  for (float& t : T.values())
    t *= 1.02F;
}

inline Fault scaled_methods(const std::function<bool(FoldMethod)>& chosen) {
  Fault fault;
  fault.fold = [chosen](FoldMethod method, FoldProblem problem, const FoldOptions& options, const Job& job) {
    FoldSolution solution = sound_fold(method, std::move(problem), options, job);
    if (chosen(method)) scale(solution.arrival);
    return solution;
  };
  return fault;
}

inline void put_in_one_node(Field<float>& T, float value) {
  T(T.shape()[0] / 2, T.shape()[1] / 2, T.shape()[2] / 3) = value;
}

inline void ripple(Field<float>& T) {
  const auto& n = T.shape();
  const float height = 0.2F * std::abs(T(n[0] / 2, n[1] / 2, 1) - T(n[0] / 2, n[1] / 2, 0));
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        T(i, j, k) += height * std::sin(0.4F * static_cast<float>(i + 2 * k));
}

// --- the wave
// ---------------------------------------------------------------------------------------------------

inline Fault model_fault(const std::function<void(WaveModel&)>& change) {
  Fault fault;
  fault.wave = [change](WaveModel model, const WaveWatch& watch, const Job& job) {
    change(model);
    return sound_wave(model, watch, job);
  };
  return fault;
}

// A change of pressures, in traces by sample and in snapshots.
inline Fault pressure_fault(const std::function<float(float)>& change) {
  struct Changed final : SnapshotSink {
    SnapshotSink* next = nullptr;
    std::function<float(float)> change;
    void snapshot(int step, double time, const Field<float>& pressure) override {
      Field<float> field = pressure.clone();
      for (float& p : field.values())
        p = change(p);
      next->snapshot(step, time, field);
    }
  };
  Fault fault;
  fault.wave = [change](const WaveModel& model, const WaveWatch& watch, const Job& job) {
    Changed sink;
    sink.next = watch.snapshots;
    sink.change = change;
    WaveRun run = sound_wave(model, watch.snapshots != nullptr ? &sink : nullptr, job);
    for (float& p : run.gather.traces)
      p = change(p);
    return run;
  };
  return fault;
}

// A change of each trace, of so many samples.
inline Fault trace_fault(const std::function<void(float*, int)>& change) {
  Fault fault;
  fault.wave = [change](const WaveModel& model, const WaveWatch& watch, const Job& job) {
    WaveRun run = sound_wave(model, watch, job);
    const int samples = run.gather.samples;
    for (std::size_t r = 0; r < run.gather.receivers.size(); ++r)
      change(run.gather.traces.data() + static_cast<std::size_t>(samples) * r, samples);
    return run;
  };
  return fault;
}

inline Fault faster_wave() {
  Fault fault;
  fault.wave = [](WaveModel model, const WaveWatch& watch, const Job& job) {
    Field<float> velocity = model.velocity->clone();
    for (float& v : velocity.values())
      v *= 1.01F;
    model.velocity = borrowed(velocity);
    return sound_wave(model, watch, job);
  };
  return fault;
}

inline void change_faces(WaveModel& model, Boundary from, Boundary to) {
  for (Boundary& face : model.boundaries)
    if (face == from) face = to;
}

inline void to_nodes(WaveModel& model) {
  for (Vec3& p : model.receivers)
    for (int a = 0; a < 3; ++a)
      p[a] = model.grid.h[static_cast<std::size_t>(a)] *
             std::round(p[a] / model.grid.h[static_cast<std::size_t>(a)]);
}

// --- imaging

inline Fault stepper_fault(std::function<void(StepperSetup&)> change) {
  Fault fault;
  fault.stepper = std::move(change);
  return fault;
}

inline void scale_scattering(StepperSetup& setup, float scale) {
  if (setup.scattering == nullptr) return;
  auto scaled = std::make_shared<Field<float>>(setup.scattering->clone());
  for (float& m : scaled->values())
    m *= scale;
  setup.scattering = scaled;
}

inline const std::map<std::string, Fault>& faults() {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  static const std::map<std::string, Fault> all{
      {"T 2 % off", arrival_fault(scale)},
      {"a ripple in T", arrival_fault(ripple)},
      {"the lower side's sign lost", arrival_fault([](Field<float>& T) {
         for (float& t : T.values())
           t = std::abs(t);
       })},
      {"T not a number", arrival_fault([](Field<float>& T) {
         for (float& t : T.values())
           t = nan;
       })},
      {"one node not a number", arrival_fault([](Field<float>& T) { put_in_one_node(T, nan); })},
      {"one node not reached", arrival_fault([](Field<float>& T) { put_in_one_node(T, inf); })},
      {"advection that is not there", problem_fault([](FoldProblem& p, FoldOptions&) {
         p.b = p.b + (0.05 * (p.F + norm(p.b))) * Vec3{1.0, 0.0, -0.5};
       })},
      {"F, psi and a that do not vary", problem_fault([](FoldProblem& p, FoldOptions&) {
         p.speeds = nullptr;
         p.b = {0.0, 0.0, -0.3};
       })},
      {"all but fast marching 2 % off", scaled_methods([](FoldMethod m) { return m != FoldMethod::fmm; })},
      {"pmm 2 % off", scaled_methods([](FoldMethod m) { return m == FoldMethod::pmm; })},
      {"layers off by one",
       {.folds =
            [](FoldResult& result) {
              for (std::uint8_t& layer : result.layer_index.values())
                if (layer == 3) layer = 2;
            }}},
      {"a cut a centimetre off",
       {.folds =
            [](FoldResult& result) {
              for (CutSurface& cut : result.cuts)
                for (float& h : cut.height.values())
                  h += 0.01F;
            }}},

      {"pads that are no transpose", stepper_fault([](StepperSetup& s) { s.adjoint = false; })},
      {"scattering 2 % off", stepper_fault([](StepperSetup& s) { scale_scattering(s, 1.02F); })},
      {"no scattering", stepper_fault([](StepperSetup& s) { scale_scattering(s, 0.0F); })},
      {"traces a sample late", stepper_fault([](StepperSetup& s) {
         if (!s.traces) return;
         Gather late = *s.traces->gather;
         std::rotate(late.traces.rbegin(), late.traces.rbegin() + 1, late.traces.rend());
         s.traces->gather = std::make_shared<Gather>(std::move(late));
       })},
      {"traces not a number", stepper_fault([](StepperSetup& s) {
         if (s.traces) s.traces->scale = std::numeric_limits<double>::quiet_NaN();
       })},
      {"the receivers' wave 3 % fast", stepper_fault([](StepperSetup& s) {
         if (!s.traces) return;
         auto faster = std::make_shared<Field<float>>(s.model.velocity->clone());
         for (float& v : faster->values())
           v *= 1.03F;
         s.model.velocity = faster;
       })},

      {"velocity 1 % high", faster_wave()},
      {"amplitude 2 % off", pressure_fault([](float p) { return 1.02F * p; })},
      {"sign turned", pressure_fault([](float p) { return -p; })},
      {"pressure not a number", pressure_fault([](float) { return nan; })},
      {"no pressure", pressure_fault([](float) { return 0.0F; })},
      {"the last sample not a number",
       trace_fault([](float* trace, int samples) { trace[samples - 1] = nan; })},
      {"two samples late", trace_fault([](float* trace, int samples) {
         for (int n = samples - 1; n >= 0; --n)
           trace[n] = n < 2 ? 0.0F : trace[n - 2];
       })},
      {"growth", trace_fault([](float* trace, int samples) {
         for (int n = 0; n < samples; ++n)
           trace[n] *= std::exp(0.0002F * static_cast<float>(n));
       })},
      {"receivers put to nodes", model_fault(to_nodes)},
      {"sponges lost", model_fault([](WaveModel& m) { change_faces(m, Boundary::sponge, Boundary::free); })},
      {"CPML lost", model_fault([](WaveModel& m) { change_faces(m, Boundary::cpml, Boundary::free); })},
      {"free faces lost",
       model_fault([](WaveModel& m) { change_faces(m, Boundary::free, Boundary::sponge); })},
      {"density ignored", model_fault([](WaveModel& m) { m.density = nullptr; })},
      {"second order in time", model_fault([](WaveModel& m) { m.time_order = 2; })},
      {"second order in space", model_fault([](WaveModel& m) { m.stencil = taylor_stencil(2); })},
      {"no refusal", model_fault([](WaveModel& m) { m.check_stability = false; })},
      {"a shorter step", model_fault([](WaveModel& m) { m.dt *= 0.9; })},
      {"a longer step", model_fault([](WaveModel& m) {
         m.dt *= 1.05;
         m.check_stability = false;
       })},
  };
  return all;
}

}  // namespace foldwave
