#include "core/forecast/gpu_model/kernel_models.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

constexpr double line_bytes = 128.0;

double bytes_a_cycle(double bytes_per_second, const DeviceFigures& device) {
  return bytes_per_second / device.clock / device.multiprocessors;
}

// Of a step's loads past L1, those that L2 does not have: the arrays' own, where the step's arrays do not
// fit.
double l2_miss(const DeviceFigures& device, const StencilTraffic& t) {
  const double fits = std::min(1.0, device.l2_bytes / t.working_bytes);
  return (1.0 - fits) * 0.75 * t.memory_bytes / t.read_bytes;
}

}  // namespace

const KernelFacts& naive_facts(int order) {
  for (const KernelFacts& facts : naive_facts().orders)
    if (facts.order == order) return facts;
  throw InputError("order", std::to_string(order) + " has no kernel of one thread a point",
                   "use 2, 4, 8 or 16");
}

ThesisInputs thesis_inputs(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape) {
  const StencilTraffic traffic = stencil_traffic(shape);
  const LatencyCurve& memory = device.latency("memory read");
  ThesisInputs in;
  in.instructions = kernel.arithmetic();
  in.memory_instructions = kernel.memory_instructions();
  in.total_instructions = kernel.instructions();
  in.basic_blocks = kernel.basic_blocks;
  in.warps = shape.blocks() * shape.warps_a_block();
  in.multiprocessors = device.multiprocessors;
  in.warps_a_multiprocessor = shape.warps_a_block();
  in.instruction_latency = device.latency("div").at_one();
  in.cores_a_multiprocessor = device.cores;
  in.memory_latency = memory.at_one();
  in.transactions = traffic.l1_bytes / 32.0 / shape.warps_a_block() / (traffic.requests() - traffic.stores);
  std::vector<double> by_warps;
  for (const Measurement& m : memory.cycles)
    by_warps.push_back(m.mean);
  in.departure_delay = thesis_departure_delay(by_warps);
  in.hit_1 = thesis_hit_1(device.latency("shared read").at_one(), device.latency("register").at_one());
  in.hit_2 = thesis_hit_2(in.memory_latency, in.hit_1);
  in.miss_2 = traffic.l1_miss();
  in.miss_1 = l2_miss(device, traffic);
  in.mlp = kernel.before_first_load;
  in.clock = 1e-9 * device.clock;
  in.bandwidth = 1e-9 * (device.theoretical_bandwidth > 0.0 ? device.theoretical_bandwidth
                                                            : device.read_bandwidth(device.memory_bytes));
  return in;
}

double thesis_seconds(const ThesisResult& result, const DeviceFigures& device) {
  return result.t_exec / device.clock;
}

double unhidden_hits(const DeviceFigures& device) {
  if (device.mixed.size() < 2)
    throw InputError("figures", "loads that hit beside one that misses were not measured",
                     "measure the device again");
  const MixedCost &none = device.mixed.front(), &most = device.mixed.back();
  const double each = (most.cycles - none.cycles) / (most.hits - none.hits);
  return std::clamp(each / device.request_cycles(1, true), 0.0, 1.0);
}

WarpCosts warp_costs(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape) {
  const StencilTraffic t = stencil_traffic(shape);
  const double warps = shape.warps_a_block();
  WarpCosts c;
  c.issue = std::max(kernel.instructions() / device.rate("add"), kernel.integers / device.rate("mul int"));
  c.l1 = (t.aligned_loads + t.stores) * device.request_cycles(t.rows, true) +
         t.shifted_loads * device.request_cycles(t.rows, false);
  // What a block alone reads and writes goes at the rate of streams within L2; the rest its neighbours fetch,
  // too.
  const double own = t.memory_bytes, shared = std::max(0.0, t.l2_bytes - own);
  c.l2 = (own / bytes_a_cycle(device.stream_bandwidth(device.l2_bytes / 3.0), device) +
          shared / bytes_a_cycle(device.same_bandwidth, device)) /
         warps;
  c.memory = t.memory_bytes / warps / bytes_a_cycle(device.stream_bandwidth(t.working_bytes), device);
  return c;
}

GridCosts grid_costs(const DeviceFigures& device, const LaunchShape& shape) {
  GridCosts g;
  const double blocks = shape.blocks(), mean = blocks / device.multiprocessors;
  // Over many rounds the multiprocessors even out; in the first the busiest decides.
  g.blocks_each = mean <= shape.active_blocks ? std::ceil(mean) : mean;
  const double working = shape.working_warps() / (blocks * shape.warps_a_block());
  g.warps_each = g.blocks_each * shape.warps_a_block() * working;
  g.resident_warps = std::min(g.blocks_each, 1.0 * shape.active_blocks) * shape.warps_a_block();
  g.dispatch_seconds =
      blocks * (device.launch.block_seconds + shape.warps_a_block() * device.launch.warp_seconds);
  g.between_seconds = device.launch.graph_seconds;
  g.least_seconds = device.launch.graph_seconds;
  return g;
}

