#include "core/bench/fold.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <random>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/horizon/foot_search.hpp"

namespace foldwave {

namespace {

constexpr int seed_sweeps = 8;

struct CaseSetup {
  std::string name;
  FoldBenchCase which = FoldBenchCase::seed;
  Grid3 grid;
  double F = 1.0;
  Vec3 b{};
  std::shared_ptr<const Horizon> horizon;

  FoldProblem problem() const { return {grid, F, b, horizon, {}}; }
};

CaseSetup set_up(FoldBenchCase which, int n) {
  const double h = 10.0 / (n - 1);
  CaseSetup setup;
  setup.which = which;
  setup.grid = {{n, n, n}, {h, h, h}, {}, {}, {}, 0};
  setup.name = std::string(which == FoldBenchCase::seed ? "seed-" : "isotropic-") + std::to_string(n);
  if (which == FoldBenchCase::seed) {
    setup.F = 1.1;
    setup.b = {-0.35, 0.4, -0.7};
  }
  const TrainsHorizon spec{5.0, {{0.7, 9.0, 60.0, {2.5, 5.0}, {}}, {0.3, 13.0, 150.0, {5.0, 6.0}, {}}}, {}};
  setup.horizon = std::make_shared<const Horizon>(make_horizon(spec, setup.grid, "", ""));
  return setup;
}

// Nodes with their exact T; the same for every run of a case.
struct Sample {
  std::vector<Index> nodes;
  std::vector<double> exact;  // unsigned
};

Sample draw_sample(const CaseSetup& setup, int count, const Job& job) {
  const FootSearch upper(*setup.horizon, setup.grid, setup.F, setup.b, Side::upper);
  const FootSearch lower = upper.other_side();
  std::mt19937 random(5);
  const auto draw = [&random](int n) {
    return static_cast<int>(random() % static_cast<std::mt19937::result_type>(n));
  };
  Sample sample;
  for (int s = 0; s < count; ++s) {
    job.throw_if_stopped();
    const int i = draw(setup.grid.n[0]);
    const int j = draw(setup.grid.n[1]);
    const int k = draw(setup.grid.n[2]);
    const Vec3 x = setup.grid.local(i, j, k);
    const bool above = x.z < setup.horizon->depth(x.x, x.y);
    sample.nodes.push_back(setup.grid.index(i, j, k));
    sample.exact.push_back((above ? upper : lower).find(x, nullptr).time);
  }
  return sample;
}

void judge(const Sample& sample, const FoldSolution& solution, FoldBenchRow& row) {
  double largest = 0.0, sum = 0.0, scale = 0.0;
  for (std::size_t s = 0; s < sample.nodes.size(); ++s) {
    const Index m = sample.nodes[s];
    const double found =
        solution.arrival64.empty() ? static_cast<double>(solution.arrival[m]) : solution.arrival64[m];
    const double error = std::abs(std::abs(found) - sample.exact[s]);
    largest = worst_of(largest, error);
    sum += error;
    scale = std::max(scale, sample.exact[s]);
  }
  row.largest_error = largest / scale;
  row.mean_error = sum / static_cast<double>(sample.nodes.size()) / scale;
}

bool solves(FoldMethod method, FoldBenchCase which) {
  return which == FoldBenchCase::isotropic || method == FoldMethod::pmm || method == FoldMethod::foot_point;
}

bool is_serial(FoldMethod method) {
  return method == FoldMethod::fmm || method == FoldMethod::fsm;
}

std::vector<FoldOptions> fold_modes(FoldMethod method, FoldBenchCase which, Precision precision) {
  FoldOptions converged;
  converged.precision = precision;
  if (method != FoldMethod::pmm || which != FoldBenchCase::seed) return {converged};
  FoldOptions eight = converged;
  eight.max_sweeps = seed_sweeps;
  eight.to_convergence = false;
  FoldOptions all_nodes = eight;
  all_nodes.skip_settled = false;
  return {all_nodes, eight, converged};
}

std::vector<int> thread_counts(const FoldBenchPlan& plan) {
  if (!plan.threads.empty()) return plan.threads;
  std::vector<int> counts;
  for (int threads = 1; threads < thread_count(); threads *= 2)
    counts.push_back(threads);
  counts.push_back(thread_count());
  return counts;
}

std::vector<FoldMethod> methods_of(const Backend& backend, const FoldBenchPlan& plan) {
  if (!plan.only) return backend.fold_methods();
  backend.make_fold_solver(*plan.only);
  return {*plan.only};
}

// No method can do with less than its values and its held nodes. What is far too large would be granted at
// first, and end the program later.
void require_memory(const CaseSetup& setup, Precision precision) {
  const std::int64_t bytes = setup.grid.size() * (precision == Precision::binary64 ? 9 : 5);
  if (bytes > available_memory_bytes()) throw_out_of_memory(static_cast<std::size_t>(bytes));
}

class FoldBench {
 public:
  FoldBench(const Backend& backend, const FoldBenchPlan& plan,
            const std::function<void(const FoldBenchRow&)>& done, const Job& job)
      : backend_(without_fallback(backend)),
        plan_(plan),
        done_(done),
        job_(job),
        threads_before_(thread_count()) {}
  ~FoldBench() { set_thread_count(threads_before_); }
  FoldBench(const FoldBench&) = delete;
  FoldBench& operator=(const FoldBench&) = delete;

