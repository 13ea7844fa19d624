// libFuzzer's way into one reader, FOLDWAVE_FUZZ_READER.
#include <cstddef>
#include <cstdint>

#include "readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace foldwave::fuzz;
  static const Reader& reader = []() -> const Reader& {
    for (const Reader& r : readers())
      if (r.name == FOLDWAVE_FUZZ_READER) return r;
    __builtin_trap();
  }();
  run(reader, {reinterpret_cast<const char*>(data), size});
  return 0;
}