MwpResult mwp_cwp(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape) {
  const StencilTraffic t = stencil_traffic(shape);
  MwpResult r;
  r.costs = warp_costs(kernel, device, shape);
  r.grid = grid_costs(device, shape);
  const double n = r.grid.resident_warps, inst = kernel.instructions(), mem = kernel.memory_instructions();

  // A latency by the mix of instructions, and as many at a time as the rates of their kinds allow.
  r.instruction_latency = (kernel.floats * device.latency("fma").at_one() +
                           (inst - kernel.floats) * device.latency("mul int").at_one()) /
                          inst;
  r.itilp = std::min(kernel.ilp * n, r.instruction_latency * inst / r.costs.issue);
  r.t_comp = inst * r.grid.warps_each * r.instruction_latency / r.itilp;

  // Each level by its own latency, the miss ratios the right way round.
  r.l1_miss = t.l1_miss();
  r.l2_miss = l2_miss(device, t);
  const double past_l1 = (1.0 - r.l2_miss) * device.l2_latency() + r.l2_miss * device.memory_latency();
  r.amat = (1.0 - r.l1_miss) * device.l1_latency() + r.l1_miss * past_l1;
  // What a request takes: of L1 and L2, whose times add as L1 answers in order, or of memory, which feeds
  // them.
  const double chip =
      std::max(r.costs.l1, r.costs.l2) + unhidden_hits(device) * std::min(r.costs.l1, r.costs.l2);
  r.departure_delay = std::max(chip, r.costs.memory) / mem;
  r.mwp_peak = r.amat / r.departure_delay;
  r.mwp = std::min(r.mwp_peak, n);
  r.comp_cycles = inst * r.instruction_latency / r.itilp;
  r.mem_cycles = mem * r.amat / kernel.mlp;
  r.cwp = std::min((r.mem_cycles + r.comp_cycles) / r.comp_cycles, n);
  r.mwp_cp = std::min(std::max(1.0, r.cwp - 1.0), r.mwp);
  r.itmlp = std::min(kernel.mlp * r.mwp_cp, r.mwp_peak);
  r.t_mem = mem * r.grid.warps_each * r.amat / r.itmlp;

  const double zeta = r.cwp <= r.mwp ? 1.0 : 0.0;
  r.t_overlap = std::min(r.t_comp * (n - zeta) / n, r.t_mem);
  // The first and the last warp have nobody beside them: their groups of loads one after the other.
  r.fill = kernel.chain * r.instruction_latency +
           std::ceil(kernel.loads / kernel.mlp) *
               (r.l2_miss > 0.0 ? device.memory_latency() : device.l2_latency());
  r.t_exec = r.t_comp + r.t_mem - r.t_overlap + r.fill;
  r.seconds = std::max(r.grid.least_seconds,
                       std::max(r.t_exec / device.clock, r.grid.dispatch_seconds) + r.grid.between_seconds);
  return r;
}

HongKimResult hong_kim_cases(double mem_latency, double departure_delay, double mwp_peak, double mem_cycles,
                             double comp_cycles, double memory_instructions, double n, double repeats) {
  HongKimResult r;
  r.mem_latency = mem_latency;
  r.departure_delay = departure_delay;
  r.mem_cycles = mem_cycles;
  r.comp_cycles = comp_cycles;
  r.n = n;
  r.repeats = repeats;
  r.mwp = std::min({mem_latency / departure_delay, mwp_peak, n});
  r.cwp = std::min((mem_cycles + comp_cycles) / comp_cycles, n);
  const double a_period = comp_cycles / memory_instructions;
  if (r.mwp == n && r.cwp == n) {
    r.which = 1;
    r.cycles = mem_cycles + comp_cycles + a_period * (r.mwp - 1.0);
  } else if (r.cwp >= r.mwp || comp_cycles > mem_cycles) {
    r.which = 2;
    r.cycles = mem_cycles * n / r.mwp + a_period * (r.mwp - 1.0);
  } else {
    r.which = 3;
    r.cycles = mem_latency + comp_cycles * n;
  }
  r.cycles *= repeats;
  return r;
}

HongKimResult hong_kim(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape) {
  const GridCosts grid = grid_costs(device, shape);
  const double mem = kernel.memory_instructions(), latency = device.memory_latency();
  const double bandwidth = device.stream_bandwidth(device.memory_bytes);
  const double delay = line_bytes / bytes_a_cycle(bandwidth, device);
  const double warp_bandwidth = device.clock * line_bytes / latency;
  const double repeats = std::max(1.0, shape.blocks() / (1.0 * shape.active_blocks * device.multiprocessors));
  HongKimResult r =
      hong_kim_cases(latency, delay, bandwidth / (warp_bandwidth * device.multiprocessors), mem * latency,
                     kernel.instructions() / device.rate("add"), mem, grid.resident_warps, repeats);
  r.seconds = r.cycles / device.clock;
  return r;
}

RooflineResult roofline(const KernelFacts& kernel, const DeviceFigures& device, const LaunchShape& shape) {
  const WarpCosts c = warp_costs(kernel, device, shape);
  const GridCosts grid = grid_costs(device, shape);
  const double warps = shape.working_warps() / device.multiprocessors / device.clock;
  RooflineResult r;
  r.memory = warps * c.memory;
  r.l2 = warps * c.l2;
  r.l1 = warps * c.l1;
  r.arithmetic = warps * c.issue;
  r.launch = std::max(grid.least_seconds, grid.dispatch_seconds);
  const std::pair<double, const char*> ceilings[]{
      {r.memory, "memory"}, {r.l2, "L2"}, {r.l1, "L1"}, {r.arithmetic, "arithmetic"}, {r.launch, "launches"}};
  for (const auto& [seconds, name] : ceilings)
    if (seconds > r.seconds) {
      r.seconds = seconds;
      r.bound_by = name;
    }
  return r;
}

}  // namespace foldwave
