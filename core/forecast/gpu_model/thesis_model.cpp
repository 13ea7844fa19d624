#include "core/forecast/gpu_model/thesis_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

constexpr double warp = 32.0;
constexpr double value_bytes = 4.0;

}  // namespace

ThesisResult thesis_model(const ThesisInputs& in) {
  ThesisResult r;
  const double n = in.warps_a_multiprocessor, lat = in.instruction_latency;
  r.itilp_max = lat / (warp / in.cores_a_multiprocessor);
  r.ilp = std::round(in.total_instructions / in.basic_blocks);
  r.itilp = std::min(r.ilp * n, in.itilp_max_used.value_or(r.itilp_max));
  const double warps_each = in.warps / in.multiprocessors;
  r.t_comp = in.instructions * warps_each * lat / r.itilp;

  r.memory_latency = in.memory_latency + (in.transactions - 1.0) * in.departure_delay;
  r.amat = r.memory_latency * in.miss_2 + in.hit_2 * in.miss_1 + in.hit_1;
  r.transaction_bytes = value_bytes * warp;
  r.warp_bandwidth = in.clock * r.transaction_bytes / r.memory_latency;
  r.mwp_peak = in.bandwidth / (in.warp_bandwidth_used.value_or(r.warp_bandwidth) * in.multiprocessors);
  // A delay of nothing or less, as eq. 4.25 gives on many devices, bounds nothing.
  const double by_delay = in.departure_delay > 0.0 ? r.memory_latency / in.departure_delay : n;
  r.mwp = std::min({by_delay, r.mwp_peak, n});

  r.comp_cycles = in.instructions * lat / r.itilp;
  r.mem_cycles = in.memory_instructions * r.amat / in.mlp;
  if (in.second_latency_used) {
    const double other = in.instructions * *in.second_latency_used / r.itilp;
    r.cwp_full = (r.comp_cycles + other) / other;
  } else {
    r.cwp_full = (r.mem_cycles + r.comp_cycles) / r.comp_cycles;
  }
  r.cwp = std::min(r.cwp_full, n);
  r.mwp_cp = std::min(std::max(1.0, r.cwp - 1.0), r.mwp);
  r.itmlp = std::min(in.mlp * r.mwp_cp, r.mwp_peak);
  r.t_mem = in.memory_instructions * warps_each / r.itmlp * r.amat;

  const double zeta = r.cwp <= r.mwp ? 1.0 : 0.0;
  r.f_overlap = (n - zeta) / n;
  r.t_overlap = std::min(r.t_comp * r.f_overlap, r.t_mem);
  r.t_exec = r.t_comp + r.t_mem - r.t_overlap;
  return r;
}

ThesisInputs thesis_example() {
  ThesisInputs in;
  in.instructions = 75.0;
  in.memory_instructions = 11.0;
  in.total_instructions = 86.0;
  in.basic_blocks = 18.0;
  in.warps = 4096.0;
  in.multiprocessors = 15.0;
  in.warps_a_multiprocessor = 8.0;
  in.instruction_latency = 201.0;
  in.cores_a_multiprocessor = 192.0;
  in.memory_latency = 399.0;
  in.transactions = 21.0;
  in.departure_delay = 3.0;
  in.hit_1 = 29.0;
  in.hit_2 = 214.0;
  in.miss_2 = 1.0;
  in.miss_1 = 0.05;
  in.mlp = 17.0;
  in.clock = 0.745;
  in.bandwidth = 288.384;
  in.itilp_max_used = 192.0;
  in.warp_bandwidth_used = 0.204;
  in.second_latency_used = 221.0;
  return in;
}

double thesis_hit_1(double shared_latency, double register_latency) {
  return (shared_latency + register_latency) / 2.0;
}
double thesis_hit_2(double memory_latency, double hit_1) {
  return (memory_latency + hit_1) / 2.0;
}
double thesis_departure_delay(std::span<const double> latency) {
  if (latency.size() < 2)
    throw InputError("latencies", "a departure delay needs two values", "measure at more warps");
  double sum = 0.0;
  for (std::size_t i = 1; i < latency.size(); ++i)
    sum += latency[i] - latency[i - 1];
  return sum / static_cast<double>(latency.size() - 1);
}

const std::array<ThesisTableRow, 3>& thesis_table() {
  static constexpr std::array<ThesisTableRow, 3> rows{{
      {2,
       {102912.0, 75877.38, 113706.33, 29331.58},
       {34520.3, 35065.2, 26689.2, 44319.4},
       {98138.25, 54004.57, 85674.57, 28642.29}},
      {4,
       {119280.13, 97053.7, 61939.463, 46942.44},
       {61090.7, 61002.9, 52243.3, 65586.0},
       {129447.0, 69120.94, 47041.26, 38853.37}},
      {8,
       {165837.10, 108656.87, 69355.692, 43488.105},
       {101598.0, 95727.9, 71233.0, 104026.0},
       {158144.46, 77880.28, 52658.0, 42804.16}},
  }};
  return rows;
}

const std::array<ThesisLatency, 6>& thesis_latencies() {
  static constexpr std::array<ThesisLatency, 6> rows{{
      {"%clock", {16.0, 0.57}, {20.0, 0.57}},
      {"clock()", {16.0, 0.57}, {20.0, 0.57}},
      {"register", {13.0, 0.57}, {13.0, 0.63}},
      {"arithmetic", {12.0, 0.57}, {10.0, 0.61}},
      {"memory read", {402.0, 5.88}, {395.0, 6.17}},
      {"shared read", {45.0, 0.57}, {45.0, 0.60}},
  }};
  return rows;
}

}  // namespace foldwave
