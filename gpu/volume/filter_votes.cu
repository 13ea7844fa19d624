// Votes of the Hough transform. A block counts the votes of some points for a few angles in shared memory,
// its lanes over the angles first, so that lanes never meet in one bin of one bank, and adds what it has to
// the whole. All in integers: the order does not matter.
#include <algorithm>

#include "gpu/base/device_array.cuh"
#include "gpu/volume/filter_kernels.cuh"

namespace foldwave {

namespace {

constexpr int vote_threads = 1024;

struct VoteGrid {
  int points, part;  // fours of points: of all, of a block
  int angles, bins, offset, shift;
  int lanes;  // angles a block, a power of two up to 32
};

__global__ void __launch_bounds__(vote_threads)
    vote_kernel(const int4* __restrict__ u, const int4* __restrict__ v, const int4* __restrict__ q,
                const std::int32_t* __restrict__ c, const std::int32_t* __restrict__ s, VoteGrid grid,
                std::int32_t* votes) {
  extern __shared__ std::int32_t counts[];
  for (int m = threadIdx.x; m < grid.bins * grid.lanes; m += vote_threads)
    counts[m] = 0;
  __syncthreads();
  const int lane = threadIdx.x % grid.lanes, other = threadIdx.x / grid.lanes,
            others = vote_threads / grid.lanes;
  const int angle = blockIdx.x * grid.lanes + lane;
  const std::int32_t cos = c[angle], sin = s[angle];
  const int first = blockIdx.y * grid.part, end = min(grid.points, first + grid.part);
  const auto vote = [&](std::int32_t pu, std::int32_t pv, std::int32_t votes_of_point) {
    const int bin = (pu * cos + pv * sin + grid.offset) >> grid.shift;
    atomicAdd(counts + bin * grid.lanes + lane, votes_of_point);
  };
  for (int m = first + other; m < end; m += others) {
    const int4 pu = u[m], pv = v[m], pq = q[m];
    vote(pu.x, pv.x, pq.x);
    vote(pu.y, pv.y, pq.y);
    vote(pu.z, pv.z, pq.z);
    vote(pu.w, pv.w, pq.w);
  }
  __syncthreads();
  for (int m = threadIdx.x; m < grid.bins * grid.lanes; m += vote_threads) {
    const int a = blockIdx.x * grid.lanes + m % grid.lanes;
    if (counts[m] != 0 && a < grid.angles)
      atomicAdd(votes + static_cast<std::size_t>(a) * grid.bins + m / grid.lanes, counts[m]);
  }
}

// Where not even one angle's bins fit into shared memory.
__global__ void far_vote_kernel(const std::int32_t* u, const std::int32_t* v, const std::int32_t* q,
                                int count, const std::int32_t* c, const std::int32_t* s, VoteGrid grid,
                                std::int32_t* votes) {
  const int angle = blockIdx.y;
  for (int m = blockIdx.x * blockDim.x + threadIdx.x; m < count; m += gridDim.x * blockDim.x)
    if (q[m] != 0)
      atomicAdd(votes + static_cast<std::size_t>(angle) * grid.bins +
                    ((u[m] * c[angle] + v[m] * s[angle] + grid.offset) >> grid.shift),
                q[m]);
}

}  // namespace

void start_votes(const std::int32_t* u, const std::int32_t* v, const std::int32_t* q, int count,
                 const std::int32_t* c, const std::int32_t* s, int angles, const HoughTables& tables,
                 std::int32_t* votes, cudaStream_t stream) {
  check_cuda(cudaMemsetAsync(votes, 0,
                             sizeof(std::int32_t) * static_cast<std::size_t>(angles) *
                                 static_cast<std::size_t>(tables.bins),
                             stream),
             "cannot clear device memory");
  int device = 0, most = 0, processors = 0;
  check_cuda(cudaGetDevice(&device), "no device");
  check_cuda(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "no device");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "no device");
  VoteGrid grid{count / 4, 0, angles, tables.bins, tables.offset, tables.shift, 32};
  while (grid.lanes > 1 && static_cast<std::int64_t>(grid.lanes) * tables.bins * 4 > most)
    grid.lanes /= 2;
  if (static_cast<std::int64_t>(grid.lanes) * tables.bins * 4 > most) {
    far_vote_kernel<<<dim3(256, static_cast<unsigned>(angles)), 256, 0, stream>>>(u, v, q, count, c, s, grid,
                                                                                  votes);
    check_cuda(cudaGetLastError(), "cannot start the Hough transform");
    return;
  }
  const int bytes = grid.lanes * tables.bins * 4, groups = (angles + grid.lanes - 1) / grid.lanes;
  check_cuda(cudaFuncSetAttribute(vote_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
             "cannot get shared memory");
  // A block has some hundred points a bin at least, as its bins must be cleared and added.
  const int beside = std::clamp(most / std::max(bytes, 1), 1, 2);
  int parts = std::max(1, processors * beside / groups);
  parts = std::max(1, std::min(parts, grid.points / std::max(1, tables.bins / 16)));
  grid.part = (grid.points + parts - 1) / parts;
  vote_kernel<<<dim3(static_cast<unsigned>(groups), static_cast<unsigned>(parts)), vote_threads,
                static_cast<std::size_t>(bytes), stream>>>(
      reinterpret_cast<const int4*>(u), reinterpret_cast<const int4*>(v), reinterpret_cast<const int4*>(q), c,
      s, grid, votes);
  check_cuda(cudaGetLastError(), "cannot start the Hough transform");
}

}  // namespace foldwave
