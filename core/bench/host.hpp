// Micro-benchmarks of the host: latencies of its levels of memory, beside what forecasts take as its bounds.
// One thread follows pointers, 64 bytes a step in an order of full period, through 4 KB to far beyond the
// last cache, in large pages where the system gives them; which level answers is told by the sizes that the
// system names. About five seconds.
// Errors: Stopped; ResourceError where there is no memory for the chase.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/base/progress.hpp"
#include "core/forecast/calibration/calibration.hpp"
#include "core/forecast/gpu_model/device_figures.hpp"

namespace foldwave {

struct HostBenchPlan {
  int repeats = 9;
  std::size_t most_bytes = std::size_t{1} << 30;  // of the chase; at most a quarter of the free memory
};

// Seconds of a step through so many bytes.
struct HostChasePoint {
  double bytes = 0.0;
  Measurement seconds;
};

struct HostFigures {
  double l1_bytes = 0.0, l2_bytes = 0.0, l3_bytes = 0.0;  // 0: the system does not tell, or there is none
  bool large_pages = false;                               // were asked for and not refused
  std::vector<HostChasePoint> chase;
  MachineBounds bounds;

  // Medians of the chase's plateaus, seconds; 0: it has no point there.
  double l1_latency() const;
  double l2_latency() const;
  double l3_latency() const;
  double memory_latency() const;
};

HostFigures measure_host(const HostBenchPlan& plan, const std::filesystem::path& folder, const Job& job);

nlohmann::ordered_json to_json(const HostFigures& figures);

}  // namespace foldwave
