#include "core/formats/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"

namespace foldwave {

namespace fs = std::filesystem;

namespace {

bool is_machine_fault(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
      return true;
    default:
      return false;
  }
}

}  // namespace

void throw_write_error(const fs::path& path, int error_number) {
  const std::string reason = error_number == 0 ? "write failed" : std::strerror(error_number);
  if (error_number == 0 || is_machine_fault(error_number))
    throw ResourceError(path.string(), "cannot be written in full (" + reason + ")",
                        "free space on that disk or choose another folder");
  throw InputError(path.string(), "cannot be written (" + reason + ")",
                   "choose a folder that exists and that you may write to");
}

PartFile::PartFile(fs::path target) : target_(std::move(target)), part_(target_) {
  part_ += ".part";
  if (!target_.has_filename())
    throw InputError(target_.string(), "is not a file name", "give a path that ends in one");
  std::error_code ignored;
  if (fs::is_directory(target_, ignored)) throw_write_error(target_, EISDIR);
  const int descriptor = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) throw_write_error(target_, errno);
  ::close(descriptor);
}

PartFile::~PartFile() {
  if (!committed_) ::unlink(part_.c_str());
}

void PartFile::commit() {
  // A delayed write may fail as late as here; special files know no fsync and say EINVAL.
  const int descriptor = ::open(part_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_write_error(target_, errno);
  const int sync_error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (sync_error != 0 && sync_error != EINVAL) throw_write_error(target_, sync_error);
  if (::rename(part_.c_str(), target_.c_str()) != 0) throw_write_error(target_, errno);
  committed_ = true;
}

AtomicFile::AtomicFile(fs::path target)
    : part_(std::move(target)), file_(std::fopen(part_.part().c_str(), "wbe")) {
  if (!file_) throw_write_error(part_.target(), errno);
}

void AtomicFile::write(std::string_view text) {
  write(std::as_bytes(std::span(text)));
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
    throw_write_error(part_.target(), errno);
}

void AtomicFile::commit() {
  errno = 0;
  if (std::fflush(file_.get()) != 0) throw_write_error(part_.target(), errno);
  if (std::fclose(file_.release()) != 0) throw_write_error(part_.target(), errno);
  part_.commit();
}

PlacedFile::PlacedFile(fs::path target)
    : part_(std::move(target)), descriptor_(::open(part_.part().c_str(), O_WRONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) throw_write_error(part_.target(), errno);
}

PlacedFile::~PlacedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void PlacedFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) throw_write_error(part_.target(), put < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
}

void PlacedFile::commit() {
  const int closed = ::close(std::exchange(descriptor_, -1));
  if (closed != 0) throw_write_error(part_.target(), errno);
  part_.commit();
}

void write_file_atomically(const fs::path& path, std::string_view text) {
  write_file_atomically(path, std::as_bytes(std::span(text)));
}

void write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

void require_folder(const fs::path& folder) {
  const std::string remedy = "choose another folder or make this one writable";
  if (folder.empty()) throw InputError("output folder", "has no name", "give a folder");
  std::error_code error;
  fs::create_directories(folder, error);
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw InputError(folder.string(),
                     "is not a folder and cannot be made one" + (error ? " (" + error.message() + ")" : ""),
                     remedy);
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError(folder.string(), std::string("cannot be written to (") + std::strerror(errno) + ")",
                     remedy);
}

}  // namespace foldwave
