// Packing by the codec wave, until its coefficients are coded: what repeats, what is silent, the step of each
// brick, then a group of 256 threads a block.
#include "gpu/base/device_array.cuh"
#include "gpu/volume/wave_kernels.cuh"
#include "gpu/volume/wave_tile.cuh"

namespace foldwave {

namespace {

constexpr int wave_warps = wave_threads / 32;

__device__ bool same_value(const float* field, Index a, Index b) {
  return __float_as_uint(field[a]) == __float_as_uint(field[b]);
}

// A group a brick. Mostly the last layers differ from those before them; where one does not, all nodes are
// looked at.
__global__ __launch_bounds__(wave_threads) void find_repeats(const float* __restrict__ field,
                                                             WaveVolume volume, WavePacking work) {
  const WavePlace place(volume, static_cast<int>(blockIdx.x));
  const int nx = volume.brick[0], ny = volume.brick[1], nz = volume.brick[2];
  const int thread = static_cast<int>(threadIdx.x), lane = thread & 31, warp = thread >> 5;
  // The last node along each axis that is another than the one before it; a warp a row of x.
  const auto last_of_row = [&](int y, int z, int(&last)[3]) {
    for (int x = lane; x < nx; x += 32) {
      const Index here = place.at(volume, x, y, z);
      if (x > last[0] && !same_value(field, here, place.at(volume, x - 1, y, z))) last[0] = x;
      if (y > last[1] && !same_value(field, here, place.at(volume, x, y - 1, z))) last[1] = y;
      if (z > last[2] && !same_value(field, here, place.at(volume, x, y, z - 1))) last[2] = z;
    }
  };
  int last[3] = {0, 0, 0};
  for (int z = warp; z < nz; z += wave_warps)
    last_of_row(ny - 1, z, last);
  for (int y = warp; y < ny; y += wave_warps)
    last_of_row(y, nz - 1, last);
  const bool whole = __syncthreads_or(last[0] == nx - 1) && __syncthreads_or(last[1] == ny - 1) &&
                     __syncthreads_or(last[2] == nz - 1);
  if (!whole)
    for (int row = warp; row < ny * nz; row += wave_warps)
      last_of_row(row % ny, row / ny, last);
  __shared__ int found[3];
  if (thread < 3) found[thread] = 0;
  __syncthreads();
#pragma unroll
  for (int a = 0; a < 3; ++a)
    atomicMax(found + a, last[a]);
  __syncthreads();
  if (thread < 3) work.kept[blockIdx.x].n[thread] = found[thread] + 1;
}

// A thread's line along z, with the last nodes that are kept repeated.
__device__ void bring_line(const float* field, const WaveVolume& volume, const WavePlace& place,
                           const WaveCorner& corner, float (&v)[wave_side]) {
  const WaveLine line;
  const int x = corner.from[0] + min(line.low, corner.size[0] - 1),
            y = corner.from[1] + min(line.high, corner.size[1] - 1);
  const Index first = place.at(volume, x, y, corner.from[2]);
  const Index layer = Index{1} * volume.nodes[0] * volume.nodes[1];
  const int deepest = volume.nodes[2] - 1 - place.first[2] - corner.from[2],
            most = max(0, min(corner.size[2] - 1, deepest));
  const float* const top = field + first;
  if (most == wave_side - 1) {
#pragma unroll
    for (int z = 0; z < wave_side; ++z)
      v[z] = top[-z * layer];
    return;
  }
#pragma unroll
  for (int z = 0; z < wave_side; ++z)
    v[z] = top[-min(z, most) * layer];
}

// Which brick and which of its blocks a group has; false where there is none.
struct Task {
  int brick, block;
  Index number;
  WaveKept kept;
};
__device__ bool task_of(const WaveVolume& volume, const WavePacking& work, Task& task) {
  task.block = static_cast<int>(blockIdx.x) % volume.blocks;
  task.brick = static_cast<int>(blockIdx.x) / volume.blocks;
  task.number = Index{1} * task.brick * volume.blocks + task.block;
  task.kept = work.kept[task.brick];
  return task.block < task.kept.blocks();
}

// Whether a block ever leaves the bound, by all its group.
__device__ bool is_loud(const float (&v)[wave_side], float bound) {
  bool within = true;
#pragma unroll
  for (int z = 0; z < wave_side; ++z)
    within = within && wave_is_within(v[z], bound);
  return __syncthreads_and(within) == 0;
}

// The bits of a block's coefficients, where it is loud, are added to its brick's sample.
__device__ void sample_block(const float* field, const WaveVolume& volume, const WaveKept& kept, int brick,
                             int block, float bound, float* tile, std::uint32_t* bits,
                             std::uint32_t* sampled) {
  float v[wave_side];
  std::int32_t q[wave_side];
  bring_line(field, volume, WavePlace(volume, brick), WaveCorner(kept, block), v);
  if (!is_loud(v, bound)) return;
  const float inverse = wave_steps(bound, wave_sampling_step).inverse;
#pragma unroll
  for (int z = 0; z < wave_side; ++z)
    v[z] = wave_in_steps(v[z], inverse);
  wave_forward_tile(v, tile, q);
  std::uint32_t sum = 0;
#pragma unroll
  for (int x = 0; x < wave_side; ++x)
    sum += 32U - static_cast<std::uint32_t>(__clz(abs(q[x])));
  sum = wave_warp_sums(sum);
  if (wave_lane() == 31 && sum > 0) atomicAdd(bits + brick, sum);
  if (threadIdx.x == 0) atomicAdd(sampled + brick, 1U);
}

// A group for each sample of each brick, evenly over its blocks.
__global__ __launch_bounds__(wave_threads) void sample_bricks(const float* __restrict__ field,
                                                              WaveVolume volume, WavePacking work) {
  __shared__ float tile[wave_tile_values];
  const int brick = static_cast<int>(blockIdx.x) / wave_sampled_blocks,
            sample = static_cast<int>(blockIdx.x) % wave_sampled_blocks;
  const WaveKept kept = work.kept[brick];
  const int stride = (kept.blocks() + wave_sampled_blocks - 1) / wave_sampled_blocks;
  const int block = stride / 2 + sample * stride;
  if (block < kept.blocks())
    sample_block(field, volume, kept, brick, block, *work.bound, tile, work.bits, work.sampled);
}

// Of a brick that is mostly silent the blocks that are not have to be looked for.
__device__ bool is_mostly_silent(const WavePacking& work, int brick) {
  return work.sampled[brick] < wave_sampled_blocks / 2;
}
__global__ __launch_bounds__(wave_threads) void find_loud(const float* __restrict__ field, WaveVolume volume,
                                                          WavePacking work) {
  const int brick = static_cast<int>(blockIdx.x) / wave_sampled_blocks;
  if (!is_mostly_silent(work, brick)) return;
  const WaveKept kept = work.kept[brick];
  for (int block = static_cast<int>(blockIdx.x) % wave_sampled_blocks; block < kept.blocks();
       block += wave_sampled_blocks) {
    float v[wave_side];
    bring_line(field, volume, WavePlace(volume, brick), WaveCorner(kept, block), v);
    const bool loud = is_loud(v, *work.bound);
    if (threadIdx.x == 0) work.loud[Index{1} * brick * volume.blocks + block] = loud ? 1 : 0;
  }
}
__global__ __launch_bounds__(wave_threads) void sample_loud_blocks(const float* __restrict__ field,
                                                                   WaveVolume volume, WavePacking work) {
  __shared__ float tile[wave_tile_values];
  __shared__ int chosen;
  const int brick = static_cast<int>(blockIdx.x) / wave_sampled_blocks,
            sample = static_cast<int>(blockIdx.x) % wave_sampled_blocks;
  if (!is_mostly_silent(work, brick) || sample >= wave_sampled_blocks - static_cast<int>(work.sampled[brick]))
    return;
  const WaveKept kept = work.kept[brick];
  if (threadIdx.x == 0) {
    const std::uint8_t* const loud = work.loud + Index{1} * brick * volume.blocks;
    const int blocks = kept.blocks();
    int left = sample, block = 0;
    while (block < blocks && (loud[block] == 0 || left-- > 0))
      ++block;
    chosen = block < blocks ? block : -1;
  }
  __syncthreads();
  if (chosen >= 0)
    sample_block(field, volume, kept, brick, chosen, *work.bound, tile, work.bits, work.sampled_more);
}

// By 256 threads, each with what it counts in its row: how many are in the rows before it, and in all.
struct RowSums {
  std::uint32_t before, all;
};
__device__ RowSums sums_of_rows(std::uint32_t count, std::uint32_t* warps) {
  const std::uint32_t up_to = wave_warp_sums(count);
  __syncthreads();
  if (wave_lane() == 31) warps[threadIdx.x >> 5] = up_to;
  __syncthreads();
  RowSums sums{up_to - count, 0};
#pragma unroll
  for (int w = 0; w < wave_warps; ++w) {
    sums.before += w < static_cast<int>(threadIdx.x >> 5) ? warps[w] : 0U;
    sums.all += warps[w];
  }
  return sums;
}

struct Shared {
  float room[4 + wave_tile_values];  // the tile, and before it room for the first of its gaps
  std::uint32_t counts[wave_coefficient_tables];
  std::uint32_t masks[wave_threads];   // a row: lanes that are meant
  std::uint32_t before[wave_threads];  // in the rows before it
  std::uint32_t warps[wave_warps];
  int rows[wave_side], first[wave_side + 1];
  WaveSteps steps;

