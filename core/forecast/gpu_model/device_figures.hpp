// What micro-benchmarks tell of one CUDA device (gpu/forecast measures them), as plain data and as JSON.
//
// Uncertainties by the GUM (JCGM 100): type A s / sqrt(n) of n repeats; type B, of a counter that counts
// whole cycles, 1 / (2 sqrt(3)) a reading; combined as the root of the sum of squares; told expanded, k = 2.
// Units: cycles of the multiprocessor's clock, bytes, seconds, hertz.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace foldwave {

struct Measurement {
  double mean = 0.0;
  double uncertainty = 0.0;  // expanded, k = 2
};

// `readings`: of the counter that one value is made of, each rounded to `resolution`; `per`: what the
// difference is divided by (the operations of a chain).
Measurement measurement_of(std::span<const double> repeats, double resolution, int readings,
                           double per = 1.0);

// Cycles an operation takes by 1 .. 32 warps of one block.
struct LatencyCurve {
  std::string name;
  std::vector<int> warps;
  std::vector<Measurement> cycles;

  double at_one() const { return cycles.front().mean; }
  double at_most() const { return cycles.back().mean; }
};

// How often one multiprocessor does an operation: warps' instructions a cycle, all warps at it.
struct OperationRate {
  std::string name;
  double per_cycle = 0.0;
};

// One thread follows pointers through `bytes`.
struct ChasePoint {
  double bytes = 0.0;
  double cycles = 0.0;
};

// Loads of the whole device over arrays of `bytes` in all, again and again.
struct BandwidthPoint {
  double bytes = 0.0;
  double bytes_per_second = 0.0;
};

// A warp's load that hits L1 and touches so many rows of a volume, aligned or one value past it.
struct RequestCost {
  int rows = 1;  // of 32 / rows lanes each
  bool aligned = true;
  double cycles = 0.0;
};

// A warp's line that L1 must fetch from L2, with so many loads beside it that find it there; every warp of
// the device at it.
struct MixedCost {
  int hits = 0;
  double cycles = 0.0;  // a line, of a multiprocessor
};

// Three arrays read and one written by blocks of so many threads, one value a thread.
struct BlockStream {
  int threads = 0;
  double bytes = 0.0;  // of all four
  double bytes_per_second = 0.0;
};

// Loads of whole warps that depend on each other, far beyond the caches, so many at a time on every
// multiprocessor.
struct LoadedLatency {
  int requests = 0;
  double cycles = 0.0;
};

struct LaunchCosts {
  double stream_seconds = 0.0;  // an empty kernel after another in a stream
  double graph_seconds = 0.0;   // the same in a graph
  double alone_seconds = 0.0;   // launched and waited for
  double block_seconds = 0.0;   // each further block of 128 threads, the device full of them
  double warp_seconds = 0.0;    // each further warp of them
};

struct CopyRates {                            // bytes a second
  double to_device = 0.0, from_device = 0.0;  // page-locked
  double pageable_to_device = 0.0, pageable_from_device = 0.0;
};

struct DeviceFigures {
  std::string device, driver, runtime, date, program;
  int multiprocessors = 0;
  int cores = 0;          // single precision, a multiprocessor
  int largest_warps = 0;  // resident on one
  int largest_blocks = 0;
  double clock = 0.0;     // while it worked; 0: it cannot be read, and nothing in cycles is there
  double l1_bytes = 0.0;  // with shared memory, a multiprocessor
  double l2_bytes = 0.0, memory_bytes = 0.0;
  double theoretical_bandwidth = 0.0;  // of memory, by clock and width; 0: the driver does not tell
  int repeats = 0;

  std::vector<LatencyCurve> latencies;
  std::vector<OperationRate> rates;
  std::vector<ChasePoint> chase;
  std::vector<RequestCost> requests;
  std::vector<LoadedLatency> loaded;
  std::vector<MixedCost> mixed;
  std::vector<BlockStream> block_streams;
  std::vector<BandwidthPoint> reads;    // past L1
  std::vector<BandwidthPoint> streams;  // three arrays read, one written
  double same_bandwidth = 0.0;          // of loads past L1 that all multiprocessors make of the same lines
  double l1_bandwidth = 0.0, shared_bandwidth = 0.0;  // of the device
  LaunchCosts launch;
  CopyRates copy;

  bool has_clock() const { return clock > 0.0; }

  // Throw InputError where there is none of that name.
  const LatencyCurve& latency(const std::string& name) const;
  double rate(const std::string& name) const;

  // Of the levels, from the chase: medians of its plateaus.
  double l1_latency() const;
  double l2_latency() const;
  double memory_latency() const;
  // Between measured sizes by the logarithm of the size.
  double read_bandwidth(double bytes) const;
  double stream_bandwidth(double bytes) const;
  double request_cycles(int rows, bool aligned) const;
};

// The slope of latency over requests where memory is busy, cycles a warp's request: the departure delay of
// Hong and Kim 2009. From the last three points.
double departure_delay(std::span<const LoadedLatency> loaded);

nlohmann::ordered_json to_json(const DeviceFigures& figures);
// Throws InputError where it is no such figures; `place` names the file.
DeviceFigures device_figures_from_json(const nlohmann::ordered_json& json, const std::string& place);

}  // namespace foldwave
