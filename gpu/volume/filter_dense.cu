// Direct 3D kernels. A block marches down z over a tile of 32 x 32 columns. Each plane of input, with its
// halo, is brought into shared memory once, and each of its values adds to the `deep` outputs that it belongs
// to, of 8 rows a thread: 8 deep sums in registers, so that a tap costs one multiply-add and little else.
#include <algorithm>

#include "core/volume/filter/lines/mirror.hpp"
#include "gpu/base/device_array.cuh"
#include "gpu/volume/filter_kernels.cuh"

namespace foldwave {

namespace {

constexpr int dense_side = 32, dense_rows_apart = 4, dense_rows = dense_side / dense_rows_apart;
constexpr int dense_threads = dense_side * dense_rows_apart;
constexpr int most_taps = 25;  // of a box, along x and y

// A box of taps: `taps` along x and y, `deep` along z, the first of them at `low` from the output's node.
struct TapBox {
  int low[3] = {};
  int taps[2] = {};
  int deep = 1;
  std::size_t weights = 0;  // where they begin: [y][x][padded deep]
};

constexpr int padded(int deep) {
  return (deep + 3) / 4 * 4;
}

// Never more than there are, as no tap may touch what the kernel does not.
int deep_of_box(int left) {
  for (const int deep : {13, 11, 9, 7, 5, 3})
    if (left >= deep) return deep;
  return 1;
}

std::vector<TapBox> tap_boxes(const Kernel3& kernel) {
  std::vector<TapBox> boxes;
  const int nx = kernel.n()[0], ny = kernel.n()[1], nz = kernel.n()[2];
  std::size_t weights = 0;
  for (int z = 0; z < nz;) {
    const int deep = deep_of_box(nz - z);
    for (int y = 0; y < ny; y += most_taps)
      for (int x = 0; x < nx; x += most_taps) {
        TapBox box;
        box.low[0] = x - kernel.reach[0];
        box.low[1] = y - kernel.reach[1];
        box.low[2] = z - kernel.reach[2];
        box.taps[0] = std::min(most_taps, nx - x);
        box.taps[1] = std::min(most_taps, ny - y);
        box.deep = deep;
        box.weights = weights;
        weights += static_cast<std::size_t>(box.taps[0]) * static_cast<std::size_t>(box.taps[1]) *
                   static_cast<std::size_t>(padded(deep));
        boxes.push_back(box);
      }
    z += deep;
  }
  return boxes;
}

struct DenseGrid {
  int n[3];
  int planes;  // outputs along z a block
};

template <int deep>
__global__ void __launch_bounds__(dense_threads)
    dense_kernel(const float* __restrict__ in, float* __restrict__ out, DenseGrid grid, TapBox box,
                 const float* __restrict__ weights, bool add) {
  extern __shared__ float4 shared[];
  constexpr int stride = padded(deep);
  float* const taps = reinterpret_cast<float*>(shared);
  const int count = box.taps[0] * box.taps[1] * stride;
  float* const tile = taps + count;
  const int wide = dense_side + box.taps[0] - 1, high = dense_side + box.taps[1] - 1;
  const int tx = threadIdx.x, ty = threadIdx.y, thread = ty * dense_side + tx;
  const int x0 = blockIdx.x * dense_side, y0 = blockIdx.y * dense_side, z0 = blockIdx.z * grid.planes;
  const int z_end = min(grid.n[2], z0 + grid.planes);
  for (int m = thread; m < count; m += dense_threads)
    taps[m] = weights[box.weights + m];
  float sum[deep][dense_rows] = {};
  for (int z = z0; z < z_end + deep - 1; ++z) {
    const float* const plane =
        in + static_cast<std::size_t>(mirrored_node(z + box.low[2], grid.n[2])) * grid.n[1] * grid.n[0];
    __syncthreads();
    for (int j = ty; j < high; j += dense_rows_apart) {
      const float* const row =
          plane + static_cast<std::size_t>(mirrored_node(y0 + j + box.low[1], grid.n[1])) * grid.n[0];
      for (int i = tx; i < wide; i += dense_side)
        tile[j * wide + i] = row[mirrored_node(x0 + i + box.low[0], grid.n[0])];
    }
    __syncthreads();
    const float* w = taps;
    for (int dy = 0; dy < box.taps[1]; ++dy) {
      const float* x = tile + (ty + dy) * wide + tx;
      for (int dx = 0; dx < box.taps[0]; ++dx, ++x, w += stride) {
        float tap[stride];
#pragma unroll
        for (int t = 0; t < stride; t += 4)
          *reinterpret_cast<float4*>(tap + t) = *reinterpret_cast<const float4*>(w + t);
#pragma unroll
        for (int r = 0; r < dense_rows; ++r) {
          const float value = x[r * dense_rows_apart * wide];
#pragma unroll
          for (int t = 0; t < deep; ++t)
            sum[t][r] += tap[t] * value;
        }
      }
    }
    // The sums of the output whose last plane this was leave; the others grow older by one.
    const int k = z - (deep - 1);
#pragma unroll
    for (int r = 0; r < dense_rows; ++r) {
      const int i = x0 + tx, j = y0 + ty + r * dense_rows_apart;
      if (k >= z0 && i < grid.n[0] && j < grid.n[1]) {
        float* const to = out + (static_cast<std::size_t>(k) * grid.n[1] + j) * grid.n[0] + i;
        *to = add ? *to + sum[deep - 1][r] : sum[deep - 1][r];
      }
#pragma unroll
      for (int t = deep - 1; t > 0; --t)
        sum[t][r] = sum[t - 1][r];
      sum[0][r] = 0.0F;
    }
  }
}

template <int deep>
void start_box(const float* in, float* out, const VolumeShape& n, const TapBox& box, const float* weights,
               bool add, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * (static_cast<std::size_t>(box.taps[0]) *
                                                 static_cast<std::size_t>(box.taps[1]) * padded(deep) +
                                             static_cast<std::size_t>(dense_side + box.taps[0] - 1) *
                                                 static_cast<std::size_t>(dense_side + box.taps[1] - 1));
  check_cuda(cudaFuncSetAttribute(dense_kernel<deep>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes)),
             "cannot get shared memory");
  const unsigned tiles_x = static_cast<unsigned>((n[0] + dense_side - 1) / dense_side),
                 tiles_y = static_cast<unsigned>((n[1] + dense_side - 1) / dense_side);
  // Enough blocks to fill the device several times, and few planes that two blocks share.
  int parts = 1;
  while (static_cast<int>(tiles_x * tiles_y) * parts < 2000 && n[2] / (2 * parts) >= 4 * deep)
    parts *= 2;
  const int planes = (n[2] + parts - 1) / parts;
  const DenseGrid grid{{n[0], n[1], n[2]}, planes};
  dense_kernel<deep><<<dim3(tiles_x, tiles_y, static_cast<unsigned>((n[2] + planes - 1) / planes)),
                       dim3(dense_side, dense_rows_apart), bytes, stream>>>(in, out, grid, box, weights, add);
  check_cuda(cudaGetLastError(), "cannot start a filter");
}

}  // namespace

