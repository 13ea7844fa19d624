#include "core/volume/codec/wave/wave_transform.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/volume/codec/wave/wave_lane.hpp"

namespace foldwave {

namespace {

constexpr std::size_t most_blocks = (std::size_t{1} << 32) / wave_block_values - 1;

// The blocks of a brick, x fastest; those at its upper sides reach beyond it.
class Blocks {
 public:
  explicit Blocks(BrickShape shape) : shape_(shape.n) {
    for (std::size_t a = 0; a < 3; ++a)
      count_[a] = (shape_[a] + wave_side - 1) / wave_side;
  }
  std::size_t count() const {
    return static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]) *
           static_cast<std::size_t>(count_[2]);
  }
  // The block's values, its last ones repeated beyond the brick.
  void gather(std::size_t block, const float* brick, float* values) const {
    const Place p = place(block);
    for (int z = 0; z < wave_side; ++z)
      for (int y = 0; y < wave_side; ++y) {
        const float* const row = brick + at(p, std::min(y, p.size[1] - 1), std::min(z, p.size[2] - 1));
        float* const to = values + (z * wave_side + y) * wave_side;
        if (p.size[0] == wave_side) {
          std::memcpy(to, row, wave_side * sizeof(float));
          continue;
        }
        std::memcpy(to, row, static_cast<std::size_t>(p.size[0]) * sizeof(float));
        std::fill(to + p.size[0], to + wave_side, row[p.size[0] - 1]);
      }
  }
  void scatter(std::size_t block, const float* values, float* brick) const {
    const Place p = place(block);
    for (int z = 0; z < p.size[2]; ++z)
      for (int y = 0; y < p.size[1]; ++y) {
        float* const row = brick + at(p, y, z);
        const float* const from = values + (z * wave_side + y) * wave_side;
        if (p.size[0] == wave_side)
          std::memcpy(row, from, wave_side * sizeof(float));
        else
          std::memcpy(row, from, static_cast<std::size_t>(p.size[0]) * sizeof(float));
      }
  }
  bool meets(std::size_t block, const BrickPart& part) const {
    const Place p = place(block);
    for (std::size_t a = 0; a < 3; ++a)
      if (p.from[a] >= part.low[a] + part.n[a] || part.low[a] >= p.from[a] + p.size[a]) return false;
    return true;
  }
  // Which lanes of a block's row lie in the brick.
  std::uint16_t inside(std::size_t block, int row) const {
    const Place p = place(block);
    if (row % wave_side >= p.size[1] || row / wave_side >= p.size[2]) return 0;
    return static_cast<std::uint16_t>((1U << p.size[0]) - 1);
  }

 private:
  struct Place {
    std::array<int, 3> from, size;
  };
  Place place(std::size_t block) const {
    const auto b = static_cast<int>(block);
    Place p{{b % count_[0], b / count_[0] % count_[1], b / count_[0] / count_[1]}, {}};
    for (std::size_t a = 0; a < 3; ++a) {
      p.from[a] *= wave_side;
      p.size[a] = std::min(wave_side, shape_[a] - p.from[a]);
    }
    return p;
  }
  std::size_t at(const Place& p, int y, int z) const {
    return (static_cast<std::size_t>(p.from[2] + z) * static_cast<std::size_t>(shape_[1]) +
            static_cast<std::size_t>(p.from[1] + y)) *
               static_cast<std::size_t>(shape_[0]) +
           static_cast<std::size_t>(p.from[0]);
  }
  std::array<int, 3> shape_, count_;
};

// What the blocks have become before they are coded.
struct Quantised {
  std::vector<WaveRowCounts> rows;
  std::vector<WaveCoded> coded;
  std::vector<std::int32_t> escaped;
  std::vector<std::size_t> escaped_before;  // of each block, and of all
  std::vector<Outlier> outliers;
};

constexpr std::size_t most_sampled = wave_sampled_blocks;

std::uint8_t step_of(const WaveKernels& kernels, const Blocks& blocks, const float* brick, float bound) {
  alignas(64) float values[wave_block_values];
  alignas(64) static constexpr float silence[wave_block_values] = {};
  alignas(64) std::int32_t q[wave_block_values];
  std::uint16_t beyond[wave_side * wave_side];
  WaveRowCounts rows;
  const float inverse = wave_steps(bound, wave_sampling_step).inverse;
  std::int64_t bits = 0;
  std::size_t sampled = 0;
  const auto sample = [&](std::size_t first, std::size_t stride) {
    for (std::size_t b = first; b < blocks.count() && sampled < most_sampled; b += stride) {
      blocks.gather(b, brick, values);
      if (!kernels.compare(values, silence, bound, beyond)) continue;
      kernels.forward(values, inverse, q, rows);
      for (std::size_t z = 0; z < wave_side; ++z)
        for (std::size_t i = 0; i < std::size_t{rows[z]} * wave_side; ++i)
          bits += std::bit_width(static_cast<std::uint32_t>(std::abs(q[z * wave_side * wave_side + i])));
      ++sampled;
    }
  };
  const std::size_t stride = (blocks.count() + most_sampled - 1) / most_sampled;
  sample(stride / 2, stride);
  // Of a brick that is mostly silent the blocks that are not have to be looked for.
  if (sampled < most_sampled / 2) sample(0, 1);
  return wave_sixteenths(bits, static_cast<std::int64_t>(sampled * wave_block_values));
}

