// What nothing can be faster than on this machine, measured in a second.
#pragma once

#include <filesystem>

#include "core/engine/backend.hpp"
#include "core/forecast/calibration/calibration.hpp"

namespace foldwave {

// What cannot be measured stays 0. Throws Stopped.
MachineBounds measure_bounds(const Backend& backend, const std::filesystem::path& folder, const Job& job);

}  // namespace foldwave