  __device__ float* tile() { return room + 4; }
};

// Thread t finds where what is meant in row t begins; gives how many there are.
__device__ std::uint32_t place_rows(Shared& s) {
  const RowSums sums = sums_of_rows(static_cast<std::uint32_t>(__popc(s.masks[threadIdx.x])), s.warps);
  s.before[threadIdx.x] = sums.before;
  __syncthreads();
  return sums.all;
}
__device__ std::uint32_t place_in_row(const Shared& s, int row, int lane) {
  return s.before[row] + static_cast<std::uint32_t>(__popc(s.masks[row] & ((1U << lane) - 1U)));
}

// Rows of the block: how many of each layer are counted, and where those begin.
__device__ void count_rows(const std::int32_t (&q)[wave_side], Shared& s, std::uint8_t* rows) {
  const WaveLine line;
  unsigned used = 0;
#pragma unroll
  for (int x = 0; x < wave_side; ++x)
    used |= q[x] != 0 ? 1U << x : 0U;
#pragma unroll
  for (int step = 1; step < wave_side; step *= 2)
    used |= __shfl_xor_sync(wave_all_lanes, used, step);
  if (line.low == 0) {
    s.rows[line.high] = 32 - __clz(static_cast<int>(used));
    rows[line.high] = static_cast<std::uint8_t>(s.rows[line.high]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int z = 0; z < wave_side; ++z, sum += s.rows[z - 1])
      s.first[z] = sum;
    s.first[wave_side] = sum;
  }
}

// Codes the counted rows; escapes are marked. Leaves the tile free.
__device__ bool classify_rows(const std::int32_t (&q)[wave_side], Shared& s, std::uint32_t* coded) {
  const WaveLine line;
  auto* const a = reinterpret_cast<std::int32_t*>(s.tile());
  const int y = line.low, z = line.high;
  std::int32_t* const own = a + z * wave_tile_z + y;
#pragma unroll
  for (int x = 0; x < wave_side; ++x)
    own[x * wave_tile_x] = wave_magnitude(q[x]);
  __syncthreads();
  const auto at = [&](const std::int32_t* row, int lane) {
    return lane >= 0 && lane < wave_side ? row[lane - y] : 0;
  };
  const auto sum_of = [&](const std::int32_t* row) { return 2 * row[0] + at(row, y - 1) + at(row, y + 1); };
  const int used = s.rows[z];
  std::uint32_t* const to = coded + s.first[z] * wave_side + y;
  std::int32_t beside = 0, beside2 = 0, beside_sum = 0;
  bool any = false;
  std::uint32_t zeros = 0;  // the commonest symbols, a byte for each of the first tables
#pragma unroll
  for (int x = 0; x < wave_side; ++x) {
    if (x >= used) break;
    const std::int32_t* const here = own + x * wave_tile_x;
    std::int32_t m = beside_sum + beside2;
    if (z > 0) m += sum_of(here - wave_tile_z);
    if (z > 1) m += here[-2 * wave_tile_z];
    bool escapes = false;
    const std::uint32_t c = wave_coded(q[x], wave_lane_class(m), escapes);
    to[x * wave_side] = c;
    const std::uint32_t kind = c >> wave_coded_symbol & (wave_coded_kinds - 1);
    const std::uint32_t table = kind / wave_symbols;
    if (kind % wave_symbols == wave_middle && table < 4)
      zeros += 1U << (8 * table);
    else
      atomicAdd(s.counts + kind, 1U);
    if (escapes) atomicOr(s.masks + z * wave_side + x, 1U << y);
    any = any || escapes;
    beside2 = beside;
    beside = here[0];
    beside_sum = sum_of(here);
  }
  const std::uint32_t even = wave_warp_sums(zeros & 0xFF00FFU), odd = wave_warp_sums(zeros >> 8 & 0xFF00FFU);
  if (wave_lane() == 31)
#pragma unroll
    for (int t = 0; t < 4; ++t) {
      const std::uint32_t sum = (t % 2 == 0 ? even : odd) >> (t / 2 * 16) & 0xFFFFU;
      if (sum > 0) atomicAdd(s.counts + t * wave_symbols + wave_middle, sum);
    }
  return __syncthreads_or(any) != 0;
}

__device__ void put_escapes(const std::int32_t (&q)[wave_side], Shared& s, const Task& task,
                            const WavePacking& work) {
  const WaveLine line;
  const std::uint32_t count = place_rows(s);
  if (count > wave_most_escapes) {
    if (threadIdx.x == 0) work.states[task.brick] = WaveState::for_processor;
    return;
  }
#pragma unroll
  for (int x = 0; x < wave_side; ++x) {
    const int row = line.high * wave_side + x;
    if ((s.masks[row] >> line.low & 1U) != 0)
      work.escapes[task.number * wave_most_escapes + place_in_row(s, row, line.low)] = q[x];
  }
  if (threadIdx.x == 0) work.escape_counts[task.number] = count;
}

// Values (a line along z, as `decoded`) that the decoder would not bring within the bound.
__device__ void put_outliers(const float (&values)[wave_side], const float (&decoded)[wave_side], Shared& s,
                             const WaveCorner& corner, const Task& task, const WavePacking& work) {
  const WaveLine line;
  const int inside = line.low < corner.size[0] && line.high < corner.size[1] ? corner.size[2] : 0;
  unsigned beyond = 0;  // a bit for each of the line
#pragma unroll
  for (int z = 0; z < wave_side; ++z) {
    const bool is_beyond = !wave_is_within(values[z] - decoded[z], s.steps.bound) && z < inside;
    beyond |= is_beyond ? 1U << z : 0U;
    const unsigned lanes = __ballot_sync(wave_all_lanes, is_beyond);
    if (line.low == 0) s.masks[z * wave_side + line.high] = lanes >> (wave_lane() & 16) & 0xFFFFU;
  }
  __syncthreads();
  const std::uint32_t count = place_rows(s);
  if (count > wave_most_outliers) {
    if (threadIdx.x == 0) work.states[task.brick] = WaveState::for_processor;
    return;
  }
  if (threadIdx.x == 0) work.outlier_counts[task.number] = count;
  if (count == 0) return;
#pragma unroll
  for (int z = 0; z < wave_side; ++z) {
    if ((beyond >> z & 1U) == 0) continue;
    const int row = z * wave_side + line.high;
    work.outliers[task.number * wave_most_outliers + place_in_row(s, row, line.low)] = wave_outlier(
        static_cast<std::uint32_t>(row * wave_side + line.low),
        quanta_of(values[z], decoded[z], s.steps.bound, s.steps.quantum), __float_as_uint(values[z]));
  }
}

__global__ __launch_bounds__(wave_threads, 4) void quantise_blocks(const float* __restrict__ field,
                                                                   WaveVolume volume, WavePacking work) {
  __shared__ Shared s;
  Task task;
  if (!task_of(volume, work, task)) return;
  std::uint8_t* const rows = work.rows + task.number * wave_side;
  const WaveCorner corner(task.kept, task.block);
  float values[wave_side], v[wave_side];
  const float bound = *work.bound;
  bring_line(field, volume, WavePlace(volume, task.brick), corner, values);
  if (!is_loud(values, bound)) {
    if (threadIdx.x < wave_side) rows[threadIdx.x] = 0;
    if (threadIdx.x == 0) work.escape_counts[task.number] = work.outlier_counts[task.number] = 0;
    return;
  }
  for (int i = static_cast<int>(threadIdx.x); i < wave_coefficient_tables; i += wave_threads)
    s.counts[i] = 0;
  s.masks[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    s.steps = wave_steps(bound, work.sixteenths(task.brick) / 16.0F);
    work.escape_counts[task.number] = 0;
  }
  __syncthreads();
#pragma unroll
  for (int z = 0; z < wave_side; ++z)
    v[z] = wave_in_steps(values[z], s.steps.inverse);
  std::int32_t q[wave_side];
  wave_forward_tile(v, s.tile(), q);
  count_rows(q, s, rows);
  std::uint32_t* const coded = work.coded + task.number * wave_block_values;
  __syncthreads();
  if (classify_rows(q, s, coded)) put_escapes(q, s, task, work);
  std::uint32_t* const counts = work.counts + Index{1} * task.brick * wave_coefficient_tables;
#pragma unroll
  for (int i = 0; i < wave_coefficient_tables / wave_threads; ++i) {
    const int at = i * wave_threads + static_cast<int>(threadIdx.x);
    if (s.counts[at] != 0) atomicAdd(counts + at, s.counts[at]);
  }
  wave_inverse_tile(q, s.steps.step, s.tile(), v);
  put_outliers(values, v, s, corner, task, work);
}

}  // namespace

void launch_wave_quantise(const float* field, const WaveVolume& volume, const WavePacking& work,
                          cudaStream_t stream) {
  const auto bricks = static_cast<unsigned>(volume.bricks()),
             blocks = static_cast<unsigned>(volume.all_blocks());
  find_repeats<<<bricks, wave_threads, 0, stream>>>(field, volume, work);
  sample_bricks<<<bricks * wave_sampled_blocks, wave_threads, 0, stream>>>(field, volume, work);
  find_loud<<<bricks * wave_sampled_blocks, wave_threads, 0, stream>>>(field, volume, work);
  sample_loud_blocks<<<bricks * wave_sampled_blocks, wave_threads, 0, stream>>>(field, volume, work);
  quantise_blocks<<<blocks, wave_threads, 0, stream>>>(field, volume, work);
  check_cuda(cudaGetLastError(), "cannot pack a volume");
}

}  // namespace foldwave
