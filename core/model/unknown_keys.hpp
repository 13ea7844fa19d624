// Keys of a scenario that this version does not know. They are kept and written back; what is near a known
// key is most likely a slip, whose wish would not be done, and is a warning, any other a note.
#pragma once

#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Those of its variants are left out.
Findings unknown_keys(const Scenario& scenario);

}  // namespace foldwave
