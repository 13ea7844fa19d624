#include "core/volume/codec/wave/wave_stream.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace foldwave {

namespace {

using WaveCounts = std::array<std::array<std::uint32_t, wave_symbols>, wave_tables>;

WaveCounts count_symbols(std::span<const WaveCoded> coded) {
  WaveCounts counts{};
  // Four counts in turns: one that is raised again at once waits for itself.
  std::array<std::array<std::uint32_t, wave_coded_kinds>, 4> turns{};
  for (std::size_t i = 0; i < coded.size(); ++i)
    ++turns[i % 4][coded[i] >> wave_coded_symbol & (wave_coded_kinds - 1)];
  for (std::size_t t = 0; t < wave_tables; ++t)
    for (std::size_t s = 0; s < wave_symbols; ++s)
      for (const auto& turn : turns)
        counts[t][s] += turn[t * wave_symbols + s];
  return counts;
}

}  // namespace

float take_wave_bound(ByteReader& reader) {
  const auto bound = reader.take<float>();
  if (!(bound >= static_cast<float>(least_wave_bound) / 2.0F &&
        bound <= static_cast<float>(greatest_wave_bound)))
    refuse_brick("its bound makes no sense");
  return bound;
}

void put_wave_tables(std::span<const WaveCoded> coded, WaveEncodeTables& tables,
                     std::vector<std::byte>& bytes) {
  const WaveCounts counts = count_symbols(coded);
  std::uint16_t used = 0;
  for (std::size_t t = 0; t < wave_tables; ++t)
    if (std::any_of(counts[t].begin(), counts[t].end(), [](std::uint32_t n) { return n > 0; }))
      used = static_cast<std::uint16_t>(used | 1U << t);
  put(bytes, used);
  for (std::size_t t = 0; t < wave_tables; ++t) {
    if ((used >> t & 1U) == 0) continue;
    const WaveShape shape = wave_shape(counts[t]);
    put(bytes, shape.zero);
    put(bytes, shape.fall);
    put(bytes, shape.reach);
    tables.set(t, wave_frequencies(shape));
  }
}

void take_wave_tables(ByteReader& reader, std::uint32_t* slots) {
  const auto used = reader.take<std::uint16_t>();
  if (used >> wave_tables != 0) refuse_brick("it has tables that are none");
  for (int t = 0; t < wave_tables; ++t, slots += wave_total) {
    // What refers to a table that is not there finds no state to go on from.
    std::fill_n(slots, wave_total, 0U);
    if ((used >> t & 1U) == 0) continue;
    WaveShape shape;
    shape.zero = reader.take<std::uint16_t>();
    shape.fall = reader.take<std::uint8_t>();
    shape.reach = reader.take<std::uint8_t>();
    fill_decode_table(wave_frequencies(shape), slots);
  }
}

WaveEncoder begin_wave_stream(const WaveEncodeTables& tables, std::size_t most_words) {
  thread_local std::vector<std::uint16_t> room;
  room.resize(std::max(room.size(), most_words));
  WaveEncoder encoder;
  encoder.state.fill(1U << 16);
  encoder.word = encoder.end = room.data() + room.size();
  encoder.tables = &tables;
  return encoder;
}

void put_wave_stream(const WaveEncoder& encoder, std::span<const std::int32_t> escaped,
                     std::vector<std::byte>& bytes) {
  put(bytes, encoder.state);
  const std::span<const std::uint16_t> words(encoder.word, encoder.end);
  put(bytes, static_cast<std::uint32_t>(words.size()));
  put_all(bytes, words);
  std::vector<std::byte> escapes;
  for (const std::int32_t q : escaped)
    put_escape(q, escapes);
  put(bytes, static_cast<std::uint32_t>(escapes.size()));
  put_all(bytes, std::span<const std::byte>(escapes));
}

WaveDecoder take_wave_stream(ByteReader& reader, std::vector<std::uint16_t>& words) {
  WaveDecoder decoder;
  decoder.state = reader.take<std::array<std::uint32_t, wave_side>>();
  const std::span<const std::byte> stream =
      reader.take_bytes(std::size_t{reader.take<std::uint32_t>()} * sizeof(std::uint16_t));
  const std::size_t count = stream.size() / sizeof(std::uint16_t);
  // What lies behind the end is of no use, but may be read before that is seen.
  words.resize(std::max(words.size(), count + wave_most_words));
  if (count > 0) std::memcpy(words.data(), stream.data(), stream.size());
  decoder.word = words.data();
  decoder.end = words.data() + count;
  decoder.escapes = reader.take_bytes(reader.take<std::uint32_t>());
  return decoder;
}

bool wave_stream_has_ended(const WaveDecoder& decoder) {
  bool ended = decoder.word == decoder.end && decoder.escapes.empty();
  for (const std::uint32_t x : decoder.state)
    ended = ended && x == 1U << 16;
  return ended;
}

}  // namespace foldwave
