// Unpacking by the codec wave, from bytes to coefficients. A group a brick: all its threads make the tables;
// then a warp for each two streams is 32 range coders, another reads the outliers and one the checksum. The
// coders' words come through registers, 32 at a time, two times 32 ahead.
#include "gpu/base/device_array.cuh"
#include "gpu/volume/wave_head.cuh"

namespace foldwave {

namespace {

constexpr int decoder_threads = 256, outlier_warp = wave_streams / 2, checksum_warp = outlier_warp + 1;

// Symbols of slots; of counts of rows where each begins.
constexpr std::uint32_t last_span = (wave_total - 1) << 16 | 1U;  // of the escape, in every table
constexpr int slots_a_byte = 2, wave_slot_words = wave_total / (4 * slots_a_byte);  // of a table
struct Tables {
  std::uint32_t symbols[wave_tables * wave_slot_words];  // a byte for two slots: of the first
  std::uint32_t span[wave_tables * wave_symbols + 1];    // start << 16 | frequency
  std::uint32_t row_span[wave_row_tables][wave_row_symbols + 1];
};
struct Decoders {
  Tables tables;
  WaveHead head;
  // Of each stream: what is known of a row from the layers above, and the magnitudes of the layer above.
  std::int32_t near[wave_streams][wave_side][wave_side], above[wave_streams][wave_side][wave_side];
  std::uint32_t state;
  std::uint32_t failed;
};

// Frequencies into spans; until then they lie where the symbols will.
__device__ void make_spans(Decoders& d) {
  const int t = static_cast<int>(threadIdx.x);
  if (t >= wave_all_tables) return;
  auto* const frequencies = reinterpret_cast<std::uint16_t*>(d.tables.symbols) + t * wave_symbols;
  const bool is_row = t >= wave_tables;
  bool good = true;
  if (is_row) {
    good = fill_wave_row_frequencies(d.head.weights[t - wave_tables], frequencies);
  } else if ((d.head.used >> t & 1U) != 0) {
    good = fill_wave_frequencies(d.head.shapes[t], frequencies);
  } else {
    for (int s = 0; s < wave_symbols; ++s)
      frequencies[s] = 0;
  }
  if (!good) d.failed = 1;
  std::uint32_t start = 0;
  for (int s = 0; s < wave_symbols; ++s) {
    const std::uint32_t f = frequencies[s], span = start << 16 | f;
    if (!is_row)
      d.tables.span[t * wave_symbols + s] = span;
    else if (s < wave_row_symbols)
      d.tables.row_span[t - wave_tables][s] = span;
    else if (s == wave_escape)
      d.tables.row_span[t - wave_tables][wave_row_symbols] = span;
    start += f;
  }
}

// Four bytes a thread: the symbol of the first slot by halving, the others by going on.
__device__ void fill_symbols(Decoders& d) {
  for (int i = static_cast<int>(threadIdx.x); i < wave_tables * wave_slot_words; i += decoder_threads) {
    const int table = i / wave_slot_words;
    if ((d.head.used >> table & 1U) == 0) {
      d.tables.symbols[i] = 0;
      continue;
    }
    const std::uint32_t* const span = d.tables.span + table * wave_symbols;
    const auto slot = static_cast<std::uint32_t>(i % wave_slot_words * 4 * slots_a_byte);
    int symbol = 0;
#pragma unroll
    for (int step = wave_symbols / 2; step > 0; step /= 2)
      if (span[symbol + step] >> 16 <= slot) symbol += step;
    std::uint32_t four = 0;
#pragma unroll
    for (std::uint32_t k = 0; k < 4; ++k) {
      while (symbol + 1 < wave_symbols && span[symbol + 1] >> 16 <= slot + k * slots_a_byte)
        ++symbol;
      four |= static_cast<std::uint32_t>(symbol) << (8 * k);
    }
    d.tables.symbols[i] = four;
  }
}

// A warp is the coders of two streams, a half each, and goes the way of both: what only one has to do, the
// other does without effect.
__device__ int lane_of_half() {
  return wave_lane() & (wave_side - 1);
}
__device__ unsigned votes_of_half(unsigned votes) {
  return votes >> (wave_lane() & wave_side) & 0xFFFFU;
}

// A stream's words, as 16 lanes read them: 32 at hand, and two times 32 ahead.
class Words {
 public:
  __device__ Words(const std::uint8_t* bytes, std::uint32_t count) : bytes_(bytes), count_(count) {
    now_ = bring(0);
    next_ = bring(words_a_window);
    later_ = bring(2 * words_a_window);
  }
  // Lanes that are `there` and below 2^16 take the next words, the lowest lane the first.
  __device__ __forceinline__ void refill(std::uint32_t& x, bool there, unsigned below) {
    const bool low = there && x < 1U << 16;
    const unsigned lanes = votes_of_half(__ballot_sync(wave_all_lanes, low));
    const int at = at_ + __popc(lanes & below);
    const std::uint32_t a = __shfl_sync(wave_all_lanes, now_, at >> 1, wave_side),
                        b = __shfl_sync(wave_all_lanes, next_, at >> 1, wave_side);
    const std::uint32_t word = __funnelshift_r(at < words_a_window ? a : b, 0U, at << 4) & 0xFFFFU;
    if (low) x = x << 16 | word;
    at_ += __popc(lanes);
    if (at_ >= words_a_window) {
      at_ -= words_a_window;
      first_ += words_a_window;
      now_ = next_;
      next_ = later_;
      later_ = bring(first_ + 2 * words_a_window);
    }
  }
  __device__ bool ended() const { return first_ + static_cast<std::uint32_t>(at_) == count_; }

