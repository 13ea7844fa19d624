#include "core/formats/read_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <stdexcept>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t piece = std::size_t{1} << 20;
constexpr int look_ms = 50;
constexpr std::chrono::seconds patience{1};  // for the program that writes into a pipe to come

[[noreturn]] void refuse_unseen(const std::string& name, int error) {
  if (error == ENOENT || error == ENOTDIR)
    throw InputError(name, "is not there", "check the name and the folder");
  throw InputError(name, std::string("cannot be opened (") + std::strerror(error) + ")",
                   "check its name and its permissions");
}

void require_readable_kind(const std::string& name, mode_t mode) {
  if (S_ISREG(mode) || S_ISFIFO(mode)) return;
  if (S_ISDIR(mode)) throw InputError(name, "is a folder", "give a file");
  throw InputError(name, S_ISSOCK(mode) ? "is a socket, not a file" : "is a device, not a file",
                   "give a file, or a pipe");
}

void require_size(const std::string& name, std::uintmax_t size, std::uintmax_t most) {
  if (size > most)
    throw InputError(name,
                     "holds " + bytes_text(static_cast<double>(size)) + "; a file of this kind has at most " +
                         bytes_text(static_cast<double>(most)),
                     "check that it is the right file");
  const auto free = static_cast<std::uintmax_t>(std::max<std::int64_t>(available_memory_bytes(), 0));
  if (size > free)
    throw ResourceError(name,
                        "holds " + bytes_text(static_cast<double>(size)) + ", but this machine has only " +
                            bytes_text(static_cast<double>(free)) + " of memory free",
                        "give a smaller file, or close other programs");
}

class OpenFile {
 public:
  explicit OpenFile(const fs::path& path) : name_(path.string()) {
    struct stat seen {};
    if (::stat(path.c_str(), &seen) != 0) refuse_unseen(name_, errno);
    // Before it is opened, which some devices answer with doing something.
    require_readable_kind(name_, seen.st_mode);
    // Without waiting: who opens a pipe that nobody writes into would never come back.
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor_ < 0) refuse_unseen(name_, errno);
    const bool known = ::fstat(descriptor_, &seen) == 0;
    const int error = errno;
    try {
      if (!known) refuse_unseen(name_, error);
      require_readable_kind(name_, seen.st_mode);
    } catch (...) {
      ::close(descriptor_);
      throw;
    }
    is_pipe_ = S_ISFIFO(seen.st_mode);
    size_ = is_pipe_ ? 0 : static_cast<std::uintmax_t>(std::max<off_t>(seen.st_size, 0));
  }
  ~OpenFile() { ::close(descriptor_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  bool is_pipe() const { return is_pipe_; }
  std::uintmax_t size() const { return size_; }

  // The next bytes; 0 at the end.
  std::size_t read(char* to, std::size_t bytes, const Job& job) {
    const auto begin = std::chrono::steady_clock::now();
    for (;;) {
      job.throw_if_stopped();
      const ssize_t got = ::read(descriptor_, to, bytes);
      if (got > 0 || (got == 0 && (!is_pipe_ || has_writer_))) {
        has_writer_ = true;
        return static_cast<std::size_t>(got);
      }
      if (got == 0) {
        if (std::chrono::steady_clock::now() - begin > patience)
          throw InputError(name_, "is a pipe that nothing writes into",
                           "start the program that writes first, or give a file");
      } else if (errno == EAGAIN) {
        has_writer_ = true;
      } else if (errno != EINTR) {
        throw ResourceError(name_, std::string("cannot be read to its end (") + std::strerror(errno) + ")",
                            "check the disk or the network");
      }
      // A pipe that nobody has written into yet is never ready; one that was left is at its end.
      pollfd waiting{descriptor_, POLLIN, 0};
      if (::poll(&waiting, 1, look_ms) > 0 && (waiting.revents & POLLHUP) != 0) has_writer_ = true;
    }
  }

 private:
  std::string name_;
  int descriptor_ = -1;
  bool is_pipe_ = false, has_writer_ = false;
  std::uintmax_t size_ = 0;
};

}  // namespace

std::string read_whole_file(const fs::path& path, std::uintmax_t most, const Job& job) {
  OpenFile file(path);
  const std::string name = path.string();
  if (file.is_pipe()) most = std::min(most, most_from_pipe);
  require_size(name, file.size(), most);
  // The size is a hint only: the file may grow or shrink, and a pipe has none.
  std::string bytes;
  try {
    bytes.reserve(file.size() + piece);
    for (std::size_t used = 0;;) {
      bytes.resize(used + piece);
      const std::size_t got = file.read(bytes.data() + used, piece, job);
      used += got;
      if (used > most)
        throw InputError(name,
                         std::string(file.is_pipe() ? "is a pipe that brings" : "holds") + " more than " +
                             bytes_text(static_cast<double>(most)),
                         file.is_pipe() ? "write it to a file first" : "check that it is the right file");
      if (got == 0) {
        bytes.resize(used);
        return bytes;
      }
    }
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(file.size());
  } catch (const std::length_error&) {
    throw_out_of_memory(file.size());
  }
}

std::string read_regular_file(const fs::path& path, std::uintmax_t most, const Job& job) {
  size_to_read(path, most);
  return read_whole_file(path, most, job);
}

std::string read_file_start(const fs::path& path, std::size_t bytes) {
  size_to_read(path, most_bytes::volume);
  OpenFile file(path);
  std::string start(bytes, '\0');
  std::size_t used = 0;
  while (used < bytes) {
    const std::size_t got = file.read(start.data() + used, bytes - used, {});
    if (got == 0) break;
    used += got;
  }
  start.resize(used);
  return start;
}

std::uintmax_t size_to_read(const fs::path& path, std::uintmax_t most) {
  const std::uintmax_t size = size_on_disk(path);
  require_size(path.string(), size, most);
  return size;
}

std::uintmax_t size_on_disk(const fs::path& path) {
  const OpenFile file(path);
  if (file.is_pipe()) throw InputError(path.string(), "is a pipe, not a file", "write it to a file first");
  return file.size();
}

}  // namespace foldwave
