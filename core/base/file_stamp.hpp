// Which state of a file was read: another time or size says that it must be read again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace foldwave {

struct FileStamp {
  std::filesystem::path path;
  std::filesystem::file_time_type changed{};
  std::uintmax_t size = 0;
  bool operator==(const FileStamp&) const = default;
};

// `file` as it is found from `folder`. One that cannot be seen has no time and no size: reading it says why.
inline FileStamp stamp_of(const std::filesystem::path& folder, const std::filesystem::path& file) {
  std::error_code unseen;
  FileStamp stamp{folder / file, {}, 0};  // an absolute file stands for itself
  stamp.changed = std::filesystem::last_write_time(stamp.path, unseen);
  stamp.size = std::filesystem::file_size(stamp.path, unseen);
  return stamp;
}

}  // namespace foldwave
