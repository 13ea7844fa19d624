// What a group that packs a brick by the codec wave shares: the tables of its range coders, made from counts,
// and the brick's head.
#pragma once

#include "gpu/volume/wave_kernels.cuh"

namespace foldwave {

constexpr int wave_coder_threads = 32 * (wave_streams / 2 + 1), wave_bit_words = 128;

struct WaveCoders {
  std::uint32_t counts[wave_coefficient_tables];
  std::uint32_t row_counts[wave_row_tables * wave_row_symbols];
  std::uint16_t frequencies[wave_all_tables][wave_symbols];
  std::uint32_t span[wave_all_tables * wave_symbols];  // start << 16 | frequency
  std::uint32_t reciprocal[wave_all_tables * wave_symbols];
  WaveShape shapes[wave_tables];
  std::uint8_t weights[wave_row_tables][wave_row_symbols];
  std::uint32_t bits[wave_bit_words];
  std::uint32_t used, outliers, outlier_bits, rice;
  int streams;
  bool failed;
};

// Tables from counts, a thread a table.
__device__ inline void make_wave_tables(WaveCoders& c) {
  const int t = static_cast<int>(threadIdx.x);
  if (t < wave_tables) {
    std::uint32_t any = 0;
    for (int s = 0; s < wave_symbols; ++s)
      any |= c.counts[t * wave_symbols + s];
    if (any != 0) {
      atomicOr(&c.used, 1U << t);
      c.shapes[t] = wave_shape_of(c.counts + t * wave_symbols);
      fill_wave_frequencies(c.shapes[t], c.frequencies[t]);
    } else {
      for (int s = 0; s < wave_symbols; ++s)
        c.frequencies[t][s] = 0;
    }
  } else if (t < wave_all_tables) {
    fill_wave_row_weights(c.row_counts + (t - wave_tables) * wave_row_symbols, c.weights[t - wave_tables]);
    fill_wave_row_frequencies(c.weights[t - wave_tables], c.frequencies[t]);
  }
  __syncthreads();
  if (t < wave_all_tables) {
    std::uint32_t start = 0;
    for (int s = 0; s < wave_symbols; ++s) {
      const std::uint32_t f = c.frequencies[t][s];
      c.span[t * wave_symbols + s] = start << 16 | f;
      start += f;
    }
  }
  for (int i = t; i < wave_all_tables * wave_symbols; i += wave_coder_threads) {
    const std::uint32_t f = c.frequencies[i / wave_symbols][i % wave_symbols];
    c.reciprocal[i] = f == 0 ? 0U : wave_reciprocal(f);
  }
}

// The head of a brick, byte by byte.
class WaveHeadWriter {
 public:
  __device__ explicit WaveHeadWriter(WaveStreams& streams) : streams_(streams) { streams_.head_bytes = 0; }
  __device__ void put(std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
      streams_.head[streams_.head_bytes++] = static_cast<std::uint8_t>(value >> (8 * i));
  }
  __device__ void put(WaveMode mode) { put(static_cast<std::uint32_t>(mode), 1); }

 private:
  WaveStreams& streams_;
};

__device__ inline void finish_wave_brick(const WaveCoders& c, const WaveVolume& volume, const WaveKept& kept,
                                         float bound, std::uint8_t sixteenths, WaveStreams& streams,
                                         WaveState& state) {
  WaveHeadWriter head(streams);
  const WaveKept whole{{volume.brick[0], volume.brick[1], volume.brick[2]}};
  const std::uint32_t before = kept == whole ? 0U : 13U;
  if (before > 0) {
    head.put(WaveMode::repeated);
    for (const int n : kept.n)
      head.put(static_cast<std::uint32_t>(n), 4);
  }
  head.put(WaveMode::transform);
  head.put(__float_as_uint(bound), 4);
  head.put(sixteenths, 1);
  head.put(c.used, 2);
  for (int t = 0; t < wave_tables; ++t) {
    if ((c.used >> t & 1U) == 0) continue;
    head.put(c.shapes[t].zero, 2);
    head.put(c.shapes[t].fall, 1);
    head.put(c.shapes[t].reach, 1);
  }
  for (const auto& weights : c.weights)
    for (const std::uint8_t w : weights)
      head.put(w, 1);
  head.put(static_cast<std::uint32_t>(c.streams), 1);
  streams.count = c.streams;
  streams.outliers = c.outliers;
  streams.outlier_bytes = (c.outlier_bits + 7) / 8;
  streams.rice = c.rice;
  streams.size = streams.head_bytes + 4 + (c.outliers > 0 ? 1 + streams.outlier_bytes : 0);
  for (int k = 0; k < c.streams; ++k)
    streams.size += 4 * wave_side + 4 + 2 * streams.stream[k].words + 4 + streams.stream[k].escape_bytes;
  if (8ULL * (streams.size - before) > wave_device_bits * static_cast<unsigned long long>(kept.values()))
    state = WaveState::for_processor;
}

}  // namespace foldwave
