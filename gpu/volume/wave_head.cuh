// What the device reads of a packed brick of the codec wave before its coders begin: the head, checked
// against the bytes that there are, and the outliers.
#pragma once

#include "gpu/volume/wave_kernels.cuh"

namespace foldwave {

// What a brick's head says; the places are in its bytes.
struct WaveHead {
  WaveMode mode;
  WaveKept kept;
  float bound;
  std::uint8_t sixteenths;
  std::uint32_t used;
  int streams;
  struct Stream {
    std::uint32_t states, words, word_count, escapes, escape_bytes;
  } stream[wave_streams];
  std::uint32_t outliers, end;
  WaveShape shapes[wave_tables];
  std::uint8_t weights[wave_row_tables][wave_row_symbols];
};

// Numbers from bytes that may end early.
class WaveHeadReader {
 public:
  __device__ WaveHeadReader(const std::uint8_t* bytes, std::uint32_t size) : bytes_(bytes), size_(size) {}
  __device__ std::uint32_t take(int bytes) {
    if (!skip(static_cast<std::uint32_t>(bytes))) return 0;
    std::uint32_t value = 0;
    for (int i = 0; i < bytes; ++i)
      value |= std::uint32_t{bytes_[at_ - static_cast<std::uint32_t>(bytes) + i]} << (8 * i);
    return value;
  }
  __device__ bool skip(std::uint64_t bytes) {
    failed = failed || bytes > size_ - at_;
    if (!failed) at_ += static_cast<std::uint32_t>(bytes);
    return !failed;
  }
  __device__ std::uint32_t at() const { return at_; }
  bool failed = false;

 private:
  const std::uint8_t* bytes_;
  std::uint32_t size_, at_ = 0;
};

__device__ inline WaveState read_wave_head(const std::uint8_t* bytes, std::uint32_t size,
                                           const WaveVolume& volume, WaveHead& head) {
  WaveHeadReader reader(bytes, size);
  head.kept = {{volume.brick[0], volume.brick[1], volume.brick[2]}};
  head.mode = static_cast<WaveMode>(reader.take(1));
  if (head.mode == WaveMode::repeated) {
    for (int a = 0; a < 3; ++a) {
      const std::uint32_t n = reader.take(4);
      if (n < 1 || n > static_cast<std::uint32_t>(volume.brick[a])) return WaveState::damaged;
      head.kept.n[a] = static_cast<int>(n);
    }
    head.mode = static_cast<WaveMode>(reader.take(1));
  }
  if (reader.failed) return WaveState::damaged;
  if (head.mode == WaveMode::silent) return reader.at() == size ? WaveState::done : WaveState::damaged;
  if (head.mode == WaveMode::lossless || head.mode == WaveMode::predicted) return WaveState::for_processor;
  if (head.mode != WaveMode::transform) return WaveState::damaged;
  head.bound = __uint_as_float(reader.take(4));
  head.sixteenths = static_cast<std::uint8_t>(reader.take(1));
  head.used = reader.take(2);
  if (reader.failed || !(head.bound >= static_cast<float>(least_wave_bound) / 2.0F &&
                         head.bound <= static_cast<float>(greatest_wave_bound)))
    return WaveState::damaged;
  if (head.sixteenths == 0 || head.used >> wave_tables != 0) return WaveState::damaged;
  for (int t = 0; t < wave_tables; ++t) {
    if ((head.used >> t & 1U) == 0) continue;
    head.shapes[t].zero = static_cast<std::uint16_t>(reader.take(2));
    head.shapes[t].fall = static_cast<std::uint8_t>(reader.take(1));
    head.shapes[t].reach = static_cast<std::uint8_t>(reader.take(1));
  }
  for (auto& weights : head.weights)
    for (std::uint8_t& w : weights)
      w = static_cast<std::uint8_t>(reader.take(1));
  head.streams = static_cast<int>(reader.take(1));
  if (!wave_streams_are(head.streams)) return WaveState::damaged;
  for (int k = 0; k < head.streams; ++k) {
    WaveHead::Stream& stream = head.stream[k];
    stream.states = reader.at();
    reader.skip(4 * wave_side);
    stream.word_count = reader.take(4);
    stream.words = reader.at();
    reader.skip(2 * std::uint64_t{stream.word_count});
    stream.escape_bytes = reader.take(4);
    stream.escapes = reader.at();
    reader.skip(stream.escape_bytes);
  }
  head.outliers = reader.at();
  head.end = size;
  return reader.failed ? WaveState::damaged : WaveState::done;
}

// The bits of a brick's outliers, as one thread reads them: 32 and more at hand, brought 32 at a time.
class WaveBits {
 public:
  __device__ WaveBits(const std::uint8_t* bytes, std::uint32_t size) : bytes_(bytes), size_(size) {
    refill();
  }
  // At least 32 bits; zeros behind the end, which is told by `failed` at last.
  __device__ void refill() {
    if (bits_ >= 32) return;
    std::uint32_t word = 0;
    if (at_ < size_) {
      word = wave_word_at(bytes_, at_);
      if (size_ - at_ < 4) word &= (1U << (8U * (size_ - at_))) - 1U;
    }
    held_ |= std::uint64_t{word} << bits_;
    bits_ += 32;
    at_ += 4;
  }
  // count: 0 to 32.
  __device__ std::uint32_t take(int count) {
    const auto value = static_cast<std::uint32_t>(held_ & ((std::uint64_t{1} << count) - 1));
    skip(count);
    return value;
  }
  // Ones before the first zero, which is taken too where they are fewer than `most`, 31 at most.
  __device__ int ones(int most) {
    const std::uint32_t zeros = ~static_cast<std::uint32_t>(held_);
    const int found = zeros == 0 ? most : min(__ffs(static_cast<int>(zeros)) - 1, most);
    skip(found < most ? found + 1 : most);
    return found;
  }
  __device__ bool failed() const {
    return 8 * std::uint64_t{at_} - static_cast<std::uint64_t>(bits_) > 8 * std::uint64_t{size_};
  }

