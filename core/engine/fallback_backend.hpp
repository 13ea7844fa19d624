// A device that was chosen by itself (`auto`), not asked for: when its memory does not hold a fold, or it
// fails, the CPU solves the fold instead, and the solution says so.
#pragma once

#include "core/engine/backend.hpp"

namespace foldwave {

// `device`: not the CPU.
std::shared_ptr<const Backend> with_cpu_to_fall_back_on(std::shared_ptr<const Backend> device);

}  // namespace foldwave
