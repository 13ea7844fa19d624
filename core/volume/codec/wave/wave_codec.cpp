#include "core/volume/codec/wave/wave_codec.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/volume/codec/byte_stream.hpp"
#include "core/volume/codec/lossless/shuffled.hpp"
#include "core/volume/codec/outliers.hpp"
#include "core/volume/codec/seal.hpp"
#include "core/volume/codec/wave/wave_tables.hpp"

namespace foldwave {

namespace {

enum class WaveMode : std::uint8_t { lossless, silent, transform };

constexpr float mend_bounds = 1.5F;  // a quantum of the outliers
// Below, squares of single precision vanish; above, they overflow.
constexpr double least_bound = 1e-30, greatest_bound = 1e30;

constexpr std::size_t most_blocks =
    (std::size_t{1} << 32) / wave_block_values - 1;  // of positions in 32 bits

struct WaveSteps {
  float bound, step, inverse, quantum;
};
WaveSteps steps_of(float bound) {
  const float step = bound * wave_steps_a_bound;
  return {bound, step, 1.0F / step, bound * mend_bounds};
}

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

Outlier outlier_of(std::uint32_t position, float value, float decoded, const WaveSteps& steps) {
  Outlier o{position, 0, value};
  const float quanta = (value - decoded) / steps.quantum;
  if (!(std::abs(quanta) < static_cast<float>(most_quanta) + 0.5F)) return o;
  const auto k = static_cast<std::int32_t>(quanta + (quanta < 0.0F ? -0.5F : 0.5F));
  const float mended = decoded + static_cast<float>(k) * steps.quantum;
  if (k != 0 && std::abs(k) <= most_quanta && std::abs(value - mended) <= steps.bound) o.quanta = k;
  return o;
}

// What the blocks have become before they are coded.
struct Quantised {
  std::vector<WaveRowCounts> rows;
  std::vector<WaveCoded> coded;
  std::vector<std::int32_t> escaped;
  std::vector<Outlier> outliers;
};

void quantise(const WaveKernels& kernels, const Blocks& blocks, const float* brick, const WaveSteps& steps,
              Quantised& made) {
  made.rows.assign(blocks.count(), {});
  made.coded.clear();
  made.escaped.clear();
  made.outliers.clear();
  alignas(64) float values[wave_block_values], decoded[wave_block_values];
  alignas(64) static constexpr float silence[wave_block_values] = {};
  alignas(64) std::int32_t q[wave_block_values];
  std::uint16_t beyond[wave_side * wave_side];
  for (std::size_t b = 0; b < blocks.count(); ++b) {
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
                       values[at], decoded[at], steps));
      }
    }
  }
}

// Which of the two tables a tile's count of rows has: by the block before.
std::size_t row_table_of(const WaveRowCounts* before, std::size_t tile) {
  return before != nullptr && (*before)[tile] != 0 ? 1 : 0;
}

struct WaveCounts {
  std::array<std::array<std::uint32_t, wave_symbols>, wave_tables> symbols{};
  std::array<std::array<std::uint32_t, wave_row_symbols>, wave_row_tables> rows{};
};
WaveCounts count_symbols(const Quantised& made) {
  WaveCounts counts;
  // Four counts in turns: one that is raised again at once waits for itself.
  std::array<std::array<std::uint32_t, std::size_t{wave_tables} * wave_symbols>, 4> turns{};
  for (std::size_t i = 0; i < made.coded.size(); ++i)
    ++turns[i % 4][made.coded[i] >> wave_coded_symbol & 1023U];
  for (std::size_t t = 0; t < wave_tables; ++t)
    for (std::size_t s = 0; s < wave_symbols; ++s)
      for (const auto& turn : turns)
        counts.symbols[t][s] += turn[t * wave_symbols + s];
  for (std::size_t b = 0; b < made.rows.size(); ++b)
    for (std::size_t z = 0; z < wave_side; ++z)
      ++counts.rows[row_table_of(b == 0 ? nullptr : &made.rows[b - 1], z)][made.rows[b][z]];
  return counts;
}