 private:
  __device__ void skip(int count) {
    held_ >>= count;
    bits_ -= count;
    refill();
  }
  const std::uint8_t* bytes_;
  std::uint32_t size_, at_ = 0;
  std::uint64_t held_ = 0;
  int bits_ = 0;
};

// By one thread (core/volume/codec/outliers.hpp).
__device__ inline WaveState take_wave_outliers(const WaveHead& head, const std::uint8_t* bytes,
                                               const WaveUnpacking& work, int brick) {
  WaveHeadReader reader(bytes + head.outliers, head.end - head.outliers);
  const std::uint32_t count = reader.take(4);
  work.outlier_counts[brick] = 0;
  if (reader.failed) return WaveState::damaged;
  if (count == 0) return WaveState::done;
  const std::uint64_t positions = static_cast<std::uint64_t>(head.kept.blocks()) * wave_block_values;
  if (count > positions || count / 4 > head.end - head.outliers - 4) return WaveState::damaged;
  if (count > work.most_outliers) return WaveState::for_processor;
  const auto rice = static_cast<int>(reader.take(1));
  if (reader.failed || rice > 31) return WaveState::damaged;
  WaveBits bits(bytes + head.outliers + 5, head.end - head.outliers - 5);
  WaveOutlier* const to = work.outliers + static_cast<std::size_t>(brick) * work.most_outliers;
  std::uint64_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const int high = bits.ones(longest_unary_gap);
    const std::uint64_t gap = high < longest_unary_gap
                                  ? (static_cast<std::uint64_t>(high) << rice) + bits.take(rice)
                                  : bits.take(32);
    const std::uint64_t position = next + gap;
    if (position >= positions) return WaveState::damaged;
    next = position + 1;
    const int mend = bits.ones(most_quanta);
    int quanta = 0;
    std::uint32_t exact = 0;
    if (mend == most_quanta)
      exact = bits.take(32);
    else
      quanta = bits.take(1) == 1 ? -mend - 1 : mend + 1;
    to[i] = wave_outlier(static_cast<std::uint32_t>(position), quanta, exact);
  }
  if (bits.failed()) return WaveState::damaged;
  work.outlier_counts[brick] = count;
  return WaveState::done;
}

}  // namespace foldwave
