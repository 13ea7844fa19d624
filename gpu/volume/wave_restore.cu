// Unpacking by the codec wave, from coefficients to values: a group of 256 threads a block, then one a brick
// for its outliers and for what repeats.
#include "gpu/base/device_array.cuh"
#include "gpu/volume/wave_kernels.cuh"
#include "gpu/volume/wave_tile.cuh"

namespace foldwave {

namespace {

__global__ __launch_bounds__(wave_threads, 4) void restore_blocks(WaveVolume volume, WaveUnpacking work,
                                                                  float* __restrict__ field) {
  __shared__ float tile[wave_tile_values];
  const int block = static_cast<int>(blockIdx.x) % volume.blocks,
            brick = static_cast<int>(blockIdx.x) / volume.blocks;
  const WaveKept kept = work.kept[brick];
  if (work.states[brick] != WaveState::done || block >= kept.blocks()) return;
  const Index number = Index{1} * brick * volume.blocks + block;
  const WaveLine line;
  const int count = work.rows[number * wave_side + line.high];
  float v[wave_side];
  if (__syncthreads_or(count) != 0) {
    const std::int32_t* const from =
        work.coefficients + number * wave_block_values + line.high * wave_side * wave_side + line.low;
    std::int32_t q[wave_side];
#pragma unroll
    for (int x = 0; x < wave_side; ++x)
      q[x] = x < count ? from[x * wave_side] : 0;
    wave_inverse_tile(q, work.steps[brick].step, tile, v);
  } else {
#pragma unroll
    for (int z = 0; z < wave_side; ++z)
      v[z] = 0.0F;
  }
  const WavePlace place(volume, brick);
  const WaveCorner corner(kept, block);
  const int x = corner.from[0] + line.low, y = corner.from[1] + line.high, z0 = corner.from[2];
  if (line.low >= corner.size[0] || line.high >= corner.size[1] || !place.has(volume, x, y, z0)) return;
  float* const to = field + place.at(volume, x, y, z0);
  const Index layer = Index{1} * volume.nodes[0] * volume.nodes[1];
  const int layers = min(corner.size[2], volume.nodes[2] - place.first[2] - z0);
#pragma unroll
  for (int z = 0; z < wave_side; ++z)
    if (z < layers) to[-z * layer] = v[z];
}

__global__ __launch_bounds__(wave_threads) void mend_bricks(WaveVolume volume, WaveUnpacking work,
                                                            float* field) {
  const int brick = static_cast<int>(blockIdx.x);
  if (work.states[brick] != WaveState::done) return;
  const WaveKept kept = work.kept[brick];
  const WavePlace place(volume, brick);
  const WaveOutlier* const outliers = work.outliers + static_cast<std::size_t>(brick) * work.most_outliers;
  const float quantum = work.steps[brick].quantum;
  const std::uint32_t count = work.outlier_counts[brick];
  for (std::uint32_t i = threadIdx.x; i < count; i += wave_threads) {
    const WaveOutlier o = outliers[i];
    const auto position = static_cast<int>(wave_position(o));
    const WaveCorner corner(kept, position / wave_block_values);
    const int x = position % wave_side, y = position / wave_side % wave_side,
              z = position / (wave_side * wave_side) % wave_side;
    if (x >= corner.size[0] || y >= corner.size[1] || z >= corner.size[2]) continue;
    const int at[3] = {corner.from[0] + x, corner.from[1] + y, corner.from[2] + z};
    if (!place.has(volume, at[0], at[1], at[2])) continue;
    float& value = field[place.at(volume, at[0], at[1], at[2])];
    const int quanta = wave_quanta(o);
    value = quanta == 0 ? __uint_as_float(o.y) : mended_by(quanta, value, quantum);
  }
  if (kept == WaveKept{{volume.brick[0], volume.brick[1], volume.brick[2]}}) return;
  __syncthreads();
  const int lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) >> 5;
  for (int row = warp; row < volume.brick[1] * volume.brick[2]; row += wave_threads / 32) {
    const int y = row % volume.brick[1], z = row / volume.brick[1];
    const bool inside = y < kept.n[1] && z < kept.n[2];
    for (int x = lane; x < volume.brick[0]; x += 32)
      if (place.has(volume, x, y, z) && !(inside && x < kept.n[0]))
        field[place.at(volume, x, y, z)] =
            field[place.at(volume, min(x, kept.n[0] - 1), min(y, kept.n[1] - 1), min(z, kept.n[2] - 1))];
  }
}

}  // namespace

void launch_wave_restore(const WaveVolume& volume, const WaveUnpacking& work, float* field,
                         cudaStream_t stream) {
  restore_blocks<<<static_cast<unsigned>(volume.all_blocks()), wave_threads, 0, stream>>>(volume, work,
                                                                                          field);
  mend_bricks<<<static_cast<unsigned>(volume.bricks()), wave_threads, 0, stream>>>(volume, work, field);
  check_cuda(cudaGetLastError(), "cannot unpack a volume");
}

}  // namespace foldwave
