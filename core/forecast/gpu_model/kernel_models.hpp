// Models of one time step of the kernel of one thread a point, each from the same inputs: the facts of its
// compiled code, the device's measured figures, and how it is launched. Each gives its intermediate values.
// Equations, sources and what was corrected: docs/theory/forecast.md. Units: cycles of a multiprocessor,
// seconds. Errors: InputError where a figure that a model needs was not measured.
#pragma once

#include "core/forecast/gpu_model/device_figures.hpp"
#include "core/forecast/gpu_model/kernel_facts.hpp"
#include "core/forecast/gpu_model/launch_shape.hpp"
#include "core/forecast/gpu_model/stencil_traffic.hpp"
#include "core/forecast/gpu_model/thesis_model.hpp"

namespace foldwave {

// What the thesis would have put into its model here, slips that are rules and not numbers included: the
// latency of the division for all instructions, levels made of each other, miss ratios swapped, a delay that
// telescopes, one block a multiprocessor, loads counted before the first load.
ThesisInputs thesis_inputs(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape);
double thesis_seconds(const ThesisResult& result, const DeviceFigures& device);

// A multiprocessor's cycles a warp, by what they are spent on, all warps at it.
struct WarpCosts {
  double issue = 0.0;   // of instructions, by the rates of their kinds
  double l1 = 0.0;      // of requests, by how they lie
  double l2 = 0.0;      // of bytes past L1: the arrays' own, and what neighbouring blocks read, too
  double memory = 0.0;  // of bytes of the arrays, at the rate of the step's working set
};
// How much of a hit's time in L1 a miss beside it does not hide: 0 to 1. L1 answers in order.
double unhidden_hits(const DeviceFigures& device);
WarpCosts warp_costs(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape);

// Launches of one step: what the grid costs by itself.
struct GridCosts {
  double blocks_each = 0.0;       // blocks of the busiest multiprocessor
  double warps_each = 0.0;        // and its warps that work
  double resident_warps = 0.0;    // N: at a time
  double dispatch_seconds = 0.0;  // to hand out blocks and warps
  double between_seconds = 0.0;   // between the end of a step and the begin of the next
  double least_seconds = 0.0;     // that a launch takes, whatever it does
};
GridCosts grid_costs(const DeviceFigures& device, const LaunchShape& shape);

struct MwpResult {
  WarpCosts costs;
  GridCosts grid;
  double instruction_latency = 0.0, itilp = 0.0, t_comp = 0.0;
  double l1_miss = 0.0, l2_miss = 0.0, amat = 0.0, departure_delay = 0.0;
  double mwp_peak = 0.0, mwp = 0.0, comp_cycles = 0.0, mem_cycles = 0.0, cwp = 0.0, mwp_cp = 0.0, itmlp = 0.0;
  double t_mem = 0.0, t_overlap = 0.0, fill = 0.0, t_exec = 0.0;
  double seconds = 0.0;
};
MwpResult mwp_cwp(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape);

struct HongKimResult {
  double mem_latency = 0.0, departure_delay = 0.0, mem_cycles = 0.0, comp_cycles = 0.0;
  double mwp = 0.0, cwp = 0.0, n = 0.0, repeats = 0.0;
  int which = 0;  // case 1: too few warps; 2: memory; 3: arithmetic
  double cycles = 0.0, seconds = 0.0;
};
// S. Hong and H. Kim, ISCA 2009, without caches.
HongKimResult hong_kim(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape);
// The same from the model's own quantities; mem_l, delay, mem and comp in cycles a warp.
HongKimResult hong_kim_cases(double mem_latency, double departure_delay, double mwp_peak, double mem_cycles,
                             double comp_cycles, double memory_instructions, double n, double repeats);

struct RooflineResult {
  double memory = 0.0, l2 = 0.0, l1 = 0.0, arithmetic = 0.0, launch = 0.0;  // seconds
  const char* bound_by = "";
  double seconds = 0.0;  // the largest
};
RooflineResult roofline(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape);

}  // namespace foldwave
