// Measured runs of the volumes' filters, for `foldwave-cli bench filter`.
//
//   gaussian-direct-5, -9, -13   the seed's kernels of 4 sigma + 1 nodes an axis, sigma 1, 2, 3:
//   multiply-adds/s gaussian-separable-13        the same by axes: nodes/s gaussian-S                   any
//   sigma S of nodes, by the method that is quickest: nodes/s gaussian-turned              a turned ellipsoid
//   of sigma 3, 2, 1 nodes, directly: multiply-adds/s hough-lines                  every node of a slice of
//   1024^2, 180 angles: votes/s hough-plane                  one plane in the volume, of noise of equal
//   power: nodes/s
//
// Volumes are noise. `seconds` is the call, on a device with its copies there and back; `work_seconds` its
// kernels alone, by its clock; the rate is of these. Beside the rows stand the seed's figures of its GPU: its
// rate, and how many times it is faster than one core.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"

namespace foldwave {

struct FilterBenchPlan {
  std::vector<int> sizes;  // nodes a side; empty: 512 on a device, 256 on the CPU
  std::vector<double> sigmas{1.0, 3.0, 5.0, 20.0, 60.0};
  std::vector<std::string> cases;  // names above, "gaussian" for all sigmas; empty: all
  std::vector<int> threads;        // empty: all
  int repeat = 3;                  // the median by time is told
};

struct FilterBenchRow {
  std::string name;
  int n = 0;
  int threads = 1;
  std::string failure;  // why there are no figures; empty: there are
  double seconds = 0.0, work_seconds = 0.0;
  double work = 0.0;  // multiply-adds, nodes or votes
  std::string unit;
  std::optional<double> seed_rate;
  std::optional<double> gain{};       // over one thread, where that was measured before
  std::optional<double> seed_gain{};  // of the seed's GPU over one core

  double rate() const { return work / work_seconds; }
};

// Rows in the order above, each told to `done` as soon as it is there. What the back end cannot do is the
// row's failure. Throws Stopped. The number of threads is given back as it was.
std::vector<FilterBenchRow> bench_filter(const Backend& backend, const FilterBenchPlan& plan,
                                         const std::function<void(const FilterBenchRow&)>& done,
                                         const Job& job);

}  // namespace foldwave
