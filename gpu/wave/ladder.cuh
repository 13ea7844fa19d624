// The rungs of the ladder (core/wave/wave_kernel_name.hpp): variants of one time step in single precision
// that give the same field up to the order of their sums, 2e-5 of the peak after 1000 steps.
//
//   Sadahiro 2014:           explicit-edges, zero-padding, constant-memory, shared-axes
//   after Micikevicius 2009: register-queue
//
// thread-a-node (Parra Prada 2016) is launch_step of wave_kernels.cuh.
// Errors: DeviceError when the device has too little memory or a launch fails.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/wave/edge_kernel.hpp"
#include "core/wave/padded_grid.hpp"
#include "gpu/base/device_array.cuh"
#include "gpu/wave/ladder_blocks.hpp"

namespace foldwave {

bool is_ladder_kernel(WaveKernel kernel);

// What a rung works with beside the fields.
struct LadderSetup {
  LadderGrid grid;
  EdgeRules edges;
  int radius = 0;
  bool section = false;
  const float* coefficients = nullptr;  // zero-padding: c_0 / h^2, then 8 values for each axis
  float* laplacian = nullptr;           // shared-axes: laid out as the fields, at padded node (0, 0, 0)
};

// One step; `fields.oldest` becomes the next time level.
void launch_ladder_step(WaveKernel kernel, const LeapfrogFields<float>& fields, const LadderSetup& setup,
                        cudaStream_t stream);

// Owns what a rung needs for one padded grid. The register queue takes volumes alone.
class LadderStep {
 public:
  LadderStep(WaveKernel kernel, const PaddedGrid& padded);

  static std::int64_t memory_bytes(WaveKernel kernel, const PaddedGrid& padded);

  bool reads_halo() const { return kernel_ != WaveKernel::explicit_edges; }
  void launch(const LeapfrogFields<float>& fields, cudaStream_t stream) const {
    launch_ladder_step(kernel_, fields, setup_, stream);
  }

 private:
  WaveKernel kernel_;
  LadderSetup setup_;
  DeviceArray<float> coefficients_, laplacian_;
};

// The rungs that have files of their own.
void launch_shared_axes(const LeapfrogFields<float>& fields, const LadderSetup& setup, cudaStream_t stream);
void launch_register_queue(const LeapfrogFields<float>& fields, const LadderSetup& setup,
                           cudaStream_t stream);

inline unsigned blocks_for(Index work, int per_block) {
  return static_cast<unsigned>((work + per_block - 1) / per_block);
}

// Launches `Launch<Radius>::run(...)` of the radius that is asked for.
template <template <int> class Launch, class... Arguments>
void launch_of_radius(int radius, const Arguments&... arguments) {
  switch (radius) {
    case 1:
      return Launch<1>::run(arguments...);
    case 2:
      return Launch<2>::run(arguments...);
    case 3:
      return Launch<3>::run(arguments...);
    case 4:
      return Launch<4>::run(arguments...);
    case 5:
      return Launch<5>::run(arguments...);
    case 6:
      return Launch<6>::run(arguments...);
    case 7:
      return Launch<7>::run(arguments...);
    case 8:
      return Launch<8>::run(arguments...);
    default:
      throw InputError("/propagation/order", "a half-length of " + std::to_string(radius),
                       "use one of 1 to 8");
  }
}

}  // namespace foldwave
