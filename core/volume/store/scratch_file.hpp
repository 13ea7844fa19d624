// A file for what memory does not hold: written and read by place, without a name as soon as it is open, so
// that nothing is left of it however the program ends. Errors: InputError for a folder where none can be
// made, ResourceError for a full disk and for what cannot be read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace foldwave {

class ScratchFile {
 public:
  explicit ScratchFile(std::string folder);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  void read(std::span<std::byte> to, std::uint64_t offset) const;
  void write(std::span<const std::byte> from, std::uint64_t offset);

 private:
  std::string folder_;
  int descriptor_ = -1;
};

}  // namespace foldwave