void quantise(const WaveKernels& kernels, const Blocks& blocks, const float* brick, const WaveSteps& steps,
              Quantised& made) {
  made.rows.assign(blocks.count(), {});
  made.coded.clear();
  made.escaped.clear();
  made.escaped_before.clear();
  made.outliers.clear();
  alignas(64) float values[wave_block_values], decoded[wave_block_values];
  alignas(64) static constexpr float silence[wave_block_values] = {};
  alignas(64) std::int32_t q[wave_block_values];
  std::uint16_t beyond[wave_side * wave_side];
  for (std::size_t b = 0; b < blocks.count(); ++b) {
    made.escaped_before.push_back(made.escaped.size());
    blocks.gather(b, brick, values);
    if (!kernels.compare(values, silence, steps.bound, beyond)) continue;
    kernels.forward(values, steps.inverse, q, made.rows[b]);
    kernels.inverse(q, made.rows[b], steps.step, decoded);
    kernels.classify(q, made.rows[b], made.coded, made.escaped);
    if (!kernels.compare(values, decoded, steps.bound, beyond)) continue;
    for (int row = 0; row < wave_side * wave_side; ++row) {
      if (beyond[row] == 0) continue;
      for (unsigned left = beyond[row] & blocks.inside(b, row); left != 0; left &= left - 1) {
        const int at = row * wave_side + std::countr_zero(left);
        made.outliers.push_back(
            outlier_of(static_cast<std::uint32_t>(b * wave_block_values) + static_cast<std::uint32_t>(at),
                       values[at], decoded[at], steps.bound, steps.quantum));
      }
    }
  }
  made.escaped_before.push_back(made.escaped.size());
}

// The blocks of one stream.
struct StreamBlocks {
  StreamBlocks(int stream, int streams, std::size_t blocks)
      : first(
            static_cast<std::size_t>(wave_stream_begin(stream, streams, static_cast<std::int64_t>(blocks)))),
        end(static_cast<std::size_t>(
            wave_stream_begin(stream + 1, streams, static_cast<std::int64_t>(blocks)))) {}
  std::size_t first, end;
};

// Which of the two tables a tile's count of rows has: by the block before in its stream.
std::size_t row_table_of(const WaveRowCounts* before, std::size_t tile) {
  return before != nullptr && (*before)[tile] != 0 ? 1 : 0;
}

using WaveRowTableCounts = std::array<std::array<std::uint32_t, wave_row_symbols>, wave_row_tables>;
WaveRowTableCounts count_rows(const Quantised& made, int streams) {
  WaveRowTableCounts counts{};
  for (int k = 0; k < streams; ++k) {
    const StreamBlocks blocks(k, streams, made.rows.size());
    for (std::size_t b = blocks.first; b < blocks.end; ++b)
      for (std::size_t z = 0; z < wave_side; ++z)
        ++counts[row_table_of(b == blocks.first ? nullptr : &made.rows[b - 1], z)][made.rows[b][z]];
  }
  return counts;
}

// The blocks of a stream, the last first; `end`: behind their coded rows.
void code_stream(const WaveKernels& kernels, const Quantised& made, const StreamBlocks& blocks,
                 const WaveEncodeTables& tables, const WaveCoded* end, std::vector<std::byte>& bytes) {
  std::size_t all = 0;
  for (std::size_t b = blocks.first; b < blocks.end; ++b)
    for (const std::uint8_t r : made.rows[b])
      all += r;
  WaveEncoder encoder =
      begin_wave_stream(tables, 2 * wave_side * all + wave_side * (blocks.end - blocks.first));
  const WaveCoded* row = end;
  for (std::size_t b = blocks.end; b-- > blocks.first;) {
    std::size_t used = 0;
    std::array<WaveCoded, wave_side> rows;
    for (std::size_t z = 0; z < wave_side; ++z) {
      const auto table = wave_tables + row_table_of(b == blocks.first ? nullptr : &made.rows[b - 1], z);
      rows[z] = static_cast<WaveCoded>(table << wave_coded_table) | WaveCoded{made.rows[b][z]}
                                                                        << wave_coded_symbol;
      used += made.rows[b][z];
    }
    kernels.encode(encoder, row, used);
    row -= used * wave_side;
    kernels.encode(encoder, rows.data() + wave_side, 1);
  }
  const std::span escaped(made.escaped);
  const std::size_t first = made.escaped_before[blocks.first];
  put_wave_stream(encoder, escaped.subspan(first, made.escaped_before[blocks.end] - first), bytes);
}