 private:
  static constexpr int words_a_window = 2 * wave_side;
  // Behind the end there are zeros.
  __device__ std::uint32_t bring(std::uint32_t first) const {
    const std::uint32_t at = first + 2U * static_cast<std::uint32_t>(lane_of_half());
    if (at >= count_) return 0;
    const std::uint32_t two = wave_word_at(bytes_, 2ULL * at);
    return at + 1 < count_ ? two : two & 0xFFFFU;
  }
  const std::uint8_t* bytes_;
  std::uint32_t count_, first_ = 0;
  int at_ = 0;
  std::uint32_t now_, next_, later_;
};

// One integer of 7 bits a byte.
struct Escapes {
  const std::uint8_t* bytes;
  std::uint32_t left;
  bool failed;
  __device__ std::int32_t take() {
    std::uint32_t folded = 0;
    for (int shift = 0; shift < 35 && left > 0; shift += 7) {
      const std::uint32_t byte = *bytes++;
      --left;
      folded |= (byte & 127U) << shift;
      if (byte < 128) return static_cast<std::int32_t>((folded >> 1) ^ ((folded & 1U) != 0 ? ~0U : 0U));
    }
    failed = true;
    return 0;
  }
};

// The range coders of a stream.
class Coders {
 public:
  __device__ Coders(const Decoders& d, const WaveHead::Stream& stream, const std::uint8_t* bytes)
      : d_(d),
        symbols_(reinterpret_cast<const std::uint8_t*>(d.tables.symbols)),
        words_(bytes + stream.words, stream.word_count),
        escapes_{bytes + stream.escapes, stream.escape_bytes, false},
        below_((1U << lane_of_half()) - 1U),
        used_(d.head.used),
        x_(wave_word_at(bytes, stream.states + 4U * static_cast<std::uint32_t>(lane_of_half()))) {}

  // How many rows each layer has; `before`: of the block before in the stream.
  __device__ std::uint32_t take_counts(std::uint32_t before, bool there) {
    const std::uint32_t* const span = d_.tables.row_span[before == 0 ? 0 : 1];
    const std::uint32_t slot = x_ & (wave_total - 1);
    std::uint32_t mine = span[0], count = 0;
#pragma unroll
    for (int s = 1; s <= wave_row_symbols; ++s) {
      const std::uint32_t other = span[s];
      if (other >> 16 <= slot) {
        mine = other;
        count = static_cast<std::uint32_t>(s);
      }
    }
    if (there) x_ = (mine & 0xFFFFU) * (x_ >> wave_precision) + slot - (mine >> 16);
    words_.refill(x_, there, below_);
    escapes_.failed = escapes_.failed || (there && count > wave_side);
    return there && count <= wave_side ? count : 0;
  }

