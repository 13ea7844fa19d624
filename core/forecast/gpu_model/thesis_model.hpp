// MWP-CWP (J. Sim and others, PPoPP 2012) as Parra Prada 2016 uses it for one time step of a wave, slip by
// slip: eq. 4.1 to 4.51. What is wrong in it is listed in docs/theory/forecast.md; mwp_cwp.hpp is the
// corrected model.
//
//   T_exec = T_comp + T_mem - T_overlap
//   T_comp = #inst #warps / #SM  lat / min(ILP N, ITILP_max),      ILP = instructions / basic blocks
//   T_mem  = #mem #warps / (#SM ITMLP)  AMAT
//   AMAT   = DRAM m_2 + hit_2 m_1 + hit_1,                         DRAM = latency + (transactions - 1) Delta
//
// Units: cycles, GB/s, GHz.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/forecast/gpu_model/device_figures.hpp"

namespace foldwave {

struct ThesisInputs {
  double instructions = 0.0;  // of arithmetic, a warp
  double memory_instructions = 0.0;
  double total_instructions = 0.0, basic_blocks = 1.0;  // of the control flow graph
  double warps = 0.0;                                   // launched
  double multiprocessors = 1.0;
  double warps_a_multiprocessor = 1.0;  // N
  double instruction_latency = 0.0;     // of the division
  double cores_a_multiprocessor = 1.0;
  double memory_latency = 0.0;
  double transactions = 1.0;  // a request
  double departure_delay = 0.0;
  double hit_1 = 0.0, hit_2 = 0.0;
  double miss_2 = 0.0, miss_1 = 0.0;  // as eq. 4.37 takes them: swapped
  double mlp = 1.0;
  double clock = 0.0;      // GHz
  double bandwidth = 0.0;  // GB/s
  // What the worked example puts in the place of what its own equations give.
  std::optional<double> itilp_max_used;       // eq. 4.34
  std::optional<double> warp_bandwidth_used;  // eq. 4.40, GB/s
  std::optional<double> second_latency_used;  // eq. 4.44 takes eq. 4.42 for the memory's cycles, and it again
                                              // with this latency for those of arithmetic
};

// Every value that eq. 4.32 to 4.51 print, in their order.
struct ThesisResult {
  double itilp_max = 0.0, ilp = 0.0, itilp = 0.0, t_comp = 0.0;
  double memory_latency = 0.0, amat = 0.0, transaction_bytes = 0.0, warp_bandwidth = 0.0;
  double mwp_peak = 0.0, mwp = 0.0, comp_cycles = 0.0, mem_cycles = 0.0;
  double cwp_full = 0.0, cwp = 0.0, mwp_cp = 0.0, itmlp = 0.0, t_mem = 0.0;
  double f_overlap = 0.0, t_overlap = 0.0, t_exec = 0.0;
};

ThesisResult thesis_model(const ThesisInputs& inputs);

// Order 2, 50^3 nodes, blocks of 8 x 8 x 4 on a K40: the one cell of its tables whose inputs are printed.
ThesisInputs thesis_example();

// The latencies that the thesis makes of others: eq. 4.27, 4.28.
double thesis_hit_1(double shared_latency, double register_latency);
double thesis_hit_2(double memory_latency, double hit_1);
// Eq. 4.25, which telescopes to (last - first) / (count - 1). Throws InputError below two values.
double thesis_departure_delay(std::span<const double> latency_by_warps);

// Tables 4.5, 4.6 and 4.7: cycles at 8, 16, 24 and 32 warps.
struct ThesisTableRow {
  int order = 0;
  std::array<double, 4> predicted{}, measured{}, adjusted{};
};
const std::array<ThesisTableRow, 3>& thesis_table();
inline constexpr std::array<int, 4> thesis_table_warps{8, 16, 24, 32};

// Table 4.4: cycles at 1 and 32 warps with their uncertainties.
struct ThesisLatency {
  const char* name;
  Measurement at_1, at_32;
};
const std::array<ThesisLatency, 6>& thesis_latencies();

}  // namespace foldwave