std::vector<std::byte> code(const WaveKernels& kernels, const Quantised& made, float bound) {
  const WaveCounts counts = count_symbols(made);
  std::vector<std::byte> bytes;
  put(bytes, WaveMode::transform);
  put(bytes, bound);
  WaveEncodeTables tables;
  for (std::size_t t = 0; t < wave_tables; ++t) {
    const WaveShape shape = wave_shape(counts.symbols[t]);
    put(bytes, shape.zero);
    put(bytes, shape.fall);
    put(bytes, shape.reach);
    tables.set(t, wave_frequencies(shape));
  }
  for (std::size_t t = 0; t < wave_row_tables; ++t) {
    const auto weights = wave_row_weights(counts.rows[t]);
    put(bytes, weights);
    tables.set(wave_tables + t, wave_frequencies(weights));
  }
  thread_local std::vector<std::uint16_t> room;
  room.resize(std::max(room.size(), 2 * made.coded.size() + wave_side * made.rows.size()));
  WaveEncoder encoder;
  encoder.state.fill(1U << 16);
  encoder.word = room.data() + room.size();
  encoder.tables = &tables;
  const WaveCoded* row = made.coded.data() + made.coded.size();
  for (std::size_t b = made.rows.size(); b-- > 0;) {
    std::size_t used = 0;
    std::array<WaveCoded, wave_side> rows;
    for (std::size_t z = 0; z < wave_side; ++z) {
      const auto table = wave_tables + row_table_of(b == 0 ? nullptr : &made.rows[b - 1], z);
      rows[z] = static_cast<WaveCoded>(table << wave_coded_table) | WaveCoded{made.rows[b][z]}
                                                                        << wave_coded_symbol;
      used += made.rows[b][z];
    }
    kernels.encode(encoder, row, used);
    row -= used * wave_side;
    kernels.encode(encoder, rows.data() + wave_side, 1);
  }
  put(bytes, encoder.state);
  const std::span<const std::uint16_t> words(encoder.word, room.data() + room.size());
  put(bytes, static_cast<std::uint32_t>(words.size()));
  put_all(bytes, words);
  std::vector<std::byte> escapes;
  for (const std::int32_t q : made.escaped)
    put_escape(q, escapes);
  put(bytes, static_cast<std::uint32_t>(escapes.size()));
  put_all(bytes, std::span<const std::byte>(escapes));
  put_outliers(made.outliers, bytes);
  return bytes;
}

// The largest bound of single precision that |difference| <= it, in single precision too, keeps the one asked
// for.
float strict_bound(double absolute) {
  return static_cast<float>(std::min(absolute, greatest_bound) * (1.0 - 0x1p-22));
}

std::vector<std::byte> without_loss(std::span<const float> values) {
  std::vector<std::byte> bytes;
  put(bytes, WaveMode::lossless);
  pack_shuffled(values, bytes);
  return bytes;
}

