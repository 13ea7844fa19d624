// A device that was chosen by itself (`auto`), not asked for: when its memory does not hold a fold or a wave,
// or it fails, the CPU does the work instead, and the result says so. Snapshots that have left are not taken
// again. A device that after an error cannot even tell its memory is lost, and not asked again in this
// process: the back end is then the CPU by its name, and what it makes is warned of.
#pragma once

#include "core/engine/backend.hpp"

namespace foldwave {

// `device`: not the CPU.
std::shared_ptr<const Backend> with_cpu_to_fall_back_on(std::shared_ptr<const Backend> device);

// The device behind such a back end, whose failures are its own; any other back end as it is.
const Backend& without_fallback(const Backend& backend);

}  // namespace foldwave
