// The sample formats of SEG-Y (revision 2.1, binary header, bytes 3225-3226), each with its size and its
// values as 4-byte floats. What has more digits than a float has (24 bits) is rounded to the nearest one; an
// IBM or 8-byte float beyond the range of floats becomes infinite. Codes 4 (fixed point with gain,
// withdrawn), 13 and 14 (never given out) are none.
#pragma once

#include <cstddef>
#include <span>

namespace foldwave::segy {

struct SampleFormat {
  int code;
  std::size_t bytes;
  const char* name;  // "int24"
  bool is_exact;     // whether every value is a 4-byte float
};

const SampleFormat* find_sample_format(int code);  // null: there is none

// As many samples as `to` has, of a format that there is.
void decode_samples(const unsigned char* from, int code, bool little, std::span<float> to);

}  // namespace foldwave::segy
