#include "core/engine/forecast/machine/disk_speed.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>

#include "core/base/clock.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave {

namespace {

constexpr std::size_t disk_piece = std::size_t{4} << 20;
constexpr std::size_t disk_block = 4096;  // what O_DIRECT asks of places in memory and in the file

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
using DiskBuffer = std::unique_ptr<void, FreeMemory>;

// Not all alike, as some disks pack what they are given.
DiskBuffer noise() {
  DiskBuffer data(std::aligned_alloc(disk_block, disk_piece));
  if (!data) throw std::bad_alloc();
  std::uint32_t state = 12345;
  auto* const bytes = static_cast<unsigned char*>(data.get());
  for (std::size_t i = 0; i < disk_piece; ++i) {
    state = state * 1664525U + 1013904223U;
    bytes[i] = static_cast<unsigned char>(state >> 24);
  }
  return data;
}

class DiskFile {
 public:
  DiskFile(std::filesystem::path path, int flags) : path_(std::move(path)) {
    descriptor_ = ::open(path_.c_str(), flags | O_CLOEXEC, 0600);
  }
  ~DiskFile() {
    if (is_open()) ::close(descriptor_);
  }
  DiskFile(const DiskFile&) = delete;
  DiskFile& operator=(const DiskFile&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  // False where the file system takes no such request; other failures throw.
  bool write(const void* from) const {
    std::size_t done = 0;
    while (done < disk_piece) {
      const auto n = ::write(descriptor_, static_cast<const char*>(from) + done, disk_piece - done);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno == EINVAL) return false;
      if (n <= 0) throw_write_error(path_, n == 0 ? ENOSPC : errno);
      done += static_cast<std::size_t>(n);
    }
    return true;
  }
  void flush() const {
    if (::fsync(descriptor_) != 0) throw_write_error(path_, errno);
  }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

// False where the file system does not take it by these flags.
bool timed_write(const std::filesystem::path& file, int flags, const void* data, std::size_t pieces,
                 const Job& job, DiskSpeed& speed) {
  const DiskFile out(file, O_WRONLY | O_CREAT | O_TRUNC | flags);
  if (!out.is_open() && flags != 0) return false;
  if (!out.is_open()) throw_write_error(file, errno);
  const Clock clock;
  for (std::size_t p = 0; p < pieces; ++p) {
    job.throw_if_stopped();
    if (!out.write(data)) return false;
  }
  out.flush();
  speed.write = static_cast<double>(pieces * disk_piece) / clock.seconds();
  if (flags == 0) ::posix_fadvise(out.descriptor(), 0, 0, POSIX_FADV_DONTNEED);
  return true;
}

bool timed_read(const std::filesystem::path& file, int flags, void* to, std::size_t pieces, const Job& job,
                DiskSpeed& speed) {
  const DiskFile in(file, O_RDONLY | flags);
  if (!in.is_open()) return false;
  const Clock clock;
  std::size_t done = 0;
  while (done < pieces * disk_piece) {
    job.throw_if_stopped();
    const auto n = ::read(in.descriptor(), to, disk_piece);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  speed.read = static_cast<double>(done) / clock.seconds();
  return true;
}

}  // namespace

const char* disk_way_name(DiskWay way) {
  return way == DiskWay::direct ? "direct" : "flushed";
}

DiskSpeed measure_disk(const std::filesystem::path& folder, std::size_t bytes, const Job& job, bool direct) {
  require_folder(folder);
  const std::filesystem::path file = folder / ("forecast-disk-" + std::to_string(::getpid()) + ".tmp");
  const struct Removed {
    ~Removed() {
      std::error_code none;
      std::filesystem::remove(path, none);
    }
    const std::filesystem::path& path;
  } removed{file};
  const DiskBuffer data = noise();
  const std::size_t pieces = (bytes + disk_piece - 1) / disk_piece;
  DiskSpeed speed;
  if (direct && timed_write(file, O_DIRECT, data.get(), pieces, job, speed) &&
      timed_read(file, O_DIRECT, data.get(), pieces, job, speed))
    return speed;
  speed.way = DiskWay::flushed;
  timed_write(file, 0, data.get(), pieces, job, speed);
  timed_read(file, 0, data.get(), pieces, job, speed);
  return speed;
}

}  // namespace foldwave
