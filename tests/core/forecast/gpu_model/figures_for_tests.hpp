// A device of round numbers: 100 multiprocessors at 1 GHz.
#pragma once

#include <cmath>

#include "core/forecast/gpu_model/device_figures.hpp"

namespace foldwave::test {

inline DeviceFigures round_figures() {
  DeviceFigures f;
  f.device = "of round numbers";
  f.multiprocessors = 100;
  f.cores = 128;
  f.largest_warps = 64;
  f.largest_blocks = 32;
  f.clock = 1e9;
  f.l1_bytes = 1 << 18;
  f.l2_bytes = 1 << 25;
  f.memory_bytes = std::ldexp(1.0, 36);
  const auto curve = [](const char* name, double cycles) {
    return LatencyCurve{name, {1, 32}, {{cycles, 0.1}, {cycles, 0.1}}};
  };
  for (const auto& [name, cycles] :
       {std::pair{"div", 40.0}, {"fma", 4.0}, {"mul int", 4.0}, {"register", 4.0}, {"shared read", 30.0}})
    f.latencies.push_back(curve(name, cycles));
  f.latencies.push_back({"memory read", {1, 2, 32}, {{700.0, 1.0}, {701.0, 1.0}, {731.0, 1.0}}});
  f.rates = {{"add", 4.0}, {"mul int", 2.0}};
  for (int k = 12; k <= 30; ++k) {
    const double bytes = std::ldexp(1.0, k);
    f.chase.push_back({bytes, bytes <= f.l1_bytes ? 30.0 : bytes <= f.l2_bytes ? 250.0 : 700.0});
  }
  for (const int rows : {1, 2, 4, 8}) {
    f.requests.push_back({rows, true, 1.0 * rows});
    f.requests.push_back({rows, false, 2.0 * rows});
  }
  f.reads = {{1e6, 6e12}, {33554432.0, 6e12}, {1e8, 3e12}, {2e9, 3e12}};
  f.streams = {{1e6, 4e12}, {33554432.0, 4e12}, {1e8, 2e12}, {2e9, 2e12}};
  f.mixed = {{0, 5.0}, {10, 15.0}};
  f.same_bandwidth = 12e12;
  f.launch = {2e-6, 1e-6, 6e-6, 1e-10, 1e-12};
  return f;
}

}  // namespace foldwave::test
