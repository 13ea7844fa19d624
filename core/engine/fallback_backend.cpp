#include "core/engine/fallback_backend.hpp"

#include <mutex>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// The device as all that was made from its back end knows it. Whether it is lost is asked and said by several
// threads.
class Device {
 public:
  explicit Device(std::shared_ptr<const Backend> backend)
      : backend_(std::move(backend)), name_(backend_->name()) {}

  const Backend& backend() const { return *backend_; }
  const std::string& name() const { return name_; }

  // Why it is not asked any more; empty: it answers.
  std::string loss() const {
    const std::lock_guard lock(mutex_);
    return loss_;
  }

  // Of an error that it raised, what is to be told. One that cannot even say how much memory it has is lost:
  // its errors stick to the process, and each further try would only give the same one.
  std::string failure(const Error& error) const {
    std::string text = error.what();
    try {
      backend_->free_memory_bytes();
    } catch (const DeviceError&) {
      lose(error);
      text += "; it answers no more: start the program again to use it";
    }
    return text;
  }

  std::int64_t free_memory_bytes() const {
    try {
      if (loss().empty()) return backend_->free_memory_bytes();
    } catch (const DeviceError& error) {
      lose(error);
    }
    return cpu_backend()->free_memory_bytes();
  }

 private:
  void lose(const Error& error) const {
    const std::lock_guard lock(mutex_);
    if (loss_.empty()) loss_ = name_ + " was lost (" + error.what() + "): start the program again to use it";
  }

  std::shared_ptr<const Backend> backend_;
  std::string name_;
  mutable std::mutex mutex_;
  mutable std::string loss_;
};

constexpr auto copy_of_start = []<class Start>(const Start& start) -> decltype(FoldProblem::start) {
  if constexpr (std::is_same_v<Start, std::monostate>)
    return {};
  else
    return Start{start.time.clone(), start.fixed.clone()};
};

class FallbackSolver final : public FoldSolver {
 public:
  FallbackSolver(std::shared_ptr<const Device> device, FoldMethod method)
      : device_(std::move(device)), method_(method), solver_(device_->backend().make_fold_solver(method)) {}

  std::string name() const override { return solver_->name(); }

  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    if (const std::string loss = device_->loss(); !loss.empty())
      return on_cpu(std::move(problem), options, job, "fold: solved on the CPU: " + loss);
    // A try consumes its start values.
    FoldProblem again{
        problem.grid, problem.F,     problem.b, problem.horizon, std::visit(copy_of_start, problem.start),
        problem.mesh, problem.speeds};
    try {
      return solver_->solve(std::move(problem), options, job);
    } catch (const DeviceError& error) {
      return on_cpu(std::move(again), options, job,
                    "fold: solved on the CPU instead: " + device_->failure(error));
    }
  }

 private:
  FoldSolution on_cpu(FoldProblem problem, const FoldOptions& options, const Job& job,
                      const std::string& why) const {
    const auto cpu = cpu_backend()->make_fold_solver(method_);
    FoldSolution solution = cpu->solve(std::move(problem), options, job);
    solution.taken_over_by = cpu->name();
    solution.warnings.push_back(why);
    return solution;
  }

  std::shared_ptr<const Device> device_;
  FoldMethod method_;
  std::unique_ptr<FoldSolver> solver_;
};

// Hands on what comes after the last snapshot that was handed on.
class LaterSnapshots final : public SnapshotSink, public PackedSnapshotSink {
 public:
  explicit LaterSnapshots(SnapshotSink* next) : next_(next) {}
  void snapshot(int step, double time, const Field<float>& pressure) override {
    if (step <= last_) return;
    next_->snapshot(step, time, pressure);
    last_ = step;
  }
  PackedSnapshotSink* packed() override { return next_->packed() != nullptr ? this : nullptr; }
  // A device comes first: nothing has been handed on before what it makes.
  QuickSteps steps(float largest) override { return next_->packed()->steps(largest); }
  void packed_snapshot(int step, double time, const PackedSnapshot& pressure) override {
    next_->packed()->packed_snapshot(step, time, pressure);
    last_ = step;
  }

 private:
  SnapshotSink* next_;
  int last_ = -1;
};

class FallbackPropagator final : public WavePropagator {
 public:
  explicit FallbackPropagator(std::shared_ptr<const Device> device)
      : device_(std::move(device)), propagator_(device_->backend().make_wave_propagator()) {}

  std::string name() const override { return propagator_->name(); }
  std::int64_t memory_bytes(const WaveModel& model) const override {
    return device_->loss().empty() ? propagator_->memory_bytes(model)
                                   : cpu_backend()->make_wave_propagator()->memory_bytes(model);
  }

  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    LaterSnapshots later(watch.snapshots);
    const WaveWatch watched(watch.snapshots != nullptr ? &later : nullptr, watch.live);
    if (const std::string loss = device_->loss(); !loss.empty())
      return on_cpu(model, watched, job, "wave: run on the CPU: " + loss);
    try {
      return propagator_->run(model, watched, job);
    } catch (const DeviceError& error) {
      return on_cpu(model, watched, job, "wave: run on the CPU instead: " + device_->failure(error));
    }
  }

 private:
  static WaveRun on_cpu(const WaveModel& model, const WaveWatch& watch, const Job& job,
                        const std::string& why) {
    const auto cpu = cpu_backend()->make_wave_propagator();
    WaveRun run = cpu->run(model, watch, job);
    run.taken_over_by = cpu->name();
    run.warnings.push_back(why);
    return run;
  }

  std::shared_ptr<const Device> device_;
  std::unique_ptr<WavePropagator> propagator_;
};

