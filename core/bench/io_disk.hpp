// A file held to the rate of a slow disk: a request takes bytes / rate from when it is asked. What a thread
// is woken too late is taken off the next request, so that the rate holds over many. It has no name once it
// is open, so that nothing is left of it. Errors: ResourceError, InputError.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace foldwave {

class SlowFile {
 public:
  SlowFile(std::string folder, double bytes_a_second);
  ~SlowFile();
  SlowFile(const SlowFile&) = delete;
  SlowFile& operator=(const SlowFile&) = delete;

  double set_rate(double bytes_a_second) { return std::exchange(rate_, bytes_a_second); }  // gives the former

  void read(std::span<std::byte> to, std::uint64_t offset);
  void write(std::span<const std::byte> from, std::uint64_t offset);

 private:
  void wait(std::chrono::steady_clock::time_point asked, std::size_t bytes);

  std::string folder_;
  double rate_;
  int descriptor_ = -1;
  std::chrono::steady_clock::duration late_{};  // the last waking
};

}  // namespace foldwave
