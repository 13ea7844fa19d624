// A file held to the rate of a slow disk: a request takes bytes / rate from when it is asked. What a thread
// is woken too late is taken off the next request, so that the rate holds over many. Nothing is left of it.
// Errors: those of ScratchFile.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "core/volume/store/scratch_file.hpp"

namespace foldwave {

class SlowFile {
 public:
  SlowFile(std::string folder, double bytes_a_second) : file_(std::move(folder)), rate_(bytes_a_second) {}

  double set_rate(double bytes_a_second) {  // gives the former
    begin();
    return std::exchange(rate_, bytes_a_second);
  }
  void begin() { late_ = {}; }  // before what is timed: what came before leaves it nothing

  void read(std::span<std::byte> to, std::uint64_t offset);
  void write(std::span<const std::byte> from, std::uint64_t offset);

 private:
  void wait(std::chrono::steady_clock::time_point asked, std::size_t bytes);

  ScratchFile file_;
  double rate_;
  std::chrono::steady_clock::duration late_{};  // the last waking
};

}  // namespace foldwave
