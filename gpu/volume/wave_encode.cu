// Packing by the codec wave, from coded coefficients to bytes. A group a brick: a warp for each two streams
// is 32 range coders, from the last row to the first, whose rows are brought eight at a time before they are
// needed; another writes what escaped and the outliers meanwhile.
#include "gpu/base/device_array.cuh"
#include "gpu/volume/wave_coders.cuh"

namespace foldwave {

namespace {

constexpr int ahead = 8;  // rows

// The rows of a brick from the last to the first: those of each block, then the row of its counts. Without
// branches, so that nothing waits for what is on its way.
struct CodedRow {
  std::uint32_t loaded = 0, counts = 0;
  bool is_counts = false;
  __device__ std::uint32_t value() const { return is_counts ? counts : loaded; }
};
struct RowsBack {
  const std::uint32_t* coded;   // of the brick, at this lane
  const std::uint8_t* rows;     // shared: counts of the blocks, at this lane
  const std::uint16_t* totals;  // shared
  int first, block, row;        // the stream's first block, and where it is

  // Behind the end it stays at the first block's counts.
  __device__ CodedRow next() {
    CodedRow found;
    found.is_counts = row < 0;
    found.loaded = __ldg(coded + (block * static_cast<int>(wave_most_block_rows) + max(row, 0)) * wave_side);
    const int before = max(block - 1, first);
    const std::uint32_t table =
        static_cast<std::uint32_t>(wave_tables) + (block > first && rows[before * wave_side] != 0 ? 1U : 0U);
    found.counts = table << wave_coded_table | static_cast<std::uint32_t>(rows[block * wave_side])
                                                   << wave_coded_symbol;
    const int row_before = block > first ? totals[before] - 1 : -1;
    row = found.is_counts ? row_before : row - 1;
    block = found.is_counts ? before : block;
    return found;
  }
  // By all lanes of a warp. Mostly both halves are in the midst of a block.
  __device__ void take(CodedRow (&found)[ahead]) {
    if (__all_sync(wave_all_lanes, row >= ahead)) {
      const std::uint32_t* const last =
          coded + (block * static_cast<int>(wave_most_block_rows) + row) * wave_side;
#pragma unroll
      for (int i = 0; i < ahead; ++i) {
        found[i].loaded = __ldg(last - i * wave_side);
        found[i].is_counts = false;
      }
      row -= ahead;
      return;
    }
#pragma unroll
    for (int i = 0; i < ahead; ++i)
      found[i] = next();
  }
};

// By a warp, a stream each half, of `rows` rows; as many as the other has are gone through. False for the
// half whose room is too small.
__device__ bool code_rows(RowsBack from, int rows, const WaveCoders& c, std::uint16_t* words, int room,
                          WaveStreams::Stream& stream) {
  const int lane = wave_lane() & (wave_side - 1), half = wave_lane() & wave_side;
  const unsigned below = (1U << lane) - 1U;
  std::uint32_t x = 1U << 16;
  int word = room;
  const auto shed = [&](bool full) {
    const unsigned lanes = __ballot_sync(wave_all_lanes, full) >> half & 0xFFFFU;
    word -= __popc(lanes);
    if (full) {
      words[word + __popc(lanes & below)] = static_cast<std::uint16_t>(x);
      x >>= 16;
    }
  };
  CodedRow later[ahead];
  from.take(later);
  bool enough = true;
  const int most = max(rows, __shfl_xor_sync(wave_all_lanes, rows, wave_side));
  for (int done = 0; done < most; done += ahead) {
    // A half that has no room goes on without effect.
    if (word < 2 * ahead * wave_side) enough = false;
    const int left = enough ? rows - done : 0;
    std::uint32_t now[ahead], span[ahead], reciprocal[ahead];
#pragma unroll
    for (int i = 0; i < ahead; ++i) {
      now[i] = later[i].value();
      const std::uint32_t kind = now[i] >> wave_coded_symbol & (wave_coded_kinds - 1);
      span[i] = c.span[kind];
      reciprocal[i] = c.reciprocal[kind];
    }
    from.take(later);
#pragma unroll
    for (int i = 0; i < ahead; ++i) {
      const bool there = i < left;
      const std::uint32_t raw = there ? now[i] >> wave_coded_raw : 0U;
      if (__any_sync(wave_all_lanes, raw != 0)) {
        shed(raw != 0 && x >> (32 - raw) != 0);
        if (raw != 0) x = x << raw | (now[i] & 0xFFFFU);
      }
      const std::uint32_t f = span[i] & 0xFFFFU;
      shed(there && x > (f << (32 - wave_precision)) - 1);
      const int digits = 32 - __clz(static_cast<int>(f) - 1);
      if (there) x += wave_quotient(x, reciprocal[i], digits) * (wave_total - f) + (span[i] >> 16);
    }
  }
  if (rows > 0) stream.states[lane] = x;
  if (rows > 0 && lane == 0) stream.words = static_cast<std::uint32_t>(room - word);
  return enough;
}

// By a warp: escapes of some blocks, 7 bits a byte. False where the room is too small.
__device__ bool put_escapes(const WavePacking& work, Index first, Index end, std::uint8_t* to,
                            std::uint32_t room, std::uint32_t& size) {
  size = 0;
  for (Index b = first; b < end; ++b) {
    const std::uint32_t count = work.escape_counts[b];
    for (std::uint32_t base = 0; base < count; base += 32) {
      const std::uint32_t i = base + static_cast<std::uint32_t>(wave_lane());
      const std::int32_t q = i < count ? work.escapes[b * wave_most_escapes + i] : 0;
      std::uint32_t folded = (static_cast<std::uint32_t>(q) << 1) ^ (q < 0 ? ~0U : 0U);
      const std::uint32_t bytes =
          i < count ? max(1U, (38U - static_cast<std::uint32_t>(__clz(static_cast<int>(folded)))) / 7U) : 0U;
      const std::uint32_t up_to = wave_warp_sums(bytes), all = __shfl_sync(wave_all_lanes, up_to, 31);
      if (size + all > room) return false;
      std::uint8_t* at = to + size + up_to - bytes;
      for (std::uint32_t k = 0; k < bytes; ++k, folded >>= 7)
        *at++ = static_cast<std::uint8_t>((folded & 127U) | (k + 1 < bytes ? 128U : 0U));
      size += all;
    }
  }
  return true;
}

// Bits into shared words that are 0 there.
__device__ void put_bits(std::uint32_t* bits, std::uint32_t at, std::uint32_t value, std::uint32_t count) {
  if (count == 0) return;
  const std::uint32_t shift = at & 31U;
  atomicOr(bits + (at >> 5), value << shift);
  if (shift + count > 32) atomicOr(bits + (at >> 5) + 1, value >> (32U - shift));
}

// By a warp: the outliers' bits (core/volume/codec/outliers.hpp), 32 at a time.
__device__ bool put_outliers(const WavePacking& work, Index first, int blocks, std::uint32_t* to,
                             std::uint32_t room, WaveCoders& c) {
  const int lane = wave_lane();
  std::uint32_t count = 0, last = 0;
  for (int b = lane; b < blocks; b += 32) {
    const std::uint32_t n = work.outlier_counts[first + b];
    count += n;
    if (n > 0)
      last = static_cast<std::uint32_t>(b) * wave_block_values +
             wave_position(work.outliers[(first + b) * wave_most_outliers + n - 1]);
  }
  count = __shfl_sync(wave_all_lanes, wave_warp_sums(count), 31);
#pragma unroll
  for (int step = 16; step > 0; step /= 2)
    last = max(last, __shfl_xor_sync(wave_all_lanes, last, step));
  const int rice = count > 0 ? rice_of_outliers(last, count) : 0;
  std::uint32_t held = 0, next = 0, written = 0;  // bits in c.bits, first free position, whole words
  for (int i = lane; i < wave_bit_words; i += 32)
    c.bits[i] = 0;
  __syncwarp();
  for (int b = 0; b < blocks; ++b) {
    const std::uint32_t here = work.outlier_counts[first + b];
    for (std::uint32_t base = 0; base < here; base += 32) {
      const std::uint32_t i = base + static_cast<std::uint32_t>(lane);
      const bool there = i < here;
      const WaveOutlier o = there ? work.outliers[(first + b) * wave_most_outliers + i] : make_uint2(0, 0);
      const std::uint32_t position = static_cast<std::uint32_t>(b) * wave_block_values + wave_position(o);
      const std::uint32_t before = __shfl_up_sync(wave_all_lanes, position, 1);
      const std::uint32_t gap = position - (lane == 0 ? next : before + 1), high = gap >> rice;
      const int quanta = wave_quanta(o), k = abs(quanta);
      const bool is_short = high < static_cast<std::uint32_t>(longest_unary_gap);
      const std::uint32_t unary = is_short ? high + 1 : longest_unary_gap,
                          rest = is_short ? static_cast<std::uint32_t>(rice) : 32U,
                          mend = quanta == 0 ? 3U : static_cast<std::uint32_t>(k) + 1U;
      const std::uint32_t length = there ? unary + rest + mend + (quanta == 0 ? 32U : 0U) : 0U;
      const std::uint32_t up_to = wave_warp_sums(length), all = __shfl_sync(wave_all_lanes, up_to, 31);
      if (there) {
        std::uint32_t at = held + up_to - length;
        put_bits(c.bits, at, is_short ? (1U << high) - 1U : (1U << longest_unary_gap) - 1U, unary);
        at += unary;
        put_bits(c.bits, at, is_short ? gap & ((1U << rice) - 1U) : gap, rest);
        at += rest;
        if (quanta == 0) {
          put_bits(c.bits, at, 7U, 3);
          put_bits(c.bits, at + 3, o.y, 32);
        } else {
          put_bits(c.bits, at, ((1U << (k - 1)) - 1U) | (quanta < 0 ? 1U : 0U) << k, mend);
        }
      }
      __syncwarp();
      held += all;
      const std::uint32_t whole = held / 32;
      if ((written + whole + 2) * 4 > room) return false;
      for (std::uint32_t w = static_cast<std::uint32_t>(lane); w < whole; w += 32)
        to[written + w] = c.bits[w];
      const std::uint32_t left = c.bits[whole];
      __syncwarp();
      for (std::uint32_t w = static_cast<std::uint32_t>(lane); w <= whole; w += 32)
        c.bits[w] = w == 0 ? left : 0U;
      __syncwarp();
      written += whole;
      held -= whole * 32;
      next = __shfl_sync(wave_all_lanes, position, static_cast<int>(min(31U, here - base - 1))) + 1;
    }
  }
  if (lane == 0) {
    to[written] = c.bits[0];
    c.outliers = count;
    c.outlier_bits = written * 32 + held;
    c.rice = static_cast<std::uint32_t>(rice);
  }
  return true;
}

// How often each count of rows was seen, by whether the block before it in its stream has any.
__device__ void count_rows_of_blocks(const std::uint8_t* rows, int blocks, int streams, WaveCoders& c) {
  for (int i = static_cast<int>(threadIdx.x); i < blocks * wave_side; i += wave_coder_threads) {
    const int block = i / wave_side;
    bool is_first = false;
    for (int k = 0; k < streams; ++k)
      is_first = is_first || wave_stream_begin(k, streams, blocks) == block;
    const bool before = !is_first && rows[i - wave_side] != 0;
    atomicAdd(c.row_counts + (before ? wave_row_symbols : 0) + rows[i], 1U);
  }
}

__global__ __launch_bounds__(wave_coder_threads) void encode_bricks(WaveVolume volume, WavePacking work,
                                                                    WavePacked packed) {
  extern __shared__ std::uint8_t dynamic[];
  __shared__ WaveCoders c;
  const int brick = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x);
  if (work.states[brick] != WaveState::done) return;
  const WaveKept kept = work.kept[brick];
  const int blocks = kept.blocks();
  const Index first = Index{1} * brick * volume.blocks;
  std::uint8_t* const rows = dynamic;  // counts, then totals
  auto* const totals = reinterpret_cast<std::uint16_t*>(dynamic + volume.blocks * wave_side);
  for (int i = thread; i < blocks * wave_side; i += wave_coder_threads)
    rows[i] = work.rows[first * wave_side + i];
  for (int i = thread; i < wave_coefficient_tables; i += wave_coder_threads)
    c.counts[i] = work.counts[Index{1} * brick * wave_coefficient_tables + i];
  for (int i = thread; i < wave_row_tables * wave_row_symbols; i += wave_coder_threads)
    c.row_counts[i] = 0;
  if (thread == 0) {
    c.used = c.outliers = c.outlier_bits = c.rice = 0;
    c.streams = 0;
    c.failed = false;
  }
  __syncthreads();
  int all_rows = 0;
  bool outliers = false;
  for (int b = thread; b < blocks; b += wave_coder_threads) {
    int sum = 0;
    for (int z = 0; z < wave_side; ++z)
      sum += rows[b * wave_side + z];
    totals[b] = static_cast<std::uint16_t>(sum);
    all_rows += sum;
    outliers = outliers || work.outlier_counts[first + b] != 0;
  }
  WaveStreams& streams = packed.streams[brick];
  if (__syncthreads_or(all_rows != 0 || outliers) == 0) {
    if (thread == 0) {
      streams.head[0] = static_cast<std::uint8_t>(WaveMode::silent);
      streams.size = streams.head_bytes = 1;
    }
    return;
  }
  atomicAdd(&c.streams, all_rows);
  __syncthreads();
  const int count = wave_stream_count(c.streams, blocks);
  __syncthreads();
  if (thread == 0) c.streams = count;
  count_rows_of_blocks(rows, blocks, count, c);
  __syncthreads();
  make_wave_tables(c);
  __syncthreads();
  const std::size_t place = static_cast<std::size_t>(brick) * packed.room;
  const int warp = thread / 32, lane = thread & (wave_side - 1);
  if (warp < wave_streams / 2) {
    const int k = 2 * warp + wave_lane() / wave_side;
    const bool is_one = k < count;
    const int begin = is_one ? wave_stream_begin(k, count, blocks) : 0,
              end = is_one ? wave_stream_begin(k + 1, count, blocks) : 1;
    int sum = is_one ? end - begin : 0;
    for (int b = begin; is_one && b < end; ++b)
      sum += totals[b];
    __syncwarp();
    const RowsBack from{work.coded + first * wave_block_values + lane,
                        rows + lane,
                        totals,
                        begin,
                        end - 1,
                        totals[end - 1] - 1};
    const std::uint32_t room = packed.stream_room(count);
    auto* const words = reinterpret_cast<std::uint16_t*>(packed.words + 2 * place + (is_one ? k : 0) * room);
    if (!code_rows(from, sum, c, words, static_cast<int>(room / 2), streams.stream[k])) c.failed = true;
  } else {
    std::uint32_t used = 0;
    for (int k = 0; k < count; ++k) {
      std::uint32_t size = 0;
      if (!put_escapes(work, first + wave_stream_begin(k, count, blocks),
                       first + wave_stream_begin(k + 1, count, blocks), packed.escapes + place + used,
                       packed.room - used, size))
        c.failed = true;
      if (wave_lane() == 0) streams.stream[k].escape_bytes = size;
      used += size;
    }
    if (!put_outliers(work, first, blocks, reinterpret_cast<std::uint32_t*>(packed.outliers + place),
                      packed.room, c))
      c.failed = true;
  }
  __syncthreads();
  if (thread != 0) return;
  if (c.failed) {
    work.states[brick] = WaveState::for_processor;
    return;
  }
  finish_wave_brick(c, volume, kept, *work.bound, work.sixteenths(brick), streams, work.states[brick]);
}

}  // namespace

void launch_wave_encode(const WaveVolume& volume, const WavePacking& work, const WavePacked& packed,
                        cudaStream_t stream) {
  const auto bricks = static_cast<unsigned>(volume.bricks());
  const auto rows = static_cast<std::size_t>(volume.blocks) * (wave_side + sizeof(std::uint16_t));
  encode_bricks<<<bricks, wave_coder_threads, rows, stream>>>(volume, work, packed);
  check_cuda(cudaGetLastError(), "cannot pack a volume");
}

}  // namespace foldwave
