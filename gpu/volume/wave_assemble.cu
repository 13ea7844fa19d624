// Packing by the codec wave: the bytes of its bricks, one brick after the other, and their checksums.
#include "gpu/base/device_array.cuh"
#include "gpu/volume/wave_kernels.cuh"

namespace foldwave {

namespace {

constexpr int assembly_threads = 256;

// One group: where each brick begins.
__global__ __launch_bounds__(1024) void place_bricks(int bricks, const WaveState* states, WavePacked packed) {
  __shared__ std::uint32_t warps[32];
  std::uint64_t before = 0;
  for (int base = 0; base < bricks; base += 1024) {
    const int b = base + static_cast<int>(threadIdx.x);
    const std::uint32_t size = b < bricks && states[b] == WaveState::done ? packed.streams[b].size + 4U : 0U;
    const std::uint32_t up_to = wave_warp_sums(size);
    if (wave_lane() == 31) warps[threadIdx.x >> 5] = up_to;
    __syncthreads();
    std::uint64_t mine = before + up_to - size;
    for (unsigned w = 0; w < 32; ++w) {
      if (w < threadIdx.x >> 5) mine += warps[w];
      before += warps[w];
    }
    if (b < bricks) packed.starts[b] = mine;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    packed.starts[bricks] = before;
    if (before > packed.most_bytes) *packed.overflow = 1;
  }
}

// By a group, to any place; whole words where they are.
__device__ std::uint8_t* copy_bytes(std::uint8_t* to, const std::uint8_t* from, std::uint32_t size) {
  const auto thread = static_cast<std::uint32_t>(threadIdx.x);
  const auto lead = min(size, static_cast<std::uint32_t>(-reinterpret_cast<std::uintptr_t>(to) & 3U));
  if (thread < lead) to[thread] = from[thread];
  const std::uint32_t words = (size - lead) / 4, rest = (size - lead) & 3U;
  auto* const whole = reinterpret_cast<std::uint32_t*>(to + lead);
  for (std::uint32_t i = thread; i < words; i += assembly_threads)
    whole[i] = wave_word_at(from, lead + 4ULL * i);
  if (thread < rest) to[lead + 4 * words + thread] = from[lead + 4 * words + thread];
  return to + size;
}
__device__ std::uint8_t* put_number(std::uint8_t* to, std::uint32_t value) {
  if (threadIdx.x < 4) to[threadIdx.x] = static_cast<std::uint8_t>(value >> (8 * threadIdx.x));
  return to + 4;
}

__global__ __launch_bounds__(assembly_threads) void assemble_bricks(WaveVolume volume,
                                                                    const WaveState* states,
                                                                    WavePacked packed) {
  const int brick = static_cast<int>(blockIdx.x);
  if (states[brick] != WaveState::done || *packed.overflow != 0) return;
  const WaveStreams& streams = packed.streams[brick];
  std::uint8_t* const begin = packed.bytes + packed.starts[brick];
  const std::size_t place = static_cast<std::size_t>(brick) * packed.room;
  std::uint8_t* to = copy_bytes(begin, streams.head, streams.head_bytes);
  if (streams.size > 1) {
    const std::uint8_t* escapes = packed.escapes + place;
    for (int k = 0; k < streams.count; ++k) {
      const WaveStreams::Stream& stream = streams.stream[k];
      to = copy_bytes(to, reinterpret_cast<const std::uint8_t*>(stream.states), 4 * wave_side);
      to = put_number(to, stream.words);
      to = copy_bytes(to,
                      packed.words + 2 * place +
                          static_cast<std::size_t>(k + 1) * packed.stream_room(streams.count) -
                          2ULL * stream.words,
                      2 * stream.words);
      to = put_number(to, stream.escape_bytes);
      to = copy_bytes(to, escapes, stream.escape_bytes);
      escapes += stream.escape_bytes;
    }
    to = put_number(to, streams.outliers);
    if (streams.outliers > 0) {
      if (threadIdx.x == 0) *to = static_cast<std::uint8_t>(streams.rice);
      copy_bytes(to + 1, packed.outliers + place, streams.outlier_bytes);
    }
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    const std::uint32_t sum = wave_checksum(begin, streams.size, volume.brick);
    put_number(begin + streams.size, sum);
  }
}

}  // namespace

void launch_wave_assemble(const WaveVolume& volume, const WavePacking& work, const WavePacked& packed,
                          cudaStream_t stream) {
  place_bricks<<<1, 1024, 0, stream>>>(volume.bricks(), work.states, packed);
  assemble_bricks<<<static_cast<unsigned>(volume.bricks()), assembly_threads, 0, stream>>>(
      volume, work.states, packed);
  check_cuda(cudaGetLastError(), "cannot pack a volume");
}

}  // namespace foldwave
