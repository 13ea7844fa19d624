// Measured slices of a packed file that memory need not hold, for `foldwave-cli bench slices`: a wave that
// fills its box (codec_cases.hpp), laid side by side with its mirror image until the size is reached. Cold:
// the file has just been dropped from the system's memory; warm: the same slice once more, unpacked anew;
// next: its neighbour, of the planes that are kept; coarse: of the level that the file keeps. Units: seconds,
// bytes. Errors: those of the store.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/volume/store/bricks.hpp"

namespace foldwave {

struct SliceBenchPlan {
  double bytes = 10e9;  // of values, at least
  std::string codec = "wave";
  double error = 1e-3;  // of the range
  int brick = usual_brick;
  int repeat = 3;  // the median is told
};

struct SliceBenchRow {
  std::string what;  // "cold", "warm", "next", "coarse"
  int axis = 2;
  double seconds = 0.0;
  double limit = 0.0;  // that is to be reached; 0: none
  bool passed() const { return limit <= 0.0 || seconds <= limit; }
};

// What is to be reached: seconds, bytes.
inline constexpr double most_cold_slice = 0.2, most_warm_slice = 0.02, most_slice_memory = 200e6;

struct SliceBench {
  int n = 0;                    // nodes a side
  double ratio = 0.0;           // of the file
  double pack_seconds = 0.0;    // with the writing
  std::int64_t peak_bytes = 0;  // of memory, beyond what was held before the first slice
  std::vector<SliceBenchRow> rows{};
};

// The file lies in `folder` while it runs and is gone after it.
SliceBench bench_slices(const SliceBenchPlan& plan, const std::string& folder,
                        const std::function<void(const SliceBenchRow&)>& done, const Job& job = {});

}  // namespace foldwave
