// Whole processes on a slow disk, for `foldwave-cli bench io`: a packed volume is read, unpacked and
// filtered, disk, codec and filter at once, against the same volume read as it is and then filtered by one
// thread (Aqrawi 2010, section 6.4, whose figures stand beside the rows). Blocks are slabs of z:
//
//   format 1   large blocks, a quarter of the volume each
//   format 2   the same, each stored with `halo` planes of its neighbours on either side: filtered alone
//   format 3   small blocks, one row of bricks of 32^3
//
// hough: lines on every plane of constant depth, 180 angles, every node a point. convolution: the thesis's
// 13^3 Gaussian, by one thread as it has it, all taps; else by the quickest way to the same values. The
// overlapped process filters on the back end. Values and codecs are those of bench io. Units: seconds, bytes,
// bytes a second. Errors: those of bench io and of the filters.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/engine/backend.hpp"

namespace foldwave {

inline constexpr int process_halo = 6;  // of 13^3

struct ProcessBenchPlan {
  std::vector<int> sizes{256};
  std::vector<double> disks{34.76e6, 69.32e6, 140.23e6};
  std::vector<std::string> filters{"hough", "convolution"};
  std::vector<int> formats{1, 2, 3};
  std::string codec = "wave";
  double error = 1e-3;  // of the largest value
  int repeat = 3;       // of what is overlapped the median is told
};

struct ProcessBenchRow {
  std::string filter;
  int format = 1;
  int n = 0;
  double disk_rate = 0.0;
  int blocks = 0;
  double ratio = 0.0;                 // of the values once, over what lies on the disk
  double plain_read_seconds = 0.0;    // as they are, at the disk's rate
  double plain_filter_seconds = 0.0;  // by one thread, as the thesis filters
  double quick_filter_seconds = 0.0;  // by one thread, as the overlapped process filters
  double overlapped_seconds = 0.0;    // read, unpacked and filtered
  bool same_result = false;           // as of the whole at once, to the error bound and 1e-5 of its largest
  std::optional<double> seed_gain{};

  double gain() const { return (plain_read_seconds + plain_filter_seconds) / overlapped_seconds; }
  double gain_of_same_filter() const {
    return (plain_read_seconds + quick_filter_seconds) / overlapped_seconds;
  }
};

std::vector<ProcessBenchRow> bench_process(const Backend& backend, const ProcessBenchPlan& plan,
                                           const std::string& folder,
                                           const std::function<void(const ProcessBenchRow&)>& done,
                                           const Job& job = {});

}  // namespace foldwave
