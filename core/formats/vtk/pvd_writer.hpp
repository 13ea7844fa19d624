// A time series for ParaView: a .pvd collection that lists files with their times in seconds. It is
// rewritten, whole or not at all, after each frame, so a stopped run leaves a readable series. Paths inside
// are relative to the collection, so the folder can be moved. Errors: InputError for a time that is not
// finite or a place that cannot be written, ResourceError for a full disk.
#pragma once

#include <filesystem>
#include <string>

namespace foldwave {

class PvdCollection {
 public:
  explicit PvdCollection(std::filesystem::path path);  // writes the collection with no frame yet

  void add(double time, const std::filesystem::path& file);
  int size() const { return size_; }

 private:
  void write(const std::string& entries) const;

  std::filesystem::path path_;
  std::string entries_;
  int size_ = 0;
};

}  // namespace foldwave
