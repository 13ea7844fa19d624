// The small kernels around a stepper's step on the device: traces that go in, receivers that are read, the
// Born source, strips out of the field and back, what a turn silences. Fields are whole arrays laid out by
// PaddedGrid; a node is its index into them.
#pragma once

#include <cuda_runtime.h>

#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

// Traces by node: node m takes entries start[m] .. start[m + 1] - 1 in order, so that equal runs are equal.
template <class Real>
struct TraceEntry {
  Real weight{};
  int trace = 0;
};
template <class Real>
struct TraceTable {
  const Index* node = nullptr;
  const int* start = nullptr;
  const TraceEntry<Real>* entries = nullptr;
  const float* samples = nullptr;  // traces fastest
  int nodes = 0, traces = 0, steps = 0;
};
template <class Real>
void launch_traces(Real* field, const TraceTable<Real>& table, int step, cudaStream_t stream);

// One sample of each receiver, in the field's own precision.
template <class Real>
void launch_exact_receivers(const Real* field, const ReceiverTable<Real>& receivers, Real* samples,
                            cudaStream_t stream);

// The user's nodes within the arrays.
struct UserBox {
  int n[3]{};
  Index first = 0;  // of node (0, 0, 0)
  Index row = 0, plane = 0;
};
UserBox user_box(const PaddedGrid& padded);

// next -= m ((now - before) - rate), rate <- now - before; m and rate over the user's nodes.
template <class Real>
void launch_scattered(Real* next, const Real* now, const Real* before, const float* m, Real* rate,
                      const UserBox& box, cudaStream_t stream);

// v^2 dt^2 at the padded nodes, as squared_velocity_steps of core/wave/padded_grid.hpp; `velocity` at the
// user's nodes.
template <class Real>
void launch_squared_steps(const float* velocity, const PaddedGrid& padded, double dt, Real* field,
                          cudaStream_t stream);

// values[i] = field[node[i]], and back.
template <class Real>
void launch_take(const Real* field, const unsigned* node, Index count, Real* values, cudaStream_t stream);
template <class Real>
void launch_put(Real* field, const unsigned* node, Index count, const Real* values, cudaStream_t stream);

// Zero at the padded nodes that are not the user's.
template <class Real>
void launch_silence(Real* field, const PaddedGrid& padded, cudaStream_t stream);

}  // namespace foldwave
