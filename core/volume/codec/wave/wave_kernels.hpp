// The wave codec's work on one block, for the widest instruction set that the processor has; every set gives
// the same bits. A block's values are 16^3 floats, x fastest; its coefficients rows [z][x] of 16 along y, of
// which each tile z holds the first `rows` and zeros beyond. A predicted brick goes through plane by plane.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/volume/codec/wave/wave_block.hpp"
#include "core/volume/codec/wave/wave_predictor.hpp"
#include "core/volume/codec/wave/wave_tables.hpp"

namespace foldwave {

using WaveRowCounts = std::array<std::uint8_t, wave_side>;

// What 16 range coders read: one stream of words, with room of a block's most words behind `end`.
constexpr std::size_t wave_most_words = std::size_t{2} * wave_block_values + wave_side;
struct WaveDecoder {
  alignas(64) std::array<std::uint32_t, wave_side> state{};
  const std::uint16_t* word = nullptr;
  const std::uint16_t* end = nullptr;
  const std::uint32_t* tables = nullptr;      // wave_tables of wave_total slots
  const std::uint32_t* row_tables = nullptr;  // wave_row_tables of them
  std::span<const std::byte> escapes;         // what is left of them
};

// A coefficient as it is coded: raw count << 26 | table << 22 | symbol << 16 | raw bits.
using WaveCoded = std::uint32_t;
constexpr int wave_coded_symbol = 16, wave_coded_table = 22, wave_coded_raw = 26;
// Tables and symbols together; the last of them is a lane that codes nothing.
constexpr std::uint32_t wave_coded_kinds = 1024;
constexpr WaveCoded wave_coded_nothing = (wave_coded_kinds - 1) << wave_coded_symbol;

// What they write, from the last word to the first, as such coders do; the room before `word` is the
// caller's.
struct WaveEncoder {
  alignas(64) std::array<std::uint32_t, wave_side> state{};
  std::uint16_t* word = nullptr;
  std::uint16_t* end = nullptr;
  const WaveEncodeTables* tables = nullptr;
};

// A plane of predicted integers and the one before it (wave_predictor.hpp). Lane l of line s lies at
// s * stride + l; before line 0 there is room for wave_lines_above lines, behind the last for one, and
// before lane 0 for one lane, behind the last for wave_side.
struct WavePlane {
  std::int32_t* lattice = nullptr;
  std::int32_t* magnitudes = nullptr;  // of what was not foretold
  std::int32_t* lattice_before = nullptr;
  std::int32_t* magnitudes_before = nullptr;
  std::ptrdiff_t stride = 0;
  int lines = 0, lanes = 0;
  bool is_first = false;
};

struct WaveKernels {
  // Of values times `inverse_step`; values that are no numbers or above wave_largest steps count as 0.
  void (*forward)(const float* values, float inverse_step, std::int32_t* q, WaveRowCounts& rows);
  void (*inverse)(const std::int32_t* q, const WaveRowCounts& rows, float step, float* values);
  // One bit a lane of each of 256 rows, where not |values - decoded| <= bound; true if there is any.
  bool (*compare)(const float* values, const float* decoded, float bound, std::uint16_t* beyond);
  // Appends the coded coefficients of the counted rows, and the coefficients that escape.
  void (*classify)(const std::int32_t* q, const WaveRowCounts& rows, std::vector<WaveCoded>& coded,
                   std::vector<std::int32_t>& escaped);
  // Codes the rows that end at `coded`, the last first.
  void (*encode)(WaveEncoder& encoder, const WaveCoded* coded, std::size_t rows);
  // `rows`: the block before's at first. False when the stream makes no sense or has ended.
  bool (*decode)(WaveDecoder& decoder, WaveRowCounts& rows, std::int32_t* q);
  // The nearest multiples of a step, and what they stand for; no numbers, and what is above wave_largest
  // steps, count as 0. Of a block's number of values in any order.
  void (*to_lattice)(const float* values, float inverse_step, float step, std::int32_t* lattice,
                     float* decoded);
  // Appends the coded differences between a plane and its prediction, and those that escape.
  void (*predict)(const WavePlane& plane, const WavePredictor& by, std::vector<WaveCoded>& coded,
                  std::vector<std::int32_t>& escaped);
  // Fills plane.lattice. False when the stream makes no sense or has ended.
  bool (*restore)(WaveDecoder& decoder, const WavePlane& plane, const WavePredictor& by);
};

enum class WavePath { fastest, plain, avx2, avx512 };

// Null where the processor or the build has not that path; fastest is never null.
const WaveKernels* wave_kernels(WavePath path = WavePath::fastest);
const WaveKernels* plain_wave_kernels();
const WaveKernels* avx2_wave_kernels();
const WaveKernels* avx512_wave_kernels();

// A coefficient beyond the symbols, in bytes of 7 bits; false when there is none.
void put_escape(std::int32_t q, std::vector<std::byte>& bytes);
bool take_escape(std::span<const std::byte>& bytes, std::int32_t& q);

}  // namespace foldwave
