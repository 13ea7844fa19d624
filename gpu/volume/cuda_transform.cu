#include "gpu/volume/cuda_transform.hpp"

#include <vector>

#include "core/base/clock.hpp"
#include "core/volume/codec/transform/line_transform.hpp"
#include "gpu/staging.cuh"

namespace foldwave {

namespace {

constexpr int side = transform_side;
constexpr int brick_side = VolumeBricks::brick_side;
constexpr int warp = 32;
constexpr int row_threads = 64;  // rows of a block of the rows' kernel

// A volume in its bricks, as kernels take it. `padded`: a brick's words along each axis.
struct DeviceBricks {
  int n[3], counts[3], brick[3], padded[3];
  bool transformed[3];
  long long words;  // of a brick

  __device__ int first(int index, int axis) const {
    const int at = axis == 0   ? index % counts[0]
                   : axis == 1 ? index / counts[0] % counts[1]
                               : index / counts[0] / counts[1];
    return at * brick[axis];
  }
  // Where the value lies that stands at place `at` of a brick along an axis, the last ones repeated.
  __device__ int source(int first_node, int at, int axis) const {
    return min(first_node + min(at, brick[axis] - 1), n[axis] - 1);
  }
  __device__ bool is_inside(int first_node, int at, int axis) const {
    return at < brick[axis] && first_node + at < n[axis];
  }
};

struct DeviceQuantiser {
  QuantiserKind kind;
  float parameter, step, inverse;
  int kept;