std::vector<std::byte> code(const WaveKernels& kernels, const Quantised& made, float bound,
                            std::uint8_t sixteenths) {
  std::vector<std::byte> bytes;
  put(bytes, WaveMode::transform);
  put(bytes, bound);
  put(bytes, sixteenths);
  WaveEncodeTables tables;
  put_wave_tables(made.coded, tables, bytes);
  const int streams = wave_stream_count(static_cast<std::int64_t>(made.coded.size() / wave_side),
                                        static_cast<std::int64_t>(made.rows.size()));
  const WaveRowTableCounts counts = count_rows(made, streams);
  for (std::size_t t = 0; t < wave_row_tables; ++t) {
    const auto weights = wave_row_weights(counts[t]);
    put(bytes, weights);
    tables.set(wave_tables + t, wave_frequencies(weights));
  }
  put(bytes, static_cast<std::uint8_t>(streams));
  const WaveCoded* end = made.coded.data();
  for (int k = 0; k < streams; ++k) {
    const StreamBlocks blocks(k, streams, made.rows.size());
    for (std::size_t b = blocks.first; b < blocks.end; ++b)
      for (const std::uint8_t r : made.rows[b])
        end += std::size_t{r} * wave_side;
    code_stream(kernels, made, blocks, tables, end, bytes);
  }
  put_outliers(made.outliers, bytes);
  return bytes;
}

}  // namespace

bool wave_transform_takes(BrickShape shape) {
  return Blocks(shape).count() <= most_blocks;
}

std::vector<std::byte> pack_transform(const WaveKernels& kernels, std::span<const float> values,
                                      BrickShape shape, float bound) {
  // Room that is taken once a thread.
  thread_local Quantised made;
  const Blocks blocks(shape);
  const std::uint8_t sixteenths = step_of(kernels, blocks, values.data(), bound);
  quantise(kernels, blocks, values.data(), wave_steps(bound, sixteenths / 16.0F), made);
  if (made.coded.empty() && made.outliers.empty()) return {static_cast<std::byte>(WaveMode::silent)};
  return code(kernels, made, bound, sixteenths);
}

void unpack_transform(const WaveKernels& kernels, ByteReader& reader, BrickShape shape, const BrickPart& part,
                      std::span<float> brick) {
  const float bound = take_wave_bound(reader);
  const auto sixteenths = reader.take<std::uint8_t>();
  if (sixteenths == 0) refuse_brick("its step makes no sense");
  const WaveSteps steps = wave_steps(bound, sixteenths / 16.0F);
  thread_local std::vector<std::uint32_t> slots;
  slots.resize(static_cast<std::size_t>(wave_tables + wave_row_tables) * wave_total);
  take_wave_tables(reader, slots.data());
  std::uint32_t* table = slots.data() + std::size_t{wave_tables} * wave_total;
  for (int t = 0; t < wave_row_tables; ++t, table += wave_total)
    fill_decode_table(wave_frequencies(reader.take<std::array<std::uint8_t, wave_row_symbols>>()), table);
  const int streams = reader.take<std::uint8_t>();
  if (!wave_streams_are(streams)) refuse_brick("it has streams that are none");
  thread_local std::array<std::vector<std::uint16_t>, wave_streams> words;
  std::array<WaveDecoder, wave_streams> decoders;
  for (std::size_t k = 0; k < static_cast<std::size_t>(streams); ++k) {
    decoders[k] = take_wave_stream(reader, words[k]);
    decoders[k].tables = slots.data();
    decoders[k].row_tables = slots.data() + std::size_t{wave_tables} * wave_total;
  }
  const Blocks blocks(shape);
  if (blocks.count() > most_blocks) refuse_brick("it is too large");
  const std::vector<Outlier> outliers = take_outliers(
      reader.take_bytes(reader.left()), static_cast<std::uint32_t>(blocks.count() * wave_block_values));
  auto outlier = outliers.begin();
  alignas(64) std::int32_t q[wave_block_values];
  alignas(64) float values[wave_block_values];
  for (int k = 0; k < streams; ++k) {
    const StreamBlocks here(k, streams, blocks.count());
    // A coder goes from block to block, up to the last one that is wanted.
    std::size_t end = here.end;
    while (end > here.first && !blocks.meets(end - 1, part))
      --end;
    WaveDecoder& decoder = decoders[static_cast<std::size_t>(k)];
    WaveRowCounts rows{};
    for (std::size_t b = here.first; b < end; ++b) {
      if (!kernels.decode(decoder, rows, q)) refuse_brick("its coefficients make no sense");
      if (!blocks.meets(b, part)) continue;
      kernels.inverse(q, rows, steps.step, values);
      const std::size_t first = b * wave_block_values;
      while (outlier != outliers.end() && outlier->position < first)
        ++outlier;
      for (; outlier != outliers.end() && outlier->position < first + wave_block_values; ++outlier) {
        float& value = values[outlier->position - first];
        value = mended(*outlier, value, steps.quantum);
      }
      blocks.scatter(b, values, brick.data());
    }
    if (end == here.end && !wave_stream_has_ended(decoder))
      refuse_brick("its coefficients do not end where they should");
  }
}

}  // namespace foldwave
