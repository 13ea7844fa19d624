// Writes volumes on threads of its own, packed ones or such as a function writes, so that who made them does
// not wait for the disk: one file after the other where one thread is enough, several at a time while files
// wait and more threads may be had. It owns what it is given. At most so many bytes wait: then `push` waits
// too (back-pressure). The bytes of a file are those of write_volume_file; files are told in the order in
// which they came. Errors: the first failure of the disk ends the writing and is thrown by the next push, and
// by finish; files that were whole before it stay. A set stop token ends every wait within 0.2 s with
// Stopped.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/base/stages/stage_log.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

class VolumeQueue {
 public:
  static constexpr std::size_t usual_bytes = std::size_t{256} << 20;

  // Called on a thread of the queue's for each file that is whole, one at a time, under no lock; `Told` after
  // the last one that is whole by then. What they throw is a failure.
  using Written = std::function<void(const std::filesystem::path& file, const VolumeFacts& facts)>;
  using Told = std::function<void()>;
  // Packs a volume on the queue's thread. Once the token is set it may throw Stopped.
  using Make = std::function<PackedVolume(const std::stop_token& stop)>;
  // Writes the file, whole or not at all; likewise.
  struct Put {
    VolumeFacts facts;
    std::size_t bytes = 0;  // of the file
  };
  using Write = std::function<Put(const std::stop_token& stop)>;

  // The log, where there is one, is told when a packed volume was written ("write") and when a push waited
  // ("wait").
  explicit VolumeQueue(Written written, std::size_t most_bytes = usual_bytes, int most_threads = 1,
                       Told told = {}, StageLog* log = nullptr);
  ~VolumeQueue();  // what still waits is not written
  VolumeQueue(const VolumeQueue&) = delete;
  VolumeQueue& operator=(const VolumeQueue&) = delete;

  void push(std::filesystem::path file, PackedVolume volume, const std::stop_token& stop = {});
  void push_write(std::filesystem::path file, Write write, std::size_t bytes,
                  const std::stop_token& stop = {});
  // `bytes` are held by what packs it, up to the file's end.
  void push(std::filesystem::path file, Make make, std::size_t bytes, const std::stop_token& stop = {});

  // Waits until everything is written. Once the token is set what waits has `grace` seconds left, then it is
  // dropped, the files under way too. Gives how many were dropped.
  int finish(const std::stop_token& stop = {}, double grace = 0.05);

  struct State {
    int written = 0, waiting = 0;    // files
    std::int64_t bytes = 0;          // of those that were written
    double busy_seconds = 0.0;       // of the threads, at their files
    double push_wait_seconds = 0.0;  // of who pushed, as the queue was full
  };
  State state() const;

 private:
  enum class Step { waiting, under_way, whole };
  struct Item {
    std::filesystem::path file;
    Write write;
    std::size_t bytes = 0;
    Put put{};
    Step step = Step::waiting;
  };
  void add(Item item, const std::stop_token& stop);
  void work(const std::stop_token& end);
  bool take_one(std::unique_lock<std::mutex>& lock, const std::stop_token& end);
  void tell(std::unique_lock<std::mutex>& lock);
  void end_threads();

  Written written_;
  Told told_;
  std::size_t most_bytes_;
  int most_threads_;
  StageLog* log_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Item> items_;  // in the order in which they came
  std::size_t bytes_ = 0;   // of these
  int idle_ = 0;            // threads that wait for one
  bool telling_ = false;    // one thread at a time
  std::exception_ptr failed_;
  State state_;
  std::vector<std::jthread> threads_;  // the last: they use the rest
};

}  // namespace foldwave