  __device__ float quantised(float c, const DeviceBricks& bricks, int x, int y, int z) const {
    if (kind == QuantiserKind::step) return __uint_as_float(folded_steps(c, inverse));
    if (kind == QuantiserKind::threshold) return fabsf(c) <= parameter ? 0.0F : c;
    if (kind == QuantiserKind::zonal) {
      const bool beyond = (bricks.transformed[0] && x % side >= kept) ||
                          (bricks.transformed[1] && y % side >= kept) ||
                          (bricks.transformed[2] && z % side >= kept);
      return beyond ? 0.0F : c;
    }
    return c;
  }
  __device__ float restored(float word) const {
    return kind == QuantiserKind::step ? unfolded_steps(__float_as_uint(word), step) : word;
  }
};

// Blocks of 8^3 side by side along x, one value of z a turn; axes in the processor's order.
constexpr int tile_x = warp;
struct Tile {
  float at[side][side][tile_x + 1];
};
struct TilePlace {
  int brick, x, y, z;
};
__device__ TilePlace tile_place(const DeviceBricks& bricks) {
  const int across = (bricks.padded[0] + tile_x - 1) / tile_x, deep = (bricks.padded[1] + side - 1) / side,
            high = (bricks.padded[2] + side - 1) / side;
  const int tile = static_cast<int>(blockIdx.x) % (across * deep * high);
  return {static_cast<int>(blockIdx.x) / (across * deep * high), tile % across * tile_x,
          tile / across % deep * side, tile / across / deep * side};
}

template <TransformKind kind, bool back>
__device__ void transform_eight(float* v) {
  if constexpr (back)
    line_back<kind, float>(v, 1);
  else
    line_forward<kind, float>(v, 1);
}

// Lines along x and along y of the tile; each thread one of each.
template <TransformKind kind, bool back>
__device__ void tile_lines(Tile& tile, int axis) {
  const int t = static_cast<int>(threadIdx.x);
  float v[side];
  float* const from =
      axis == 0 ? &tile.at[t % 64 / side][t % side][t / 64 * side] : &tile.at[t / warp][0][t % warp];
  const int stride = axis == 0 ? 1 : tile_x + 1;
#pragma unroll
  for (int i = 0; i < side; ++i)
    v[i] = from[i * stride];
  transform_eight<kind, back>(v);
#pragma unroll
  for (int i = 0; i < side; ++i)
    from[i * stride] = v[i];
}

template <TransformKind kind>
__global__ void __launch_bounds__(256)
    tiles_forward(DeviceBricks bricks, DeviceQuantiser quantiser, const float* volume, float* words) {
  __shared__ Tile tile;
  const TilePlace p = tile_place(bricks);
  const int l = static_cast<int>(threadIdx.x) % warp, w = static_cast<int>(threadIdx.x) / warp;
  const int x = bricks.source(bricks.first(p.brick, 0), p.x + l, 0),
            y = bricks.source(bricks.first(p.brick, 1), p.y + w, 1);
  float v[side];
#pragma unroll
  for (int i = 0; i < side; ++i) {
    const int z = bricks.source(bricks.first(p.brick, 2), p.z + i, 2);
    v[i] = volume[(static_cast<long long>(z) * bricks.n[1] + y) * bricks.n[0] + x];
  }
#pragma unroll
  for (int i = 0; i < side; ++i)
    tile.at[i][w][l] = v[i];
  __syncthreads();
  if (bricks.transformed[0]) {
    tile_lines<kind, false>(tile, 0);
    __syncthreads();
  }
  if (bricks.transformed[1]) {
    tile_lines<kind, false>(tile, 1);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < side; ++i)
    v[i] = tile.at[i][w][l];
  if (bricks.transformed[2]) transform_eight<kind, false>(v);
  if (p.x + l >= bricks.padded[0] || p.y + w >= bricks.padded[1]) return;
  float* const to = words + p.brick * bricks.words +
                    (static_cast<long long>(p.z) * bricks.padded[1] + p.y + w) * bricks.padded[0] + p.x + l;
#pragma unroll
  for (int i = 0; i < side; ++i)
    if (p.z + i < bricks.padded[2])
      to[static_cast<long long>(i) * bricks.padded[1] * bricks.padded[0]] =
          quantiser.quantised(v[i], bricks, p.x + l, p.y + w, p.z + i);
}

template <TransformKind kind>
__global__ void __launch_bounds__(256)
    tiles_back(DeviceBricks bricks, DeviceQuantiser quantiser, const float* words, float* volume) {
  __shared__ Tile tile;
  const TilePlace p = tile_place(bricks);
  const int l = static_cast<int>(threadIdx.x) % warp, w = static_cast<int>(threadIdx.x) / warp;
  const bool is_word = p.x + l < bricks.padded[0] && p.y + w < bricks.padded[1];
  const float* const from = words + p.brick * bricks.words +
                            (static_cast<long long>(p.z) * bricks.padded[1] + p.y + w) * bricks.padded[0] +
                            p.x + l;
  float v[side];
#pragma unroll
  for (int i = 0; i < side; ++i)
    v[i] = is_word && p.z + i < bricks.padded[2]
               ? quantiser.restored(from[static_cast<long long>(i) * bricks.padded[1] * bricks.padded[0]])
               : 0.0F;
  if (bricks.transformed[2]) transform_eight<kind, true>(v);
#pragma unroll
  for (int i = 0; i < side; ++i)
    tile.at[i][w][l] = v[i];
  __syncthreads();
  if (bricks.transformed[1]) {
    tile_lines<kind, true>(tile, 1);
    __syncthreads();
  }
  if (bricks.transformed[0]) {
    tile_lines<kind, true>(tile, 0);
    __syncthreads();
  }
  const int x0 = bricks.first(p.brick, 0), y0 = bricks.first(p.brick, 1), z0 = bricks.first(p.brick, 2);
  if (!bricks.is_inside(x0, p.x + l, 0) || !bricks.is_inside(y0, p.y + w, 1)) return;
#pragma unroll
  for (int i = 0; i < side; ++i)
    if (bricks.is_inside(z0, p.z + i, 2))
      volume[(static_cast<long long>(z0 + p.z + i) * bricks.n[1] + y0 + p.y + w) * bricks.n[0] + x0 + p.x +
             l] = tile.at[i][w][l];
}

// A line in registers where its length is known, else in memory of the thread.
template <TransformKind kind, bool back, int blocks>
__device__ void transform_line(float* v, int blocks_now) {
  const int count = blocks > 0 ? blocks : blocks_now;
  if constexpr (back)
    line_back<kind, float>(v, count);
  else
    line_forward<kind, float>(v, count);
}

// Rows of words: out of the volume (forward) or into it (back), through shared memory, as a thread's own row
// is no neighbour of the next thread's.
template <TransformKind kind, bool back, int blocks>
__global__ void __launch_bounds__(row_threads)
    rows_pass(DeviceBricks bricks, DeviceQuantiser quantiser, bool at_words, float* volume, float* words) {
  __shared__ float rows[row_threads][brick_side + 1];
  const long long rows_a_brick = static_cast<long long>(bricks.padded[1]) * bricks.padded[2];
  const long long all = rows_a_brick * bricks.counts[0] * bricks.counts[1] * bricks.counts[2];
  const long long first_row = static_cast<long long>(blockIdx.x) * row_threads;
  const int t = static_cast<int>(threadIdx.x), length = bricks.padded[0];
  const auto each = [&](const auto& value_of) {
    for (int i = t; i < row_threads * length; i += row_threads) {
      const long long row = first_row + i / length;
      if (row >= all) continue;
      const int brick = static_cast<int>(row / rows_a_brick), in_brick = static_cast<int>(row % rows_a_brick);
      value_of(brick, i % length, in_brick % bricks.padded[1], in_brick / bricks.padded[1],
               rows[i / length][i % length]);
    }
  };
  const auto word = [&](int brick, int x, int y, int z) -> float& {
    return words[brick * bricks.words + (static_cast<long long>(z) * bricks.padded[1] + y) * length + x];
  };
  each([&](int brick, int x, int y, int z, float& value) {
    if (back) {
      value = at_words ? quantiser.restored(word(brick, x, y, z)) : word(brick, x, y, z);
      return;
    }
    const int i = bricks.source(bricks.first(brick, 0), x, 0),
              j = bricks.source(bricks.first(brick, 1), y, 1),
              k = bricks.source(bricks.first(brick, 2), z, 2);
    value = volume[(static_cast<long long>(k) * bricks.n[1] + j) * bricks.n[0] + i];
  });
  __syncthreads();
  if (bricks.transformed[0]) {
    float v[brick_side];
    const int points = blocks > 0 ? side * blocks : length;
#pragma unroll
    for (int i = 0; i < points; ++i)
      v[i] = rows[t][i];
    transform_line<kind, back, blocks>(v, length / side);
#pragma unroll
    for (int i = 0; i < points; ++i)
      rows[t][i] = v[i];
  }
  __syncthreads();
  each([&](int brick, int x, int y, int z, float& value) {
    if (!back) {
      word(brick, x, y, z) = at_words ? quantiser.quantised(value, bricks, x, y, z) : value;
      return;
    }
    const int x0 = bricks.first(brick, 0), y0 = bricks.first(brick, 1), z0 = bricks.first(brick, 2);
    if (bricks.is_inside(x0, x, 0) && bricks.is_inside(y0, y, 1) && bricks.is_inside(z0, z, 2))
      volume[(static_cast<long long>(z0 + z) * bricks.n[1] + y0 + y) * bricks.n[0] + x0 + x] = value;
  });
}

// Lines along y or z of words, in place; neighbours of a warp are neighbours along x.
template <TransformKind kind, bool back, int blocks>
__global__ void __launch_bounds__(128)
    lines_pass(DeviceBricks bricks, DeviceQuantiser quantiser, bool at_words, int axis, float* words) {
  const int length = bricks.padded[axis];
  const long long lines = bricks.words / length;
  const long long all = lines * bricks.counts[0] * bricks.counts[1] * bricks.counts[2];
  const long long l = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (l >= all) return;
  const int line = static_cast<int>(l % lines), x = line % bricks.padded[0], other = line / bricks.padded[0];
  const int stride = axis == 1 ? bricks.padded[0] : bricks.padded[0] * bricks.padded[1];
  float* const at =
      words + l / lines * bricks.words + x +
      static_cast<long long>(other) * (axis == 1 ? bricks.padded[0] * bricks.padded[1] : bricks.padded[0]);
  float v[brick_side];
  const int points = blocks > 0 ? side * blocks : length;
#pragma unroll
  for (int i = 0; i < points; ++i)
    v[i] = back && at_words ? quantiser.restored(at[static_cast<long long>(i) * stride])
                            : at[static_cast<long long>(i) * stride];
  transform_line<kind, back, blocks>(v, length / side);
#pragma unroll
  for (int i = 0; i < points; ++i)
    at[static_cast<long long>(i) * stride] =
        !back && at_words ? quantiser.quantised(v[i], bricks, x, axis == 1 ? i : other, axis == 1 ? other : i)
                          : v[i];
}

unsigned blocks_for(long long work, long long a_block) {
  return static_cast<unsigned>((work + a_block - 1) / a_block);
}

template <TransformKind kind, bool back>
void launch_tiles(const DeviceBricks& bricks, const DeviceQuantiser& quantiser, long long count,
                  float* volume, float* words, cudaStream_t stream) {
  const auto tiles = [&](int axis, int of) { return (bricks.padded[axis] + of - 1) / of; };
  const auto grid = static_cast<unsigned>(count * tiles(0, tile_x) * tiles(1, side) * tiles(2, side));
  if constexpr (back)
    tiles_back<kind><<<grid, 256, 0, stream>>>(bricks, quantiser, words, volume);
  else
    tiles_forward<kind><<<grid, 256, 0, stream>>>(bricks, quantiser, volume, words);
}

template <TransformKind kind, bool back>
void launch_lines(const DeviceBricks& bricks, const DeviceQuantiser& quantiser, long long count,
                  float* volume, float* words, cudaStream_t stream) {
  constexpr int whole = brick_side / side;
  // The quantiser's turn is the last axis that is transformed, forward, and the first, back.
  const int last = bricks.transformed[2] ? 2 : bricks.transformed[1] ? 1 : 0;
  const auto rows = [&] {
    const unsigned grid = blocks_for(count * bricks.padded[1] * bricks.padded[2], row_threads);
    if (bricks.padded[0] == brick_side)
      rows_pass<kind, back, whole>
          <<<grid, row_threads, 0, stream>>>(bricks, quantiser, last == 0, volume, words);
    else
      rows_pass<kind, back, 0><<<grid, row_threads, 0, stream>>>(bricks, quantiser, last == 0, volume, words);
  };
  const auto lines = [&](int axis) {
    if (!bricks.transformed[axis]) return;
    const unsigned grid = blocks_for(count * (bricks.words / bricks.padded[axis]), 128);
    if (bricks.padded[axis] == brick_side)
      lines_pass<kind, back, whole><<<grid, 128, 0, stream>>>(bricks, quantiser, last == axis, axis, words);
    else
      lines_pass<kind, back, 0><<<grid, 128, 0, stream>>>(bricks, quantiser, last == axis, axis, words);
  };
  if (!back) rows();
  for (const int axis : {back ? 2 : 1, back ? 1 : 2})
    lines(axis);
  if (back) rows();
}

template <bool back>
void launch_transform(TransformKind kind, const DeviceBricks& bricks, const DeviceQuantiser& quantiser,
                      long long count, float* volume, float* words, cudaStream_t stream) {
  switch (kind) {
    case TransformKind::cosine:
      return launch_tiles<TransformKind::cosine, back>(bricks, quantiser, count, volume, words, stream);
    case TransformKind::fast_cosine:
      return launch_tiles<TransformKind::fast_cosine, back>(bricks, quantiser, count, volume, words, stream);
    case TransformKind::lapped:
      return launch_lines<TransformKind::lapped, back>(bricks, quantiser, count, volume, words, stream);
    case TransformKind::general_lapped:
      return launch_lines<TransformKind::general_lapped, back>(bricks, quantiser, count, volume, words,
                                                               stream);
  }
}

class CudaVolumeTransform final : public VolumeTransform {
 public:
  TransformSeconds forward(const Transform& transform, const Quantiser& quantiser, const VolumeBricks& bricks,
                           std::span<const float> volume, std::span<float> words) const override {
    check(transform, quantiser, bricks, volume.size(), words.size());
    return run<false>(transform, quantiser, bricks, volume, words);
  }
  TransformSeconds back(const Transform& transform, const Quantiser& quantiser, const VolumeBricks& bricks,
                        std::span<const float> words, std::span<float> volume) const override {
    check(transform, quantiser, bricks, volume.size(), words.size());
    return run<true>(transform, quantiser, bricks, words, volume);
  }

