// The readers that take files from outside, each as one call on bytes. A reader either gives values that hold
// together or throws one of the program's errors; anything else ends the program, for a fuzzer or a test to
// see.
#pragma once

#include <span>
#include <string_view>

namespace foldwave::fuzz {

struct Reader {
  std::string_view name;
  void (*read)(std::string_view bytes);
};

std::span<const Reader> readers();

// False when the reader refused the bytes.
bool run(const Reader& reader, std::string_view bytes);

}  // namespace foldwave::fuzz
