// What nothing can be faster than on this machine, measured in a second.
#pragma once

#include <filesystem>

#include "core/engine/backend.hpp"
#include "core/forecast/calibration/calibration.hpp"

namespace foldwave {

// What cannot be measured stays 0. Throws Stopped.
MachineBounds measure_bounds(const Backend& backend, const std::filesystem::path& folder, const Job& job);

// Bytes a second into a new file of this folder, flushed to the disk, and out of it again (from the system's
// memory, where it keeps the file). Errors: those of formats/atomic_file.hpp.
struct DiskSpeed {
  double write = 0.0, read = 0.0;
};
DiskSpeed measure_disk(const std::filesystem::path& folder, std::size_t bytes, const Job& job);

}  // namespace foldwave
