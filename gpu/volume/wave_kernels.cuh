// The wave codec's kernels in the order in which a volume goes through them (core/volume/codec/wave). Bytes
// and values are the processor's. What is left to it: bricks that take more than wave_device_bits bits a
// value, where prediction may be the better way, and those without loss.
//
// Expected, per value, of a volume of 64^3 bricks at ratio 20: packing reads 4 bytes to find what is silent
// and 4 to transform, writes and reads about 1.3 as coded coefficients; unpacking writes and reads 1.3 and
// writes 4. The coders are chains: of a brick's 64 blocks about 80 rows each, every row waits for the one
// before: about 140 cycles in unpacking (two looks at shared memory, a vote, two shuffles), 60 in packing. So
// 0.45 ms and 0.2 ms for as many bricks as are under way at once, 4 on each of 132 processors: 512^3.
#pragma once

#include "gpu/volume/wave_volume.cuh"

namespace foldwave {

constexpr std::uint32_t wave_device_bits = 3;
// Of a block; beyond, the brick goes to the processor.
constexpr std::uint32_t wave_most_outliers = 512, wave_most_escapes = 256;
constexpr std::uint32_t wave_most_block_rows = wave_side * wave_side;

// What packing knows between its kernels; blocks as WaveVolume numbers them.
struct WavePacking {
  const float* bound = nullptr;      // as strict_wave_bound gives it
  WaveKept* kept = nullptr;          // a brick
  std::uint32_t* bits = nullptr;     // a brick: of what was sampled
  std::uint32_t* sampled = nullptr;  // a brick: blocks, and those that were looked for
  std::uint32_t* sampled_more = nullptr;
  std::uint32_t* counts = nullptr;  // a brick: wave_coefficient_tables, how often each symbol was seen
  WaveState* states = nullptr;      // a brick
  std::uint8_t* loud = nullptr;     // a block of a mostly silent brick: whether it ever leaves the bound
  std::uint8_t* rows = nullptr;     // a block: wave_side counts
  std::uint32_t* coded = nullptr;   // a block: rows of coded coefficients, from its first on
  std::uint32_t* escape_counts = nullptr;   // a block
  std::int32_t* escapes = nullptr;          // a block: wave_most_escapes
  std::uint32_t* outlier_counts = nullptr;  // a block
  WaveOutlier* outliers = nullptr;          // a block: wave_most_outliers, positions in the block

  __device__ std::uint8_t sixteenths(int brick) const {
    return wave_sixteenths(bits[brick],
                           (std::int64_t{sampled[brick]} + sampled_more[brick]) * wave_block_values);
  }
};

// A brick's bytes on the way: its head, and what follows in rooms of its own.
constexpr std::uint32_t wave_most_head = 112;
struct WaveStreams {
  std::uint32_t size = 0;  // of all without the checksum; 1: silence
  std::uint32_t outliers = 0, outlier_bytes = 0, rice = 0, head_bytes = 0;
  int count = 0;
  struct Stream {
    std::uint32_t states[wave_side], words, escape_bytes;
  } stream[wave_streams];
  std::uint8_t head[wave_most_head];
};
struct WavePacked {
  WaveStreams* streams = nullptr;  // a brick
  std::uint32_t room = 0;          // bytes a brick of each of these
  std::uint8_t* words = nullptr;   // two rooms for all streams, from the end of each's part down
  std::uint8_t* escapes = nullptr;
  std::uint8_t* outliers = nullptr;  // bits alone
  std::uint64_t* starts = nullptr;   // a brick, and the end; in bytes
  std::uint8_t* bytes = nullptr;     // of all bricks
  std::uint64_t most_bytes = 0;
  std::uint32_t* overflow = nullptr;  // not 0: there was too little room

  HOST_DEVICE std::uint32_t stream_room(int streams) const {
    return 2 * room / static_cast<std::uint32_t>(streams);
  }
};

void launch_wave_quantise(const float* field, const WaveVolume& volume, const WavePacking& work,
                          cudaStream_t stream);
void launch_wave_encode(const WaveVolume& volume, const WavePacking& work, const WavePacked& packed,
                        cudaStream_t stream);
// The bytes one brick after the other; a brick for the processor has none.
void launch_wave_assemble(const WaveVolume& volume, const WavePacking& work, const WavePacked& packed,
                          cudaStream_t stream);

// What unpacking knows between its kernels.
struct WaveUnpacking {
  const std::uint8_t* bytes = nullptr;      // wave_bytes_behind more can be read
  const std::uint64_t* starts = nullptr;    // a brick, and the end
  WaveKept* kept = nullptr;                 // a brick
  WaveSteps* steps = nullptr;               // a brick
  std::uint32_t* outlier_counts = nullptr;  // a brick
  std::uint32_t most_outliers = 0;          // room a brick
  WaveOutlier* outliers = nullptr;
  std::uint8_t* rows = nullptr;          // a block: wave_side counts
  std::int32_t* coefficients = nullptr;  // a block: 16^3, of which the counted rows are there
  WaveState* states = nullptr;           // a brick: its nodes are worth nothing where it is not done
};
void launch_wave_decode(const WaveVolume& volume, const WaveUnpacking& work, cudaStream_t stream);
void launch_wave_restore(const WaveVolume& volume, const WaveUnpacking& work, float* field,
                         cudaStream_t stream);

}  // namespace foldwave
