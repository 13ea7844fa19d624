// Output files that are whole or not there. A file is written beside its place under the name "<name>.part",
// flushed to the disk and renamed when it is complete; on any failure the part file is removed and an older
// file of that name stays as it was.
// Errors: InputError when the place cannot be written at all (no such folder, no permission, a folder of that
// name); ResourceError when the disk is full, over quota or fails. Both name the file and the remedy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace foldwave {

// Owns the part file of `target` for writers that open files by name themselves.
class PartFile {
 public:
  explicit PartFile(std::filesystem::path target);  // creates the part file, empty
  ~PartFile();                                      // removes it, unless committed
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::filesystem::path& target() const { return target_; }
  const std::filesystem::path& part() const { return part_; }
  void commit();  // flushes to the disk and renames; the writer has closed the part file before

 private:
  std::filesystem::path target_;
  std::filesystem::path part_;
  bool committed_ = false;
};

// A stream of bytes into a file that appears when it is committed.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target);

  void write(std::string_view text);
  void write(std::span<const std::byte> bytes);
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  PartFile part_;
  std::unique_ptr<std::FILE, Close> file_;
};

// Bytes at any place of a file that appears when it is committed. Places that were not written hold zeros.
class PlacedFile {
 public:
  explicit PlacedFile(std::filesystem::path target);
  ~PlacedFile();
  PlacedFile(const PlacedFile&) = delete;
  PlacedFile& operator=(const PlacedFile&) = delete;

  const std::filesystem::path& target() const { return part_.target(); }
  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  void commit();

 private:
  PartFile part_;
  int descriptor_ = -1;
};

void write_file_atomically(const std::filesystem::path& path, std::string_view text);
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

// Makes sure that `folder` exists and can be written, creating it and its parents; else throws InputError.
void require_folder(const std::filesystem::path& folder);

// Throws the error that fits a failed write of `path`, from the system's error number (0: not known).
[[noreturn]] void throw_write_error(const std::filesystem::path& path, int error_number);

}  // namespace foldwave
