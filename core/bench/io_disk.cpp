#include "core/bench/io_disk.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "core/base/error.hpp"

namespace foldwave {

SlowFile::SlowFile(std::string folder, double bytes_a_second)
    : folder_(std::move(folder)), rate_(bytes_a_second) {
  std::string name = folder_ + "/foldwave-bench-XXXXXX";
  descriptor_ = ::mkstemp(name.data());
  if (descriptor_ < 0)
    throw InputError(folder_, std::string("no file can be made in it (") + std::strerror(errno) + ")",
                     "name a folder that can be written");
  ::unlink(name.c_str());
}

SlowFile::~SlowFile() {
  ::close(descriptor_);
}

void SlowFile::wait(std::chrono::steady_clock::time_point asked, std::size_t bytes) {
  using Clock = std::chrono::steady_clock;
  const auto through = asked - late_ +
                       std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(static_cast<double>(bytes) / rate_));
  const bool sleeps = Clock::now() < through;
  std::this_thread::sleep_until(through);
  late_ = sleeps ? Clock::now() - through : Clock::duration::zero();
}

void SlowFile::read(std::span<std::byte> to, std::uint64_t offset) {
  const auto asked = std::chrono::steady_clock::now();
  const std::size_t bytes = to.size();
  while (!to.empty()) {
    const ssize_t got = ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw ResourceError(folder_, "its file cannot be read back", "name another folder");
    to = to.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  wait(asked, bytes);
}

void SlowFile::write(std::span<const std::byte> from, std::uint64_t offset) {
  const auto asked = std::chrono::steady_clock::now();
  const std::size_t bytes = from.size();
  while (!from.empty()) {
    const ssize_t put = ::pwrite(descriptor_, from.data(), from.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0)
      throw ResourceError(folder_, std::string("cannot be written (") + std::strerror(errno) + ")",
                          "free space or name another folder");
    from = from.subspan(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
  wait(asked, bytes);
}

}  // namespace foldwave