std::vector<float> dense_weights(const Kernel3& kernel) {
  std::vector<float> weights;
  const Index nx = kernel.n()[0], ny = kernel.n()[1];
  for (const TapBox& box : tap_boxes(kernel))
    for (int y = 0; y < box.taps[1]; ++y)
      for (int x = 0; x < box.taps[0]; ++x)
        for (int t = 0; t < padded(box.deep); ++t) {
          // The tap at e of a sum over f(x + e) has the weight of d = -e.
          const int ex = box.low[0] + x, ey = box.low[1] + y, ez = box.low[2] + t;
          const Index at =
              (kernel.reach[0] - ex) + nx * ((kernel.reach[1] - ey) + ny * (kernel.reach[2] - ez));
          weights.push_back(t < box.deep ? kernel.weights[static_cast<std::size_t>(at)] : 0.0F);
        }
  return weights;
}

void start_dense(const float* in, float* out, const VolumeShape& n, const Kernel3& kernel,
                 const float* weights, cudaStream_t stream) {
  bool add = false;
  for (const TapBox& box : tap_boxes(kernel)) {
    const auto start = box.deep == 1    ? start_box<1>
                       : box.deep == 3  ? start_box<3>
                       : box.deep == 5  ? start_box<5>
                       : box.deep == 7  ? start_box<7>
                       : box.deep == 9  ? start_box<9>
                       : box.deep == 11 ? start_box<11>
                                        : start_box<13>;
    start(in, out, n, box, weights, add, stream);
    add = true;
  }
}

}  // namespace foldwave
