#include "core/bench/wave.hpp"

#include <algorithm>
#include <map>
#include <new>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/bench/wave_cases.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/wave/padded_grid.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {

namespace {

struct KernelMode {
  WaveKernel kernel = WaveKernel::automatic;
  bool copied = false;
};

std::vector<KernelMode> kernel_modes(WaveBenchCase which, const WaveBenchPlan& plan, const Backend& backend) {
  std::vector<KernelMode> modes;
  if (!plan.kernels.empty() || plan.copied) {
    for (const WaveKernel kernel : plan.kernels.empty() ? std::vector{WaveKernel::automatic} : plan.kernels) {
      modes.push_back({kernel, false});
      if (plan.copied) modes.push_back({kernel, true});
    }
    return modes;
  }
  const bool on_device = !backend.on_host();
  const bool climbs = which == WaveBenchCase::ladder || (which == WaveBenchCase::seed001 && on_device);
  const std::vector<WaveKernel> rungs = backend.wave_kernels();
  modes.push_back({});
  if (!climbs || rungs.empty()) return modes;
  for (const WaveKernel kernel : rungs)
    modes.push_back({kernel, false});
  if (!on_device) return modes;
  modes.push_back({WaveKernel::shared_axes, true});
  modes.push_back({WaveKernel::automatic, true});
  return modes;
}

// As a user would who looks at the last one.
class LastSnapshot final : public SnapshotSink {
 public:
  void snapshot(int, double, const Field<float>& pressure) override {
    if (last_.shape() != pressure.shape()) last_ = Field<float>(pressure.shape());
    std::copy(pressure.values().begin(), pressure.values().end(), last_.data());
  }

 private:
  Field<float> last_;
};

class WaveBench {
 public:
  WaveBench(const Backend& backend, const WaveBenchPlan& plan,
            const std::function<void(const WaveBenchRow&)>& done, const Job& job)
      : backend_(without_fallback(backend)),
        plan_(plan),
        done_(done),
        job_(job),
        threads_before_(thread_count()) {}
  ~WaveBench() { set_thread_count(threads_before_); }
  WaveBench(const WaveBench&) = delete;
  WaveBench& operator=(const WaveBench&) = delete;

  std::vector<WaveBenchRow> run() {
    const bool on_device = !backend_.on_host();
    std::vector<int> counts = plan_.threads.empty() ? std::vector<int>{threads_before_} : plan_.threads;
    if (on_device) counts = {*std::max_element(counts.begin(), counts.end())};
    for (const WaveBenchCase which : plan_.cases)
      for (const WaveBenchSetup& setup : wave_bench_setups(which, plan_, on_device))
        for (const Precision precision : plan_.precisions)
          for (const KernelMode& mode : kernel_modes(which, plan_, backend_))
            for (const int threads : counts)
              add(setup, precision, mode, threads);
    return std::move(rows_);
  }

 private:
  void add(const WaveBenchSetup& setup, Precision precision, const KernelMode& mode, int threads) {
    WaveModel model = setup.model;
    model.precision = precision;
    model.kernel = mode.kernel;
    model.copy_every_step = mode.copied;
    WaveBenchRow row;
    row.name = setup.name;
    row.asked = mode.kernel;
    row.kernel = wave_kernel_name(mode.kernel);
    row.precision = precision;
    row.order = setup.order;
    row.n = model.grid.n;
    row.padded_n = PaddedGrid(model).n;
    row.threads = threads;
    row.start = setup.start;
    row.receivers = static_cast<int>(model.receivers.size());
    row.copied = mode.copied;
    row.steps = model.steps;
    try {
      measure(setup, model, row);
    } catch (const Stopped&) {
      throw;
    } catch (const Error& e) {
      row.failure = e.what();
    } catch (const std::bad_alloc&) {
      row.failure = "memory: there is not enough";
    }
    done_(row);
    rows_.push_back(std::move(row));
  }

  void measure(const WaveBenchSetup& setup, WaveModel& model, WaveBenchRow& row) {
    set_thread_count(row.threads);
    // What is far too large would be granted at first, and end the program later.
    const std::int64_t bytes = (setup.start == BenchStart::noise ? 12 : 8) * model.grid.size();
    if (bytes > available_memory_bytes()) throw_out_of_memory(static_cast<std::size_t>(bytes));
    row.bandwidth = bandwidth(row.threads);
    const Field<float> velocity = setup.velocity();
    model.velocity = borrowed(velocity);
    const Field<float> start = setup.start_field();
    if (!start.empty()) model.start = model.start_past = borrowed(start);
    const auto propagator = backend_.make_wave_propagator();
    check_memory(propagator->memory_bytes(model), backend_.free_memory_bytes());
    warm_up(model);
    reset_peak_memory();
    std::vector<WaveRun> runs;
    for (int r = 0; r < plan_.repeat; ++r) {
      LastSnapshot sink;
      WaveRun run = propagator->run(model, &sink, job_);
      if (run.stopped) throw Stopped();
      run.gather = {};
      runs.push_back(std::move(run));
    }
    row.peak_memory_bytes = peak_memory_bytes();
    const auto middle = runs.begin() + (plan_.repeat - 1) / 2;
    std::nth_element(runs.begin(), middle, runs.end(),
                     [](const WaveRun& a, const WaveRun& b) { return a.seconds < b.seconds; });
    if (middle->kernel != WaveKernel::automatic)
      row.kernel = wave_kernel_name(middle->kernel);
    else if (row.asked == WaveKernel::automatic)
      row.kernel = propagator->name();
    row.bytes_a_point = least_bytes_a_point(middle->kernel, row.precision);
    row.snapshots = middle->snapshots;
    row.seconds = middle->seconds;
    row.points_per_second = middle->points_per_second;
    row.parts = middle->parts;
  }

  // Devices and libraries set themselves up at their first use: two steps on a small part of the model.
  void warm_up(const WaveModel& model) {
    WaveModel small = model;
    for (int& n : small.grid.n)
      n = std::min(n, 32);
    const Field<float> velocity(small.grid.n, 1500.0F);
    small.velocity = borrowed(velocity);
    small.start = small.start_past = nullptr;
    small.steps = 2;
    small.sources.clear();
    small.receivers.clear();
    backend_.make_wave_propagator()->run(small, nullptr, job_);
  }

  std::optional<double> bandwidth(int threads) {
    const auto known = bandwidths_.find(threads);
    if (known != bandwidths_.end()) return known->second;
    std::optional<double> measured;
    try {
      measured = backend_.triad_bytes_per_second();
    } catch (const ResourceError&) {
      // A rate without its share is better than none.
    }
    return bandwidths_[threads] = measured;
  }

  const Backend& backend_;
  const WaveBenchPlan& plan_;
  const std::function<void(const WaveBenchRow&)>& done_;
  const Job& job_;
  int threads_before_;
  std::map<int, std::optional<double>> bandwidths_;
  std::vector<WaveBenchRow> rows_;
};

}  // namespace

std::vector<WaveBenchRow> bench_wave(const Backend& backend, const WaveBenchPlan& plan,
                                     const std::function<void(const WaveBenchRow&)>& done, const Job& job) {
  return WaveBench(backend, plan, done, job).run();
}

}  // namespace foldwave
