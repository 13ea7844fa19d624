// A whole file as bytes, in memory; the stop token is looked at every 4 MiB.
// Errors: InputError when it is missing, a folder or unreadable; ResourceError when it does not fit in
// memory.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/progress.hpp"

namespace foldwave {

std::string read_whole_file(const std::filesystem::path& path, const Job& job = {});

}  // namespace foldwave