  std::vector<FoldBenchRow> run() {
    const std::vector<FoldMethod> methods = methods_of(backend_, plan_);
    const std::vector<int> counts = thread_counts(plan_);
    const int most = *std::max_element(counts.begin(), counts.end());
    for (const FoldMethod method : methods)
      warm_up(method);
    for (const int n : plan_.sizes)
      for (const FoldBenchCase which : plan_.cases) {
        const CaseSetup setup = set_up(which, n);
        std::optional<Sample> sample;
        for (const Precision precision : plan_.precisions)
          for (const FoldMethod method : methods) {
            if (!solves(method, which)) continue;
            const std::vector<int> own = !backend_.on_host() ? std::vector<int>{most}
                                         : is_serial(method) ? std::vector<int>{1}
                                                             : counts;
            for (const FoldOptions& options : fold_modes(method, which, precision))
              for (const int threads : own)
                add(setup, method, options, threads, sample);
          }
      }
    return std::move(rows_);
  }

 private:
  // Devices and libraries set themselves up at their first use.
  void warm_up(FoldMethod method) {
    const CaseSetup setup = set_up(FoldBenchCase::isotropic, 12);
    try {
      backend_.make_fold_solver(method)->solve(setup.problem(), {}, job_);
    } catch (const ResourceError&) {
      // The rows say what fails.
    }
  }

  void add(const CaseSetup& setup, FoldMethod method, const FoldOptions& options, int threads,
           std::optional<Sample>& sample) {
    FoldBenchRow row;
    row.name = setup.name;
    row.solver = fold_method_name(method);
    row.precision = options.precision;
    row.n = setup.grid.n[0];
    row.threads = threads;
    row.every_node_visited = !options.skip_settled;
    row.to_convergence = options.to_convergence;
    try {
      measure(setup, method, options, row, sample);
    } catch (const ResourceError& e) {
      row.failure = e.what();
    } catch (const std::bad_alloc&) {
      row.failure = "memory: there is not enough";
    }
    done_(row);
    rows_.push_back(std::move(row));
  }

  void measure(const CaseSetup& setup, FoldMethod method, const FoldOptions& options, FoldBenchRow& row,
               std::optional<Sample>& sample) {
    require_memory(setup, options.precision);
    if (!sample) sample = draw_sample(setup, plan_.sampled_nodes, job_);
    set_thread_count(row.threads);
    reset_peak_memory();
    std::vector<FoldSolution> runs;
    for (int r = 0; r < plan_.repeat; ++r) {
      FoldSolution run = backend_.make_fold_solver(method)->solve(setup.problem(), options, job_);
      if (r == 0) judge(*sample, run, row);
      // Only the figures are kept, so that the next run has the memory to itself.
      run.arrival = {};
      run.arrival64 = {};
      runs.push_back(std::move(run));
    }
    row.peak_memory_bytes = peak_memory_bytes();
    const auto middle = runs.begin() + (plan_.repeat - 1) / 2;
    std::nth_element(runs.begin(), middle, runs.end(),
                     [](const FoldSolution& a, const FoldSolution& b) { return a.seconds < b.seconds; });
    row.sweeps = middle->sweeps;
    row.unreached = middle->unreached;
    row.seconds = middle->seconds;
    row.start_seconds = middle->start_seconds;
    row.device_seconds = middle->device_seconds;
    row.transfer_seconds = middle->transfer_seconds;
  }

  const Backend& backend_;
  const FoldBenchPlan& plan_;
  const std::function<void(const FoldBenchRow&)>& done_;
  const Job& job_;
  int threads_before_;
  std::vector<FoldBenchRow> rows_;
};

}  // namespace

std::vector<FoldBenchRow> bench_fold(const Backend& backend, const FoldBenchPlan& plan,
                                     const std::function<void(const FoldBenchRow&)>& done, const Job& job) {
  return FoldBench(backend, plan, done, job).run();
}

}  // namespace foldwave
