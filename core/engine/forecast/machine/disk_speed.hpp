// How fast a folder's disk takes and gives bytes, past the system's memory.
#pragma once

#include <cstddef>
#include <filesystem>

#include "core/base/progress.hpp"

namespace foldwave {

// How the system's memory was kept out: "direct", by O_DIRECT; "flushed", where the file system does not
// take that: written, flushed, and dropped from memory before it is read, which some systems only promise.
enum class DiskWay { direct, flushed };
const char* disk_way_name(DiskWay way);

struct DiskSpeed {
  double write = 0.0, read = 0.0;  // bytes a second
  DiskWay way = DiskWay::direct;
};

// Of a new file of this folder of at least `bytes`, of which nothing is left. `direct` false: flushed at
// once. Errors: those of formats/atomic_file.hpp.
DiskSpeed measure_disk(const std::filesystem::path& folder, std::size_t bytes, const Job& job,
                       bool direct = true);

}  // namespace foldwave
