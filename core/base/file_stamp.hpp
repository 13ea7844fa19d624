// Which state of a file was read: another time, size or number on its disk says that it must be read again.
// The number tells two of one size that came within a tick of the system's clock, as it is new where a file
// takes another's place.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace foldwave {

struct FileStamp {
  std::filesystem::path path;
  std::filesystem::file_time_type changed{};
  std::uintmax_t size = 0;
  std::uint64_t number = 0;
  bool operator==(const FileStamp&) const = default;
};

// `file` as it is found from `folder`. One that cannot be seen has no time and no size: reading it says why.
inline FileStamp stamp_of(const std::filesystem::path& folder, const std::filesystem::path& file) {
  std::error_code unseen;
  FileStamp stamp{folder / file};  // an absolute file stands for itself
  stamp.changed = std::filesystem::last_write_time(stamp.path, unseen);
  stamp.size = std::filesystem::file_size(stamp.path, unseen);
  struct stat told {};
  if (::stat(stamp.path.c_str(), &told) == 0) stamp.number = told.st_ino;
  return stamp;
}

}  // namespace foldwave
