// The propagator's plain kernels; every array is laid out by PaddedGrid (core/wave/padded_grid.hpp). Real is
// float or double; traces are floats.
#pragma once

#include <cuda_runtime.h>

#include "core/wave/padded_grid.hpp"
#include "core/wave/wave_kernel.hpp"

namespace foldwave {

// Padded nodes that a step updates: first .. last - 1.
struct StepBox {
  int first[3]{};
  int last[3]{};
};
StepBox updated_box(const PaddedGrid& padded);

// The images behind the free faces of one axis: at most two faces of eight planes.
struct AxisImages {
  int count = 0;
  Index along = 0;     // stride of the axis
  int lines[2]{};      // nodes of the other two axes
  Index strides[2]{};  // and their strides, the shorter first
  int to[16]{}, from[16]{};
  float sign[16]{};
};
AxisImages axis_images(const PaddedGrid& padded, int axis);

// One time step, without sources; `fields.oldest` becomes the next time level.
template <class Real>
void launch_step(const LeapfrogFields<Real>& fields, const StepBox& box, int radius, bool section,
                 cudaStream_t stream);

// `present` points at padded node (0, 0, 0).
template <class Real>
void launch_images(Real* present, const AxisImages& images, cudaStream_t stream);

// Sources by node: node m takes entries start[m] .. start[m + 1] - 1 in order, so that equal runs are equal.
template <class Real>
struct SourceEntry {
  Real weight{};     // of the tap, times v^2 dt^2 / cell
  Index series = 0;  // where the source's series begins
  int samples = 0;
};
template <class Real>
struct SourceTable {
  const Index* node = nullptr;
  const int* start = nullptr;
  const SourceEntry<Real>* entries = nullptr;
  const float* series = nullptr;
  int nodes = 0;
};
template <class Real>
void launch_sources(Real* field, const SourceTable<Real>& sources, int step, cudaStream_t stream);

// Receivers: taps start[r] .. start[r + 1] - 1; the sample goes to traces[r * row + column].
template <class Real>
struct ReceiverTable {
  const Index* index = nullptr;
  const Real* weight = nullptr;
  const int* start = nullptr;
  int receivers = 0;
};
template <class Real>
void launch_receivers(const Real* field, const ReceiverTable<Real>& receivers, float* traces, Index row,
                      Index column, cudaStream_t stream);

#if defined(__CUDACC__)
// One receiver by eight lanes; all lanes of a warp must come here.
template <class Real>
__device__ void sample_receiver(const Real* field, const ReceiverTable<Real>& receivers, float* traces,
                                Index row, Index column, int worker) {
  const int r = worker / 8, lane = worker % 8;
  Real value = 0;
  if (r < receivers.receivers)
    for (int t = receivers.start[r] + lane; t < receivers.start[r + 1]; t += 8)
      value += receivers.weight[t] * field[receivers.index[t]];
  for (int half = 4; half > 0; half /= 2)
    value += __shfl_xor_sync(0xffffffffU, value, half);
  if (r < receivers.receivers && lane == 0) traces[r * row + column] = static_cast<float>(value);
}
#endif

// The largest magnitude, as the bits of a float, into *bits, to be cleared before; not-a-number counts as
// larger than infinity.
template <class Real>
void launch_largest(const Real* field, Index size, int* bits, cudaStream_t stream);

// The user's part of a field as floats, x fastest, without gaps.
template <class Real>
void launch_user_part(const Real* field, const PaddedGrid& padded, float* to, cudaStream_t stream);

}  // namespace foldwave