  // The coefficient of a row from the magnitudes around.
  __device__ __forceinline__ std::int32_t take(std::int32_t m, bool there) {
    const WaveLaneClass c = wave_lane_class(m);
    const std::uint32_t slot = x_ & (wave_total - 1);
    // The second slot may be the next symbol's; the last of all is the escape's, behind symbols without any.
    // Votes before what is waited for: they cost nothing there.
    const bool is_last = slot == wave_total - 1, has_raw = there && c.raw != 0;
    const bool any_raw = __any_sync(wave_all_lanes, has_raw) != 0;
    const unsigned votes = __ballot_sync(wave_all_lanes, there && is_last);
    std::uint32_t symbol = symbols_[c.table * (4 * wave_slot_words) + static_cast<int>(slot / slots_a_byte)];
    const std::uint32_t* const spans = d_.tables.span + c.table * wave_symbols + static_cast<int>(symbol);
    const std::uint32_t first = spans[0], second = spans[1];
    const bool is_next = slot - (first >> 16) >= (first & 0xFFFFU);
    const std::uint32_t span = is_last ? last_span : is_next ? second : first;
    symbol = is_last ? wave_escape : is_next ? symbol + 1 : symbol;
    if (there) {
      missing_ |= ~(used_ >> c.table);
      x_ = (span & 0xFFFFU) * (x_ >> wave_precision) + slot - (span >> 16);
    }
    words_.refill(x_, there, below_);
    std::uint32_t low = 0;
    if (any_raw) {
      if (has_raw) {
        low = x_ & ((1U << c.raw) - 1U);
        x_ >>= c.raw;
      }
      words_.refill(x_, has_raw, below_);
    }
    std::int32_t whole = wave_uncoded(static_cast<int>(symbol), low, c.raw);
    if (votes != 0)
      for (unsigned escaped = votes_of_half(votes); escaped != 0; escaped &= escaped - 1) {
        const std::int32_t one = escapes_.take();
        if (__ffs(static_cast<int>(escaped)) - 1 == lane_of_half()) whole = one;
      }
    return there ? whole : 0;
  }

  // By all lanes of the warp; of this half.
  __device__ bool ended() const {
    const bool mine =
        x_ == 1U << 16 && (missing_ & 1U) == 0 && words_.ended() && escapes_.left == 0 && !escapes_.failed;
    return votes_of_half(__ballot_sync(wave_all_lanes, mine)) == 0xFFFFU;
  }

