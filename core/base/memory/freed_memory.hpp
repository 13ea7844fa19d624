// Memory that was freed and that the allocator keeps for what comes: many small pieces, made by many threads,
// leave tens of megabytes of it.
#pragma once

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "core/base/grid.hpp"

namespace foldwave {

// To the system, before a stage over so many nodes. Milliseconds, which fewer, as of previews, are not worth;
// nothing where the allocator cannot.
inline void give_back_freed_memory(Index nodes) {
  constexpr Index worth = 2'000'000;
  if (nodes < worth) return;
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

// From here on each large array has pages of its own, which go when it goes: among others in one heap it
// would leave holes that the next ones do not fit. To be called at the start of a program.
inline void keep_large_arrays_apart() {
#ifdef __GLIBC__
  constexpr int large = 4 << 20;  // bytes
  ::mallopt(M_MMAP_THRESHOLD, large);
#endif
}

}  // namespace foldwave
