// The words of a SEG-Y trace header by their names (SEG-Y revision 1, 2002, table 3): for mappings that are
// typed, and to show a header before it is trusted. Places are counted from 1. A word is typed as its place,
// "189" (4 bytes) or "189:2", or as its name, "inline".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/formats/segy/segy_word.hpp"

namespace foldwave {

struct SegyNamedWord {
  const char* name;
  SegyWord word;
};

std::span<const SegyNamedWord> segy_trace_words();  // in the order of their places

// Throws InputError for `what`: a place beyond the header, a size other than 2 and 4, or an unknown name.
SegyWord parse_segy_word(const std::string& text, const std::string& what);
// The same, and "0" for none.
SegyWord parse_segy_word_or_none(const std::string& text, const std::string& what);
std::string segy_word_text(SegyWord word);  // its place: "189", "189:2"

struct SegyHeaderValue {
  const char* name;
  SegyWord word;
  std::int32_t value = 0;
};

// The words of a raw header of 240 bytes that are not zero.
std::vector<SegyHeaderValue> segy_header_values(std::span<const unsigned char> header, bool little);

}  // namespace foldwave
