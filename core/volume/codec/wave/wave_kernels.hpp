// The wave codec's work on one block, for the widest instruction set that the processor has; every set gives
// the same bits. A block's values are 16^3 floats, x fastest; its coefficients rows [z][x] of 16 along y, of
// which each tile z holds the first `rows` and zeros beyond.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/volume/codec/wave/wave_block.hpp"
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

// What they write, from the last word to the first, as such coders do; the room before `word` is the
// caller's.
struct WaveEncoder {
  alignas(64) std::array<std::uint32_t, wave_side> state{};
  std::uint16_t* word = nullptr;
  const WaveEncodeTables* tables = nullptr;
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