void decode_transform(const WaveKernels& kernels, ByteReader& reader, BrickShape shape, float* brick) {
  const auto bound = reader.take<float>();
  if (!(bound >= static_cast<float>(least_bound) / 2.0F && bound <= static_cast<float>(greatest_bound)))
    refuse_brick("its bound makes no sense");
  const WaveSteps steps = steps_of(bound);
  thread_local std::vector<std::uint32_t> slots;
  slots.resize(static_cast<std::size_t>(wave_tables + wave_row_tables) * wave_total);
  std::uint32_t* table = slots.data();
  for (int t = 0; t < wave_tables; ++t, table += wave_total) {
    WaveShape s;
    s.zero = reader.take<std::uint16_t>();
    s.fall = reader.take<std::uint8_t>();
    s.reach = reader.take<std::uint8_t>();
    fill_decode_table(wave_frequencies(s), table);
  }
  for (int t = 0; t < wave_row_tables; ++t, table += wave_total)
    fill_decode_table(wave_frequencies(reader.take<std::array<std::uint8_t, wave_row_symbols>>()), table);
  WaveDecoder decoder;
  decoder.tables = slots.data();
  decoder.row_tables = slots.data() + std::size_t{wave_tables} * wave_total;
  decoder.state = reader.take<std::array<std::uint32_t, wave_side>>();
  const std::span<const std::byte> stream =
      reader.take_bytes(std::size_t{reader.take<std::uint32_t>()} * sizeof(std::uint16_t));
  thread_local std::vector<std::uint16_t> words;
  const std::size_t count = stream.size() / sizeof(std::uint16_t);
  words.assign(count + wave_most_words, 0);
  if (count > 0) std::memcpy(words.data(), stream.data(), stream.size());
  decoder.word = words.data();
  decoder.end = words.data() + count;
  decoder.escapes = reader.take_bytes(reader.take<std::uint32_t>());
  const Blocks blocks(shape);
  if (blocks.count() > most_blocks) refuse_brick("it is too large");
  const std::vector<Outlier> outliers = take_outliers(
      reader.take_bytes(reader.left()), static_cast<std::uint32_t>(blocks.count() * wave_block_values));
  auto outlier = outliers.begin();
  WaveRowCounts rows{};
  alignas(64) std::int32_t q[wave_block_values];
  alignas(64) float values[wave_block_values];
  for (std::size_t b = 0; b < blocks.count(); ++b) {
    if (!kernels.decode(decoder, rows, q)) refuse_brick("its coefficients make no sense");
    kernels.inverse(q, rows, steps.step, values);
    const std::size_t first = b * wave_block_values;
    for (; outlier != outliers.end() && outlier->position < first + wave_block_values; ++outlier) {
      float& value = values[outlier->position - first];
      value =
          outlier->quanta == 0 ? outlier->exact : value + static_cast<float>(outlier->quanta) * steps.quantum;
    }
    blocks.scatter(b, values, brick);
  }
  bool at_end = decoder.word == decoder.end && decoder.escapes.empty();
  for (const std::uint32_t x : decoder.state)
    at_end = at_end && x == 1U << 16;
  if (!at_end) refuse_brick("its coefficients do not end where they should");
}

std::vector<std::byte> pack_wave(const WaveKernels& kernels, std::span<const float> values, BrickShape shape,
                                 ErrorBound bound) {
  const Blocks blocks(shape);
  if (bound.absolute < least_bound || blocks.count() > most_blocks) return without_loss(values);
  const WaveSteps steps = steps_of(strict_bound(bound.absolute));
  // Room that is taken once a thread.
  thread_local Quantised made;
  quantise(kernels, blocks, values.data(), steps, made);
  if (made.coded.empty() && made.outliers.empty()) return {static_cast<std::byte>(WaveMode::silent)};
  std::vector<std::byte> bytes = code(kernels, made, steps.bound);
  // Noise, and bounds below the values' last digits, are no smaller as coefficients.
  if (bytes.size() < values.size_bytes() / 2) return bytes;
  std::vector<std::byte> kept = without_loss(values);
  return kept.size() <= bytes.size() ? kept : bytes;
}

}  // namespace

std::vector<std::byte> WaveCodec::encode(std::span<const float> values, BrickShape shape,
                                         ErrorBound bound) const {
  check_brick(values.size(), shape);
  check_bound(bound);
  std::vector<std::byte> bytes = pack_wave(*kernels_, values, shape, bound);
  seal(bytes, shape);
  return bytes;
}

void WaveCodec::decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const {
  check_brick(values.size(), shape);
  ByteReader reader(unseal(bytes, shape));
  switch (reader.take<WaveMode>()) {
    case WaveMode::lossless:
      unpack_shuffled(reader, values);
      return;
    case WaveMode::silent:
      if (reader.left() != 0) refuse_brick("it is longer than silence");
      std::fill(values.begin(), values.end(), 0.0F);
      return;
    case WaveMode::transform:
      decode_transform(*kernels_, reader, shape, values.data());
      return;
  }
  refuse_brick("its kind is unknown");
}

}  // namespace foldwave
