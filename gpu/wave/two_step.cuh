// Two time steps in one pass over memory, in 3D, single precision, for stencils of radius 1 and 2: while a
// block marches along z, it makes p(n+1) on its tile and the halo that the second step needs, keeps it in
// shared memory and registers, and makes p(n+2) R planes behind. Both levels are written, to two fields of
// their own: a pass reads three fields and writes two, 10 bytes a node and step instead of 16.
//
// What a free face reflects is right where its node is all that a stencil sees of it, so with free faces only
// radius 1 will do.
#pragma once

#include <memory>

#include "gpu/wave/tile_parts.cuh"

namespace foldwave {

class TwoStep {
 public:
  virtual ~TwoStep() = default;
  // Fields by number, 0 .. 3, all different: from p(n) and p(n-1) to p(n+1) and p(n+2).
  virtual void launch(int present, int past, int next, int after, cudaStream_t stream) = 0;
};

// Whether this step can be taken in this grid.
bool two_step_fits(const PaddedGrid& padded);

// For four fields laid out by `padded`; g: the sponge's factors by axis, or null. Null where it does not fit
// or the device or this build has no tensor copies.
std::unique_ptr<TwoStep> make_two_step(const PaddedGrid& padded, const std::array<float*, 4>& fields,
                                       const float* v2dt2, const std::array<const float*, 3>& g);

}  // namespace foldwave
