// The fast step of one time level in 3D, single precision: a block marches along z over a tile of x and y.
// Planes of p with their halo come into a ring in shared memory by the tensor copy engine, two planes ahead;
// the 2R + 1 values along z are a queue in registers; the older field and v^2 dt^2 come the same way. Every
// value is read from memory about once, so a step moves little more than 16 bytes a node.
#pragma once

#include <memory>

#include "gpu/wave/tile_parts.cuh"

namespace foldwave {

class TileStep {
 public:
  virtual ~TileStep() = default;
  // Whether it makes itself what free faces reflect; else the halo behind them must be filled.
  virtual bool reflects() const = 0;
  // p(n+1) takes the place of p(n-1); `present_is_a` says which of the two fields is p(n).
  virtual void launch(bool present_is_a, cudaStream_t stream) = 0;
  // The planes first .. last - 1 alone, along z.
  virtual void launch_planes(bool present_is_a, int first, int last, cudaStream_t stream) = 0;
};

// Whether this step can be taken in this grid: in 3D, unless free faces stand closer than the stencil is
// wide.
bool tile_step_fits(const PaddedGrid& padded);

// For the fields `a` and `b`, laid out by `padded`; g: the sponge's factors by axis, or null. Null where the
// device or this build has no tensor copies.
std::unique_ptr<TileStep> make_tile_step(const PaddedGrid& padded, float* a, float* b, const float* v2dt2,
                                         const std::array<const float*, 3>& g);

}  // namespace foldwave
