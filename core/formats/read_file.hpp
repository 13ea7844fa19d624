// A whole file as bytes, in memory.
// Errors: InputError when it is missing, a folder or unreadable; ResourceError when it does not fit in
// memory.
#pragma once

#include <filesystem>
#include <string>

namespace foldwave {

std::string read_whole_file(const std::filesystem::path& path);

}  // namespace foldwave
