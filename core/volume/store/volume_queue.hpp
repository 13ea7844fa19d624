// Writes packed volumes on a thread of its own, one file after the other in the order in which they came, so
// that who made them does not wait for the disk. It owns what it is given. At most so many bytes wait: then
// `push` waits too (back-pressure). The bytes of a file are those of write_volume_file.
// Errors: the first failure of the disk ends the writing and is thrown by the next push, and by finish; files
// that were whole before it stay. A set stop token ends every wait within 0.2 s with Stopped.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "core/base/stage_log.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

class VolumeQueue {
 public:
  static constexpr std::size_t usual_bytes = std::size_t{256} << 20;

  // Called on the queue's thread after each file is whole, under no lock; what it throws is a failure.
  using Written = std::function<void(const std::filesystem::path& file, const VolumeFacts& facts)>;

  // The log, where there is one, is told when a file was written ("write") and when a push waited ("wait").
  explicit VolumeQueue(Written written, std::size_t most_bytes = usual_bytes, StageLog* log = nullptr);
  ~VolumeQueue();  // what still waits is not written
  VolumeQueue(const VolumeQueue&) = delete;
  VolumeQueue& operator=(const VolumeQueue&) = delete;

  void push(std::filesystem::path file, PackedVolume volume, const std::stop_token& stop = {});

  // Waits until everything is written. Once the token is set what waits has `grace` seconds left, then it is
  // dropped, the file under way too. Gives how many were dropped.
  int finish(const std::stop_token& stop = {}, double grace = 0.1);

  struct State {
    int written = 0, waiting = 0;    // files
    std::int64_t bytes = 0;          // of those that were written
    double busy_seconds = 0.0;       // of the thread, at its files
    double push_wait_seconds = 0.0;  // of who pushed, as the queue was full
  };
  State state() const;

 private:
  struct Item {
    std::filesystem::path file;
    PackedVolume volume;
    std::size_t bytes = 0;
  };
  void work(const std::stop_token& end);

  Written written_;
  std::size_t most_bytes_;
  StageLog* log_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Item> waiting_;  // the first is being written
  std::size_t bytes_ = 0;     // of these
  std::exception_ptr failed_;
  State state_;
  std::jthread thread_;  // the last: it uses the rest
};

}  // namespace foldwave
