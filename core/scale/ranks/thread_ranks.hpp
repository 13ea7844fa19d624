// Ranks as threads of this process: messages are copied through its memory.
#pragma once

#include <functional>

#include "core/scale/ranks/communicator.hpp"

namespace foldwave {

// Calls `work` as each of `count` ranks, rank 0 on the caller's thread, and waits for all. Where one throws,
// whoever waits for it throws a ResourceError; what the first threw is thrown again.
void as_ranks(int count, const std::function<void(Communicator&)>& work);

}  // namespace foldwave
