// The filters' kernels on volumes that lie on the device, x fastest. Beyond its ends a volume goes on as its
// mirror image. Each call starts its kernels on the stream and comes back; DeviceError where one cannot
// start.
#pragma once

#include <cuda_runtime.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/volume/filter/hough/hough_lines.hpp"
#include "core/volume/filter/hough/plane_refine.hpp"
#include "core/volume/filter/kernel3.hpp"
#include "core/volume/filter/lines/recursive_gaussian.hpp"

namespace foldwave {

using VolumeShape = std::array<int, 3>;

// Any kernel, tap by tap, in boxes of taps that the device's shared memory holds. `weights` has room for
// dense_weights(kernel) floats on the device and is filled here.
std::vector<float> dense_weights(const Kernel3& kernel);
void start_dense(const float* in, float* out, const VolumeShape& n, const Kernel3& kernel,
                 const float* weights, cudaStream_t stream);

// Symmetric kernels of taps along all three axes in one pass over memory. False when one reaches beyond what
// it is made for: then start_axis, one axis after another. `gaps`, on the device, becomes 1
// where a result is no finite number.
bool start_separable(const float* in, float* out, const VolumeShape& n,
                     const std::array<std::span<const float>, 3>& halves, std::uint32_t* gaps,
                     cudaStream_t stream);

// Along one axis; `half` lies on the device, weights of nodes 0 .. reach.
void start_axis(const float* in, float* out, const VolumeShape& n, int axis, const float* half, int reach,
                cudaStream_t stream);

// By recursion, in place; `past` is the filter's on the device, `ahead` and, along x, `turned` are scratch of
// the volume's size.
void start_recursive(float* values, const VolumeShape& n, int axis, const RecursiveGaussian& gaussian,
                     const float* past, float* ahead, float* turned, cudaStream_t stream);

// Largest magnitudes as bits: [0] of all values, [1] of those that are finite.
void start_largest(const float* in, Index size, std::uint32_t* largest, cudaStream_t stream);

// Values times `scale` with zeros in the gaps, and 1 where there is no gap; and back.
void start_split(const float* in, Index size, double scale, float* sums, float* shares, cudaStream_t stream);
void start_join(const float* in, Index size, double back, const float* sums, const float* shares, float* out,
                cudaStream_t stream);

// Votes of points [u], [v], [q] of `count`, a multiple of 4 (q = 0 where there is none), into
// votes[angle][bin], which is cleared before.
void start_votes(const std::int32_t* u, const std::int32_t* v, const std::int32_t* q, int count,
                 const std::int32_t* c, const std::int32_t* s, int angles, const HoughTables& tables,
                 std::int32_t* votes, cudaStream_t stream);

// What stencils of each axis make of a volume: the sum of what they give, or the root of the squares' sum.
// Those of an axis with width 0 are left out. Order as in core/volume/filter/derivative.hpp.
struct DeviceStencils {
  const int* first = nullptr;
  const float* weights = nullptr;
  int width = 0;
};
void start_stencils(const float* in, float* out, const VolumeShape& n,
                    const std::array<DeviceStencils, 3>& axes, bool root, cudaStream_t stream);

// Means of a plan's votes over bricks (core/volume/filter/hough/hough_planes.hpp), into m[0] x m[1] x m[2].
void start_means(const float* in, const VolumeShape& n, const VoteOf& vote, const VolumeShape& brick,
                 const VolumeShape& m, float* means, cudaStream_t stream);

// Sums of shifted rows, one axis of plane_sums.hpp: of slope i and block j
//   out[k] = sum over r of in[r][k + shifts[i][r]],  0 beyond a row's ends.
struct ShiftedRows {
  int rows = 1, length = 1;
  Index pitch = 1;  // from one row to the next
  int slopes = 1, blocks = 1, out_length = 1;
  Index in_slope = 0, in_block = 0;  // from one slope, or block, to the next
  Index out_slope = 0, out_block = 0;
};
void start_shifted_sums(const float* in, const int* shifts, const ShiftedRows& rows, float* out,
                        cudaStream_t stream);

}  // namespace foldwave
