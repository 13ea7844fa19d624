// The one door through which files are read. What is no regular file is refused, a pipe excepted: it may
// bring `most_from_pipe` bytes, and where nothing writes into it within a second, that is said. A file beyond
// the bound of its kind, or beyond the memory that is free, is refused before it is read. Errors: InputError
// when it is missing, a folder, a device, a socket, unreadable or too large; ResourceError when it does not
// fit in memory; Stopped: the stop token is looked at every MiB, in a pipe every 0.05 s.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "core/base/progress.hpp"

namespace foldwave {

// The most bytes that a file of a kind can sensibly have.
namespace most_bytes {
inline constexpr std::uintmax_t small = std::uintmax_t{16} << 20;  // a header, a wavelet, settings
inline constexpr std::uintmax_t scenario = std::uintmax_t{64}
                                           << 20;  // a mesh of a million written-out triangles
inline constexpr std::uintmax_t picture = std::uintmax_t{512} << 20;
inline constexpr std::uintmax_t surface = std::uintmax_t{8} << 30;  // 200 million rows of picks
inline constexpr std::uintmax_t volume =
    std::numeric_limits<std::uintmax_t>::max();  // memory alone bounds it
}  // namespace most_bytes

inline constexpr std::uintmax_t most_from_pipe = std::uintmax_t{256} << 20;

std::string read_whole_file(const std::filesystem::path& path, std::uintmax_t most, const Job& job = {});

// The same of a regular file alone, for who waits for no pipe.
std::string read_regular_file(const std::filesystem::path& path, std::uintmax_t most, const Job& job = {});

// The first bytes of a regular file, at most so many; a pipe is refused, as they would be missing later.
std::string read_file_start(const std::filesystem::path& path, std::size_t bytes);

// For readers that open the file themselves: its size, when it is a regular file that may be read.
std::uintmax_t size_to_read(const std::filesystem::path& path, std::uintmax_t most);

// The same for those that never hold the whole of it: memory does not bound it.
std::uintmax_t size_on_disk(const std::filesystem::path& path);

}  // namespace foldwave
