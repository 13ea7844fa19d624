// Unpacking: each group finds its tile by the sizes of those before it in the brick, a thread takes a block's
// planes, and the differences are summed along depth in registers, then along lanes and rows in shared
// memory. Bytes: each word read once, each value written once; about 20 operations a value.
#include "gpu/base/device_array.cuh"
#include "gpu/volume/quick_tile.cuh"

namespace foldwave {

namespace {

// Of a line of 32 numbers in shared memory: lines of neighbouring threads lie in other banks, by fours.
constexpr int line_pitch = quick_lanes + 4;

struct TileWords {
  const std::uint32_t* words = nullptr;
  std::uint32_t size = 0;
  bool damaged = false;
};

// A block's planes, above the last the last one again; gives their share of the checksum.
__device__ __forceinline__ std::uint64_t take_planes(const std::uint32_t* from, std::uint32_t width,
                                                     std::uint32_t sum_place,
                                                     std::uint32_t (&planes)[quick_depth]) {
  const auto most = static_cast<std::uint32_t>(quick_warp_most(static_cast<int>(width)));
  std::uint64_t check = 0;
  std::uint32_t plane = 0;
#pragma unroll
  for (std::uint32_t k = 0; k < quick_depth; k += 4) {
    if (k < most)
#pragma unroll
      for (std::uint32_t i = k; i < k + 4; ++i) {
        if (i < width) plane = __ldg(from + i);
        planes[i] = plane;
      }
    else
#pragma unroll
      for (std::uint32_t i = k; i < k + 4; ++i)
        planes[i] = plane;
  }
#pragma unroll
  for (std::uint32_t k = 0; k < quick_depth; k += 4)
    if (k < most)
#pragma unroll
      for (std::uint32_t i = k; i < k + 4; ++i)
        if (i < width) check += quick_sum(planes[i], sum_place + i);
  return check;
}

// By each warp for itself: the words of tile t of a brick of `size` words.
__device__ TileWords find_tile(const std::uint32_t* brick, std::uint64_t size, const QuickGrid& grid, int t) {
  if (size < grid.header_words()) return {nullptr, 0, true};
  const std::uint32_t* const sizes = brick + quick_sizes_word;
  const int lane = static_cast<int>(threadIdx.x) & 31;
  std::uint64_t before = 0;
  for (int i = lane; i < t; i += 32)
    before += __ldg(sizes + i / 2) >> (i % 2 == 0 ? 0 : 16) & 0xFFFFU;
  before = quick_warp_total(before) + grid.header_words();
  const std::uint32_t own = __ldg(sizes + t / 2) >> (t % 2 == 0 ? 0 : 16) & 0xFFFFU;
  // The last tile ends where the brick does.
  const bool ends = t < grid.tile_count() - 1 ? before + own <= size : before + own == size;
  return {brick + before, own, !ends};
}

struct ToBits {
  __device__ float operator()(std::uint32_t q) const { return quick_float(q); }
};
struct ToValue {
  float step;
  __device__ float operator()(std::uint32_t q) const { return quick_restore(q, step); }
};

// Sums along the rows, and the values they stand for: a column a thread, of four lanes where they are whole
// lines.
template <class To>
__device__ __forceinline__ void put_values(const std::uint32_t* lines, const To& to_value,
                                           const QuickWhere& place, int thread, float* field) {
  if (place.stride[0] == 1 && place.inside[0] == quick_lanes &&
      (reinterpret_cast<std::uintptr_t>(field + place.base) % 16) == 0 && place.stride[1] % 4 == 0 &&
      place.stride[2] % 4 == 0) {
    const int z = thread / 8;
    if (z >= place.inside[2]) return;
    const auto* from = reinterpret_cast<const uint4*>(lines + z * line_pitch) + thread % 8;
    float* const to = field + place.at(thread % 8 * 4, 0, z);
    uint4 q{0, 0, 0, 0};
#pragma unroll
    for (int row = 0; row < quick_rows; ++row) {
      if (row >= place.inside[1]) break;
      const uint4 r = from[row * quick_depth * line_pitch / 4];
      q = {q.x + r.x, q.y + r.y, q.z + r.z, q.w + r.w};
      __stcs(reinterpret_cast<float4*>(to + std::int64_t{row} * place.stride[1]),
             float4{to_value(q.x), to_value(q.y), to_value(q.z), to_value(q.w)});
    }
    return;
  }
  const int lane = thread % quick_lanes;
  if (lane >= place.inside[0]) return;
  for (int z = thread / quick_lanes; z < place.inside[2]; z += quick_warps) {
    const std::uint32_t* from = lines + z * line_pitch + lane;
    float* const to = field + place.at(lane, 0, z);
    std::uint32_t q = 0;
#pragma unroll
    for (int row = 0; row < quick_rows; ++row) {
      if (row >= place.inside[1]) break;
      q += from[row * quick_depth * line_pitch];
      __stcs(to + std::int64_t{row} * place.stride[1], to_value(q));
    }
  }
}

__device__ void fill_tile(float value, const QuickWhere& place, int lane, int row, float* field) {
  if (lane >= place.inside[0] || row >= place.inside[1]) return;
  float* to = field + place.at(lane, row, 0);
  for (int z = 0; z < place.inside[2]; ++z, to += place.stride[2])
    __stcs(to, value);
}

// What no step holds, over what the planes gave; its share of the checksum.
__device__ std::uint64_t put_exact_values(const TileWords& tile, std::uint32_t first, std::uint32_t t,
                                          const QuickWhere& place, float* field) {
  std::uint64_t check = 0;
  for (std::uint32_t i = first + 2 * threadIdx.x; i < tile.size; i += 2 * quick_blocks) {
    const std::uint32_t position = tile.words[i], bits = tile.words[i + 1];
    check += quick_sum(position, quick_place(t, i)) + quick_sum(bits, quick_place(t, i + 1));
    const int z = static_cast<int>(position % quick_depth);
    const std::uint32_t block = position / quick_depth;
    const int lane = static_cast<int>(block % quick_lanes), row = static_cast<int>(block / quick_lanes);
    if (lane < place.inside[0] && row < place.inside[1] && z < place.inside[2])
      field[place.at(lane, row, z)] = quick_float(bits);
  }
  return check;
}

__global__ __launch_bounds__(quick_blocks, 4) void unpack_tiles(const std::uint32_t* __restrict__ words,
                                                                const std::uint64_t* __restrict__ starts,
                                                                QuickVolume volume, std::uint64_t* sums,
                                                                std::uint32_t* damaged, float* field) {
  __shared__ __align__(16) std::uint32_t lines[quick_rows * quick_depth * line_pitch];
  __shared__ std::uint32_t warp_sums[quick_warps];
  const int thread = static_cast<int>(threadIdx.x), lane = thread & 31, row = thread >> 5;
  const QuickWhere place = quick_where(volume, static_cast<int>(blockIdx.x));
  const int brick = place.brick, t = place.tile;
  const QuickTile& shape = place.shape;
  const std::uint64_t begin = starts[brick];
  const TileWords tile = find_tile(words + begin, starts[brick + 1] - begin, volume.grid, t);
  const std::uint32_t head = static_cast<std::uint32_t>(shape.width_words());
  if (tile.damaged || (tile.size != 0 && tile.size < head)) {
    if (thread == 0) damaged[brick] = 1;
    fill_tile(quick_float(0x7FC00000U), place, lane, row, field);
    return;
  }
  if (tile.size == 0) {
    fill_tile(0.0F, place, lane, row, field);
    return;
  }
  // All of the tile sets out at once, while the widths still tell where in it each block lies.
  if (const auto line = 32U * static_cast<std::uint32_t>(thread); line < tile.size)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(tile.words + line));
  const bool there = lane < shape.size[0] && row < shape.size[1];
  const auto* const bytes = reinterpret_cast<const unsigned char*>(tile.words);
  const std::uint32_t byte = there ? bytes[row * shape.size[0] + lane] : 0U;
  const std::uint32_t width = byte & 63U;
  // A width that makes no sense counts as more than any tile has.
  const QuickSum sum =
      quick_group_sums(quick_byte_is_good(byte) ? quick_block_words(byte) : 1U << 20, warp_sums);
  const std::uint32_t end = head + sum.all;
  if (end > tile.size || (tile.size - end) % 2 != 0) {
    if (thread == 0) damaged[brick] = 1;
    fill_tile(quick_float(0x7FC00000U), place, lane, row, field);
    return;
  }
  const std::uint32_t at = head + sum.before;
  const std::uint32_t* const from = tile.words + at;
  const auto tile_number = static_cast<std::uint32_t>(t);
  std::uint64_t check = 0;
  if (static_cast<std::uint32_t>(thread) < head)
    check = quick_sum(tile.words[thread], quick_place(tile_number, static_cast<std::uint32_t>(thread)));
  std::uint32_t r[quick_depth];
  check += take_planes(from, width, quick_place(tile_number, at), r);
  quick_transpose(r);
  std::uint32_t* const line = lines + row * quick_depth * line_pitch + lane;
  std::uint32_t q = 0;
#pragma unroll
  for (int z = 0; z < quick_depth; ++z) {
    q += r[z];
    line[z * line_pitch] = q;
  }
  __syncwarp();
  // Line `thread` is one of this warp's.
  auto* const four = reinterpret_cast<uint4*>(lines + thread * line_pitch);
  std::uint32_t along = 0;
#pragma unroll
  for (int i = 0; i < quick_lanes / 4; ++i) {
    uint4 v = four[i];
    v.x += along;
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    along = v.w;
    four[i] = v;
  }
  __syncthreads();
  const float step = quick_float(__ldg(words + begin + quick_step_word));
  if (step == 0.0F)
    put_values(lines, ToBits{}, place, thread, field);
  else
    put_values(lines, ToValue{step}, place, thread, field);
  const bool is_whole = (byte & quick_whole) != 0;
  if (__syncthreads_or(static_cast<int>(is_whole || end < tile.size)) != 0) {
    if (is_whole)
      for (int z = 0; z < quick_depth; ++z) {
        const std::uint32_t bits = from[width + static_cast<std::uint32_t>(z)];
        check += quick_sum(bits, quick_place(tile_number, at + width + static_cast<std::uint32_t>(z)));
        if (lane < place.inside[0] && row < place.inside[1] && z < place.inside[2])
          field[place.at(lane, row, z)] = quick_float(bits);
      }
    check += put_exact_values(tile, end, tile_number, place, field);
  }
  check = quick_warp_total(check);
  if (lane == 0 && check != 0) atomicAdd(reinterpret_cast<unsigned long long*>(sums + brick), check);
}

// A warp a brick: whether the checksum is right.
__global__ void compare_sums(const std::uint32_t* __restrict__ words,
                             const std::uint64_t* __restrict__ starts, QuickVolume volume,
                             const std::uint64_t* sums, std::uint32_t* damaged) {
  const int brick = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  const auto lane = static_cast<std::uint32_t>(threadIdx.x) & 31U;
  if (brick >= volume.bricks() || damaged[brick] != 0) return;
  const std::uint32_t* const from = words + starts[brick];
  std::uint64_t sum = 0;
  for (std::uint32_t i = quick_step_word + lane; i < volume.grid.header_words(); i += 32)
    sum += quick_sum(from[i], quick_header_place(3 + i - quick_step_word));
  sum = quick_warp_total(sum) + sums[brick] + quick_shape_sum(volume);
  if (lane == 0 &&
      (from[0] != static_cast<std::uint32_t>(sum) || from[1] != static_cast<std::uint32_t>(sum >> 32)))
    damaged[brick] = 1;
}

}  // namespace

void launch_quick_unpack(const std::uint32_t* words, const std::uint64_t* starts, const QuickVolume& volume,
                         std::uint64_t* sums, std::uint32_t* damaged, float* field, cudaStream_t stream) {
  unpack_tiles<<<static_cast<unsigned>(volume.tiles()), quick_blocks, 0, stream>>>(words, starts, volume,
                                                                                   sums, damaged, field);
  check_cuda(cudaGetLastError(), "cannot unpack a volume");
  compare_sums<<<static_cast<unsigned>((volume.bricks() + 7) / 8), 256, 0, stream>>>(words, starts, volume,
                                                                                     sums, damaged);
  check_cuda(cudaGetLastError(), "cannot unpack a volume");
}

}  // namespace foldwave
