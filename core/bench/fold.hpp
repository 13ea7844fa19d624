// Measured runs of the fold methods, for `foldwave-cli bench fold`. Two cases on a cube of length 10 with n^3
// nodes and a gentle antiform-synform surface, two cosine trains across each other at mid-height:
//
//   seed-n       F = 1.1, psi a = (-0.35, 0.4, -0.7)   (Sourouri 2012, chapter 6, which gives no formula
//                of its horizon), by the methods that solve it: 8 sweeps that visit every node, 8 sweeps
//                with settled blocks skipped, and to convergence
//   isotropic-n  F = 1, psi = 0, by every method, to convergence
//
// Errors are of sampled nodes against the exact first arrival (Hopf-Lax), over the largest exact |T| of the
// sample.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"

namespace foldwave {

enum class FoldBenchCase { seed, isotropic };

struct FoldBenchPlan {
  std::vector<FoldBenchCase> cases{FoldBenchCase::seed, FoldBenchCase::isotropic};
  std::vector<int> sizes{160, 320, 400};
  std::vector<Precision> precisions{Precision::binary32, Precision::binary64};
  std::vector<int> threads;        // empty: 1, 2, 4, ... and all; a device is driven by the most of them
  std::optional<FoldMethod> only;  // empty: every method of the back end
  int repeat = 3;                  // of these runs, an odd number, the one with the median time is told
  int sampled_nodes = 2000;
};

struct FoldBenchRow {
  std::string name;  // of the case: "seed-400"
  std::string solver;
  Precision precision = Precision::binary32;
  int n = 0;
  int threads = 1;
  bool every_node_visited = false;
  bool to_convergence = true;

  std::string failure;  // why there are no figures; empty: there are
  int sweeps = 0;
  Index unreached = 0;
  double seconds = 0.0;        // of solve()
  double start_seconds = 0.0;  // of these, on start values
  std::optional<double> device_seconds;
  std::optional<double> transfer_seconds;
  double largest_error = 0.0, mean_error = 0.0;
  std::int64_t peak_memory_bytes = 0;  // of the process in this row's runs

  double solve_seconds() const { return seconds - start_seconds; }
  double nodes_per_second() const { return 1.0 * n * n * n / seconds; }
};

// Rows in the order of the plan, each told to `done` as soon as it is there. What is measured is the back end
// itself, never the CPU that it may fall back on: a device that fails, or memory that is not to be had, is
// the row's failure, and the bench goes on. Throws Stopped, and InputError when the back end does not have
// the one method asked for. The number of threads is given back as it was.
std::vector<FoldBenchRow> bench_fold(const Backend& backend, const FoldBenchPlan& plan,
                                     const std::function<void(const FoldBenchRow&)>& done, const Job& job);

}  // namespace foldwave