// A filter that the device cannot do is done again, whole, by the CPU.
class FallbackFilters final : public VolumeFilters {
 public:
  explicit FallbackFilters(std::shared_ptr<const Device> device) : device_(std::move(device)) {}

  void gaussian(std::span<const float> in, const Grid3& grid, const GaussianFilter& filter,
                std::span<float> out, const Job& job) override {
    attempt([&](VolumeFilters& filters) { filters.gaussian(in, grid, filter, out, job); });
  }
  void convolve(std::span<const float> in, const std::array<int, 3>& n, const Kernel3& kernel,
                std::span<float> out, const Job& job) override {
    attempt([&](VolumeFilters& filters) { filters.convolve(in, n, kernel, out, job); });
  }
  void derivative(std::span<const float> in, const Grid3& grid, int axis, int order, std::span<float> out,
                  const Job& job) override {
    attempt([&](VolumeFilters& filters) { filters.derivative(in, grid, axis, order, out, job); });
  }
  void gradient_size(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                     const Job& job) override {
    attempt([&](VolumeFilters& filters) { filters.gradient_size(in, grid, order, out, job); });
  }
  void laplacian(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                 const Job& job) override {
    attempt([&](VolumeFilters& filters) { filters.laplacian(in, grid, order, out, job); });
  }
  HoughPlanes hough_planes(std::span<const float> values, const HoughPlanesPlan& plan,
                           const Job& job) override {
    HoughPlanes result;
    attempt([&](VolumeFilters& filters) { result = filters.hough_planes(values, plan, job); });
    return result;
  }
  LineAccumulator hough_lines(std::span<const HoughPoint> points, const HoughLinesPlan& plan,
                              const Job& job) override {
    LineAccumulator result;
    attempt([&](VolumeFilters& filters) { result = filters.hough_lines(points, plan, job); });
    return result;
  }

 private:
  template <class Work>
  void attempt(const Work& work) {
    if (device_->loss().empty()) {
      try {
        run(*device_->backend().make_volume_filters(), work);
        return;
      } catch (const DeviceError&) {
      }
    }
    run(*make_cpu_filters(), work);
  }
  template <class Work>
  void run(VolumeFilters& filters, const Work& work) {
    work(filters);
    seconds_ = filters.seconds();
  }

  std::shared_ptr<const Device> device_;
};

// Once the device is lost it is the CPU's in all but the warnings of what it makes.
class FallbackBackend final : public Backend {
 public:
  explicit FallbackBackend(std::shared_ptr<const Backend> device)
      : device_(std::make_shared<const Device>(std::move(device))) {}

  std::string name() const override { return now().name(); }
  bool on_host() const override { return now().on_host(); }
  std::string description() const override {
    const std::string loss = device_->loss();
    return now().description() + (loss.empty() ? "" : "; " + loss);
  }
  std::string shared_by() const override { return now().shared_by(); }
  int wave_shares() const override { return now().wave_shares(); }
  WorkDevices devices() const override { return now().devices(); }
  std::int64_t free_memory_bytes() const override { return device_->free_memory_bytes(); }
  bool falls_back() const override { return true; }
  const Backend& device() const { return device_->backend(); }
  std::vector<FoldMethod> fold_methods() const override { return device_->backend().fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return std::make_unique<FallbackSolver>(device_, method);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return std::make_unique<FallbackPropagator>(device_);
  }
  std::unique_ptr<WavePropagator> make_lone_propagator() const override {
    return now().make_lone_propagator();
  }
  // A stepper that fails cannot be gone on with elsewhere: who asked begins again
  // (engine/location/image_setup.hpp).
  std::unique_ptr<WaveStepper> make_wave_stepper(const StepperSetup& setup) const override {
    return now().make_wave_stepper(setup);
  }
  std::vector<WaveKernel> wave_kernels() const override { return device_->backend().wave_kernels(); }
  std::unique_ptr<VolumeFilters> make_volume_filters() const override {
    return std::make_unique<FallbackFilters>(device_);
  }
  double triad_bytes_per_second() const override { return now().triad_bytes_per_second(); }
  double operations_per_second() const override { return now().operations_per_second(); }
  double launch_seconds() const override { return now().launch_seconds(); }

 private:
  const Backend& now() const { return device_->loss().empty() ? device_->backend() : *cpu_backend(); }

  std::shared_ptr<const Device> device_;
};

}  // namespace

std::shared_ptr<const Backend> with_cpu_to_fall_back_on(std::shared_ptr<const Backend> device) {
  return std::make_shared<const FallbackBackend>(std::move(device));
}

const Backend& without_fallback(const Backend& backend) {
  const auto* const falls_back = dynamic_cast<const FallbackBackend*>(&backend);
  return falls_back != nullptr ? falls_back->device() : backend;
}

}  // namespace foldwave