 private:
  const Decoders& d_;
  const std::uint8_t* symbols_;
  Words words_;
  Escapes escapes_;
  unsigned below_;
  std::uint32_t used_, x_, missing_ = 0;
};

// One block's rows, of which lane z of a half knows how many layer z has.
__device__ void take_block(Coders& coders, std::int32_t (&nears)[wave_side][wave_side],
                           std::int32_t (&aboves)[wave_side][wave_side], std::uint32_t count,
                           std::int32_t* coefficients) {
  const int lane = lane_of_half();
#pragma unroll
  for (int x = 0; x < wave_side; ++x)
    nears[x][lane] = aboves[x][lane] = 0;
  for (int z = 0; z < wave_side; ++z) {
    const int used = static_cast<int>(__shfl_sync(wave_all_lanes, count, z, wave_side));
    const int other = __shfl_xor_sync(wave_all_lanes, used, wave_side), most = max(used, other);
    std::int32_t beside = 0, beside2 = 0, beside_sum = 0;
    std::int32_t* const to = coefficients + z * wave_side * wave_side + lane;
    std::int32_t near = nears[0][lane], above = aboves[0][lane];
    for (int x = 0; x < most; ++x) {
      const int next = min(x + 1, wave_side - 1);
      const std::int32_t near_next = nears[next][lane], above_next = aboves[next][lane];
      const bool there = x < used;
      const std::int32_t q = coders.take(beside_sum + beside2 + near, there);
      const std::int32_t a = wave_magnitude(q);
      const std::int32_t left = __shfl_up_sync(wave_all_lanes, a, 1, wave_side),
                         right = __shfl_down_sync(wave_all_lanes, a, 1, wave_side);
      beside2 = beside;
      beside = a;
      beside_sum = a + a + (lane > 0 ? left : 0) + (lane < wave_side - 1 ? right : 0);
      // Rows that are not there are zeros: what they leave is right.
      nears[x][lane] = (there ? beside_sum : 0) + above;
      aboves[x][lane] = a;
      if (there) to[x * wave_side] = q;
      near = near_next;
      above = above_next;
    }
    for (int x = most; x < wave_side; ++x) {
      nears[x][lane] = aboves[x][lane];
      aboves[x][lane] = 0;
    }
  }
}

// By a warp: the blocks of two streams. Tells whether this half's ended as it should.
__device__ bool take_blocks(Decoders& d, int pair, const WaveVolume& volume, const WaveUnpacking& work,
                            int brick, const std::uint8_t* bytes) {
  const int stream = 2 * pair + wave_lane() / wave_side, streams = d.head.streams;
  const int lane = lane_of_half(), blocks = d.head.kept.blocks();
  const bool is_one = stream < streams;
  Coders coders(d, d.head.stream[is_one ? stream : 0], bytes);
  const int begin = is_one ? wave_stream_begin(stream, streams, blocks) : 0,
            end = is_one ? wave_stream_begin(stream + 1, streams, blocks) : 0;
  const int most = max(end - begin, __shfl_xor_sync(wave_all_lanes, end - begin, wave_side));
  std::uint32_t count = 0;
  for (int i = 0; i < most; ++i) {
    const bool there = begin + i < end;
    const Index number = Index{1} * brick * volume.blocks + begin + (there ? i : 0);
    count = coders.take_counts(count, there);
    if (there) work.rows[number * wave_side + lane] = static_cast<std::uint8_t>(count);
    if (__any_sync(wave_all_lanes, count != 0))
      take_block(coders, d.near[stream], d.above[stream], count,
                 work.coefficients + number * wave_block_values);
  }
  return coders.ended() || !is_one;
}

__global__ __launch_bounds__(decoder_threads, 4) void decode_bricks(WaveVolume volume, WaveUnpacking work) {
  extern __shared__ __align__(16) std::uint8_t dynamic[];
  Decoders& d = *reinterpret_cast<Decoders*>(dynamic);
  const int brick = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x);
  const std::uint64_t begin = work.starts[brick], end = work.starts[brick + 1];
  const std::uint8_t* const bytes = work.bytes + begin;
  const std::uint32_t size =
      end - begin >= 4 && end - begin < (1ULL << 31) ? static_cast<std::uint32_t>(end - begin) - 4 : 0U;
  if (thread == 0) {
    d.failed = 0;
    WaveState state = size == 0 ? WaveState::damaged : read_wave_head(bytes, size, volume, d.head);
    d.state = static_cast<std::uint32_t>(state);
    work.kept[brick] = d.head.kept;
    work.steps[brick] = wave_steps(d.head.bound, d.head.sixteenths / 16.0F);
    work.outlier_counts[brick] = 0;
  }
  __syncthreads();
  if (d.state != static_cast<std::uint32_t>(WaveState::done)) {
    if (thread == 0) work.states[brick] = static_cast<WaveState>(d.state);
    return;
  }
  const bool silent = d.head.mode == WaveMode::silent;
  if (silent) {
    const int counts = d.head.kept.blocks() * wave_side;
    for (int i = thread; i < counts; i += decoder_threads)
      work.rows[Index{1} * brick * volume.blocks * wave_side + i] = 0;
  } else {
    make_spans(d);
    __syncthreads();
    fill_symbols(d);
  }
  __syncthreads();
  std::uint32_t failed = d.failed;
  const int warp = thread / 32;
  if (!silent && failed == 0 && warp < (d.head.streams + 1) / 2) {
    if (!take_blocks(d, warp, volume, work, brick, bytes)) failed = 1;
  } else if (!silent && failed == 0 && thread == outlier_warp * 32) {
    failed = static_cast<std::uint32_t>(take_wave_outliers(d.head, bytes, work, brick));
  } else if (warp == checksum_warp) {
    if (wave_checksum(bytes, size, volume.brick) != wave_word_at(bytes, size)) failed = 1;
  }
  const bool damaged = __syncthreads_or(failed == static_cast<std::uint32_t>(WaveState::damaged)) != 0;
  const bool passed_on =
      __syncthreads_or(failed == static_cast<std::uint32_t>(WaveState::for_processor)) != 0;
  if (thread == 0)
    work.states[brick] = damaged     ? WaveState::damaged
                         : passed_on ? WaveState::for_processor
                                     : WaveState::done;
}

}  // namespace

void launch_wave_decode(const WaveVolume& volume, const WaveUnpacking& work, cudaStream_t stream) {
  check_cuda(
      cudaFuncSetAttribute(decode_bricks, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Decoders)),
      "cannot unpack a volume");
  decode_bricks<<<static_cast<unsigned>(volume.bricks()), decoder_threads, sizeof(Decoders), stream>>>(volume,
                                                                                                       work);
  check_cuda(cudaGetLastError(), "cannot unpack a volume");
}

}  // namespace foldwave
