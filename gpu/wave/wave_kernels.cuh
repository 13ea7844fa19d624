// The propagator's kernels; every array is laid out by PaddedGrid (core/wave/padded_grid.hpp).
#pragma once

#include "core/wave/padded_grid.hpp"
#include "core/wave/wave_kernel.hpp"

namespace foldwave {

// Padded nodes that a step updates: first .. last - 1.
struct NodeBox {
  int first[3]{};
  int last[3]{};
};

// The images behind the free faces of one axis: at most two faces of eight planes.
struct AxisImages {
  int count = 0;
  Index along = 0;     // stride of the axis
  int lines[2]{};      // nodes of the other two axes
  Index strides[2]{};  // and their strides, the shorter first
  int to[16]{}, from[16]{};
  float sign[16]{};
};

// One time step, without sources; `fields.oldest` becomes the next time level.
void launch_step(const LeapfrogFields<float>& fields, const NodeBox& box, int radius, bool section);

void launch_images(float* present, const AxisImages& images);

// Sources by node: node m takes entries start[m] .. start[m + 1] - 1 in order, so that equal runs are equal.
struct SourceEntry {
  float weight = 0.0F;  // trilinear, times v^2 dt^2 / cell
  Index series = 0;     // where the source's series begins
  int samples = 0;
};
struct SourceTable {
  const Index* node = nullptr;
  const int* start = nullptr;
  const SourceEntry* entries = nullptr;
  const float* series = nullptr;
  int nodes = 0;
};
void launch_sources(float* present, const SourceTable& sources, int step);

// Receivers: taps start[r] .. start[r + 1] - 1; the sample goes to traces[r * row + column].
struct ReceiverTable {
  const Index* index = nullptr;
  const float* weight = nullptr;
  const int* start = nullptr;
  int receivers = 0;
};
void launch_receivers(const float* present, const ReceiverTable& receivers, float* traces, int row,
                      int column);

// The bits of the largest magnitude, to be cleared before; not-a-number counts as larger than infinity.
void launch_largest(const float* field, Index size, int* bits);

}  // namespace foldwave
