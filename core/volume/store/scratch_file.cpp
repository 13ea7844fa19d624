#include "core/volume/store/scratch_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/base/error.hpp"

namespace foldwave {

ScratchFile::ScratchFile(std::string folder) : folder_(folder.empty() ? "." : std::move(folder)) {
  std::string name = folder_ + "/foldwave-scratch-XXXXXX";
  descriptor_ = ::mkstemp(name.data());
  if (descriptor_ < 0)
    throw InputError(folder_, std::string("no file can be made in it (") + std::strerror(errno) + ")",
                     "name a folder that can be written");
  ::unlink(name.c_str());
}

ScratchFile::~ScratchFile() {
  ::close(descriptor_);
}

void ScratchFile::read(std::span<std::byte> to, std::uint64_t offset) const {
  while (!to.empty()) {
    const ssize_t got = ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw ResourceError(folder_, "its file cannot be read back", "name another folder");
    to = to.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
}

void ScratchFile::write(std::span<const std::byte> from, std::uint64_t offset) {
  while (!from.empty()) {
    const ssize_t put = ::pwrite(descriptor_, from.data(), from.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0)
      throw ResourceError(folder_, std::string("cannot be written (") + std::strerror(errno) + ")",
                          "free space or name another folder");
    from = from.subspan(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
}

}  // namespace foldwave
