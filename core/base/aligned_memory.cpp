#include "core/base/aligned_memory.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/base/error.hpp"
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace foldwave {

void* allocate_aligned(std::size_t bytes) {
  constexpr std::size_t line = 64, large_page = std::size_t{2} << 20;
  const std::size_t unit = bytes < 4 * large_page ? line : large_page;
  const std::size_t whole = std::max((bytes + unit - 1) / unit, std::size_t{1}) * unit;
  void* const memory = std::aligned_alloc(unit, whole);
  if (memory == nullptr) throw_out_of_memory(bytes);
#ifdef __linux__
  // Advice: small pages do as well.
  if (unit == large_page) madvise(memory, whole, MADV_HUGEPAGE);
#endif
  return memory;
}

}  // namespace foldwave
