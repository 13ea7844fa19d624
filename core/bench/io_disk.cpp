#include "core/bench/io_disk.hpp"

#include <algorithm>
#include <thread>

namespace foldwave {

void SlowFile::wait(std::chrono::steady_clock::time_point asked, std::size_t bytes) {
  using Clock = std::chrono::steady_clock;
  const auto through = asked - late_ +
                       std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(static_cast<double>(bytes) / rate_));
  const bool sleeps = Clock::now() < through;
  std::this_thread::sleep_until(through);
  const auto late = Clock::now() - through;
  // What one request cannot make up for is left to the next; a request that took longer itself is just slow.
  late_ = sleeps ? late : std::min(late_, late);
}

void SlowFile::read(std::span<std::byte> to, std::uint64_t offset) {
  const auto asked = std::chrono::steady_clock::now();
  file_.read(to, offset);
  wait(asked, to.size());
}

void SlowFile::write(std::span<const std::byte> from, std::uint64_t offset) {
  const auto asked = std::chrono::steady_clock::now();
  file_.write(from, offset);
  wait(asked, from.size());
}

}  // namespace foldwave
