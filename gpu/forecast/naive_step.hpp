// The kernel of Parra Prada 2016, listing 3.3: one thread a point, everything from global memory, for the
// bench of the models that foretell it. The program's own kernels are in gpu/wave.
//
//   r = 2 q - p + v^2 dt^2 / h^2  (c_0 q + sum over axes, k = 1 .. order/2 of c_k (q_(+k) + q_(-k)))
//
// q, p and r are fields of one size with a halo of zeros; x runs fastest and begins at a whole line of the
// cache. Errors: DeviceError; InputError for an order other than 2, 4, 8, 16 or a block that the device does
// not take; Stopped.
#pragma once

#include <array>
#include <vector>

#include "core/base/progress.hpp"
#include "core/forecast/gpu_model/launch_shape.hpp"

namespace foldwave {

struct NaiveRun {
  double seconds = 0.0;   // a step in a graph, the median of `repeat` runs of several
  int registers = 0;      // a thread
  int active_blocks = 0;  // a multiprocessor, by the runtime's own call
};

NaiveRun run_naive_step(const LaunchShape& shape, int repeat, const Job& job);

// After `steps` steps from q = p = `start`; values without the halo. `scale`: v^2 dt^2 / h^2.
std::vector<float> naive_steps(const LaunchShape& shape, const std::vector<float>& start, float scale,
                               int steps);

// c_0 .. c_(order/2) of the second derivative (B. Fornberg, Math. Comp. 51, 1988).
std::vector<double> naive_coefficients(int order);

}  // namespace foldwave
