#include "core/engine/fallback_backend.hpp"

#include "core/base/error.hpp"

namespace foldwave {

namespace {

class FallbackSolver final : public FoldSolver {
 public:
  FallbackSolver(std::unique_ptr<FoldSolver> device, std::string device_name, FoldMethod method)
      : device_(std::move(device)), device_name_(std::move(device_name)), method_(method) {}

  std::string name() const override { return device_->name(); }

  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    // Start values of the caller's own are consumed by the first try.
    if (!std::holds_alternative<std::monostate>(problem.start))
      return device_->solve(std::move(problem), options, job);
    FoldProblem again{problem.grid, problem.F, problem.b, problem.horizon, {}, problem.mesh, problem.speeds};
    try {
      return device_->solve(std::move(problem), options, job);
    } catch (const ResourceError& error) {
      // Where this machine itself is short of memory or disk, its CPU is no help.
      if (error.place() != device_name_) throw;
      const auto cpu = cpu_backend()->make_fold_solver(method_);
      FoldSolution solution = cpu->solve(std::move(again), options, job);
      solution.solver = cpu->name();
      solution.warnings.push_back(std::string("fold: solved on the CPU instead: ") + error.what());
      return solution;
    }
  }

 private:
  std::unique_ptr<FoldSolver> device_;
  std::string device_name_;
  FoldMethod method_;
};

// Hands on what comes after the last snapshot that was handed on.
class LaterSnapshots final : public SnapshotSink {
 public:
  explicit LaterSnapshots(SnapshotSink* next) : next_(next) {}
  void snapshot(int step, double time, const Field<float>& pressure) override {
    if (step <= last_) return;
    next_->snapshot(step, time, pressure);
    last_ = step;
  }

 private:
  SnapshotSink* next_;
  int last_ = -1;
};

class FallbackPropagator final : public WavePropagator {
 public:
  explicit FallbackPropagator(std::shared_ptr<const Backend> device)
      : device_(std::move(device)), propagator_(device_->make_wave_propagator()) {}

  std::string name() const override { return propagator_->name(); }
  std::int64_t memory_bytes(const WaveModel& model) const override {
    return propagator_->memory_bytes(model);
  }

  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    LaterSnapshots later(watch.snapshots);
    const WaveWatch watched(watch.snapshots != nullptr ? &later : nullptr, watch.live);
    try {
      return propagator_->run(model, watched, job);
    } catch (const ResourceError& error) {
      // "/grid": the model is too large for the device. Where this machine itself is short, its CPU is no
      // help.
      if (error.place() != device_->name() && error.place() != "/grid") throw;
      const auto cpu = cpu_backend()->make_wave_propagator();
      WaveRun run = cpu->run(model, watched, job);
      run.propagator = cpu->name();
      run.warnings.push_back(std::string("wave: run on the CPU instead: ") + error.what());
      return run;
    }
  }

 private:
  std::shared_ptr<const Backend> device_;
  std::unique_ptr<WavePropagator> propagator_;
};

class FallbackBackend final : public Backend {
 public:
  explicit FallbackBackend(std::shared_ptr<const Backend> device) : device_(std::move(device)) {}

  std::string name() const override { return device_->name(); }
  std::string description() const override { return device_->description(); }
  std::int64_t free_memory_bytes() const override { return device_->free_memory_bytes(); }
  bool falls_back() const override { return true; }
  std::vector<FoldMethod> fold_methods() const override { return device_->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return std::make_unique<FallbackSolver>(device_->make_fold_solver(method), device_->name(), method);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return std::make_unique<FallbackPropagator>(device_);
  }
  std::vector<WaveKernel> wave_kernels() const override { return device_->wave_kernels(); }
  double triad_bytes_per_second() const override { return device_->triad_bytes_per_second(); }

 private:
  std::shared_ptr<const Backend> device_;
};

}  // namespace

std::shared_ptr<const Backend> with_cpu_to_fall_back_on(std::shared_ptr<const Backend> device) {
  return std::make_shared<const FallbackBackend>(std::move(device));
}

}  // namespace foldwave
