// A word of a SEG-Y trace header: an integer at a byte position counted from 1; position 0: there is none,
// and it counts as zero.
#pragma once

namespace foldwave {

struct SegyWord {
  int position = 0;
  int bytes = 4;  // or 2
  bool operator==(const SegyWord&) const = default;
};

// Where the last word of 4 bytes begins.
inline constexpr int kSegyLastWord = 237;

constexpr bool in_trace_header(SegyWord word) {
  return (word.bytes == 2 || word.bytes == 4) && word.position >= 0 &&
         word.position <= kSegyLastWord + 4 - word.bytes;
}

}  // namespace foldwave
