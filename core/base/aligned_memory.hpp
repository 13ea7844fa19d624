// Memory for arrays that loops stream through: aligned to cache lines, and large arrays on large pages where
// the system has them, as a stencil touches dozens of small pages at once (a step was half as fast again).
#pragma once

#include <cstddef>

namespace foldwave {

void* allocate_aligned(std::size_t bytes);  // to be given to std::free; throws ResourceError

}  // namespace foldwave