 private:
  static void check(const Transform& transform, const Quantiser& quantiser, const VolumeBricks& bricks,
                    std::size_t volume, std::size_t words) {
    check_quantiser(quantiser);
    std::size_t nodes = 1;
    for (const int n : bricks.n)
      nodes *= static_cast<std::size_t>(n);
    if (volume != nodes || words != bricks.words(transform))
      throw InputError("transform", "its words and the volume's sizes do not fit",
                       "give as many as the bricks say");
  }

  template <bool back>
  static TransformSeconds run(const Transform& transform, const Quantiser& quantiser,
                              const VolumeBricks& bricks, std::span<const float> from, std::span<float> to) {
    const BrickShape padded = coefficient_shape(transform, bricks.brick);
    DeviceBricks on_device{};
    for (int a = 0; a < 3; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      on_device.n[a] = bricks.n[axis];
      on_device.counts[a] = bricks.counts[axis];
      on_device.brick[a] = bricks.brick.n[axis];
      on_device.padded[a] = padded.n[axis];
      on_device.transformed[a] = is_transformed(transform, bricks.brick, axis);
    }
    on_device.words = static_cast<long long>(padded.values());
    const StepSizes sizes =
        quantiser.kind == QuantiserKind::step ? step_sizes(quantiser.parameter) : StepSizes{};
    const DeviceQuantiser device_quantiser{
        quantiser.kind, quantiser.parameter, sizes.step, sizes.inverse,
        quantiser.kind == QuantiserKind::zonal ? static_cast<int>(quantiser.parameter) : side};
    TransformSeconds seconds;
    const Clock up;
    DeviceArray<float> input(from.data(), from.size()), output(to.size());
    seconds.transfer = up.seconds();
    const DeviceStream stream;
    DeviceEvent begin, end;
    begin.record(stream);
    const auto count = static_cast<long long>(bricks.count());
    launch_transform<back>(transform.kind, on_device, device_quantiser, count,
                           back ? output.data() : input.data(), back ? input.data() : output.data(), stream);
    check_cuda(cudaGetLastError(), "cannot start the transform");
    end.record(stream);
    end.wait();
    seconds.device = end.seconds_since(begin);
    const Clock down;
    check_cuda(cudaMemcpy(to.data(), output.data(), to.size_bytes(), cudaMemcpyDeviceToHost),
               "cannot read the device");
    seconds.transfer += down.seconds();
    return seconds;
  }
};

}  // namespace

std::unique_ptr<VolumeTransform> make_cuda_volume_transform() {
  return std::make_unique<CudaVolumeTransform>();
}

}  // namespace foldwave
