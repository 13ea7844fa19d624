#include "gpu/imaging/strip_store.cuh"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <future>
#include <utility>
#include <vector>

#include "core/base/system.hpp"
#include "core/wave/cpu/cpu_strips.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {

namespace {

constexpr std::size_t store_chunk = std::size_t{64} << 20, host_chunk = 2 * store_chunk;
constexpr std::size_t large_chunk = 16 * store_chunk;

// Levels in chunks of device memory that are got as they are needed. To get one halts what runs, so there are
// about eight where it is known how many `levels` come.
class LevelChunks {
 public:
  LevelChunks(std::size_t bytes_each, int levels) : each_((bytes_each + 255) / 256 * 256) {
    const std::size_t eighth = (static_cast<std::size_t>(levels) + 7) / 8;
    in_one_ = std::max<std::size_t>(1, std::clamp(eighth, store_chunk / each_, large_chunk / each_));
  }

  std::byte* at(int number) {
    const auto n = static_cast<std::size_t>(number), chunk = n / in_one_;
    if (chunks_.size() <= chunk) chunks_.resize(chunk + 1);
    if (chunks_[chunk].size() == 0) chunks_[chunk] = DeviceArray<std::byte>(in_one_ * each_);
    return chunks_[chunk].data() + n % in_one_ * each_;
  }

 private:
  std::size_t each_, in_one_ = 1;
  std::vector<DeviceArray<std::byte>> chunks_;
};

class DeviceStore final : public StripStore {
 public:
  DeviceStore(std::size_t bytes_each, int levels) : each_(bytes_each), chunks_(bytes_each, levels) {}
  std::byte* to_write(int number, cudaStream_t) override {
    levels_ = std::max(levels_, std::int64_t{number} + 1);
    return chunks_.at(number);
  }
  void written(int, cudaStream_t) override {}
  const std::byte* to_read(int number, cudaStream_t) override { return chunks_.at(number); }
  void was_read(int, cudaStream_t) override {}
  std::int64_t bytes() const override { return levels_ * static_cast<std::int64_t>(each_); }

 private:
  std::size_t each_;
  LevelChunks chunks_;
  std::int64_t levels_ = 0;
};

// Buffers on the device, by number modulo their count, that two streams of their own empty and fill by turns.
class StagedStore : public StripStore {
 public:
  explicit StagedStore(std::size_t bytes_each) : each_(bytes_each) {
    for (Slot& slot : slots_) {
      slot.bytes = DeviceArray<std::byte>(bytes_each);
      slot.copied.record(beside_[0]);
      slot.used.record(beside_[0]);
    }
  }

  std::byte* to_write(int number, cudaStream_t stream) override {
    levels_ = std::max(levels_, std::int64_t{number} + 1);
    Slot& slot = slot_of(number);
    slot.copied.hold_back(stream);
    slot.number = number;
    return slot.bytes.data();
  }
  void written(int number, cudaStream_t stream) override {
    Slot& slot = slot_of(number);
    slot.used.record(stream);
    slot.used.hold_back(beside(number));
    empty(number, slot.bytes.data(), beside(number));
    slot.copied.record(beside(number));
  }
  const std::byte* to_read(int number, cudaStream_t stream) override {
    fetch(number);
    for (int ahead = 1; ahead <= 4; ++ahead)
      fetch(number - ahead);
    Slot& slot = slot_of(number);
    slot.copied.hold_back(stream);
    return slot.bytes.data();
  }
  void was_read(int number, cudaStream_t stream) override { slot_of(number).used.record(stream); }
  std::int64_t bytes() const override { return levels_ * static_cast<std::int64_t>(each_); }

 protected:
  virtual void empty(int number, const std::byte* from, cudaStream_t beside) = 0;
  virtual void fill(int number, std::byte* to, cudaStream_t beside) = 0;
  std::size_t bytes_each() const { return each_; }
  // What is under way must not outlive what it goes to.
  void come_to_rest() const {
    for (const DeviceStream& stream : beside_)
      cudaStreamSynchronize(stream);
  }

 private:
  struct Slot {
    DeviceArray<std::byte> bytes;
    int number = -1;
    DeviceEvent copied, used;
  };
  // Ten that are held and four to come.
  static constexpr std::size_t slot_count = 16;
  cudaStream_t beside(int number) const { return beside_[number % 2]; }
  Slot& slot_of(int number) { return slots_[static_cast<std::size_t>(number) % slot_count]; }

  void fetch(int number) {
    if (number < 0 || number >= levels_) return;
    Slot& slot = slot_of(number);
    if (slot.number == number) return;
    slot.used.hold_back(beside(number));
    fill(number, slot.bytes.data(), beside(number));
    slot.copied.record(beside(number));
    slot.number = number;
  }

  std::size_t each_;
  std::int64_t levels_ = 0;
  std::array<Slot, slot_count> slots_;
  DeviceStream beside_[2];
};

// Chunks of levels in large pages, touched and page-locked by threads of their own some chunks ahead: in line
// that takes as long as the steps that fill them. A chunk is given back when the one two below it is read.
// What cannot be locked stays ordinary memory: levels pass through some locked buffers, and the streams' own
// callbacks copy on by several threads.
class HostStore final : public StagedStore {
 public:
  explicit HostStore(std::size_t bytes_each)
      : StagedStore(bytes_each),
        in_one_(std::clamp<std::size_t>(host_chunk / std::max<std::size_t>(1, bytes_each), 1, 64)) {}
  ~HostStore() override { come_to_rest(); }

 private:
  static constexpr std::size_t page = 4096, large_page = std::size_t{1} << 21, chunks_ahead = 6;
  struct Freed {
    void operator()(std::byte* pages) const { std::free(pages); }
  };
  // What copies from and to it has ended when it goes.
  struct Chunk {
    std::unique_ptr<std::byte, Freed> pages;
    bool is_locked = false;
    DeviceEvent copied[2] = {DeviceEvent(cudaEventDisableTiming), DeviceEvent(cudaEventDisableTiming)};

    explicit Chunk(std::size_t bytes) {
      const std::size_t unit = bytes < large_page ? page : large_page;
      const std::size_t whole = (bytes + unit - 1) / unit * unit;
      pages.reset(static_cast<std::byte*>(std::aligned_alloc(unit, whole)));
      if (pages == nullptr)
        throw ResourceError("boundary strips", "the host's memory is full", "keep them rounded or in a file");
      if (unit == large_page) madvise(pages.get(), whole, MADV_HUGEPAGE);
      for (std::size_t at = 0; at < whole; at += page)
        pages.get()[at] = std::byte{0};
      is_locked = cudaHostRegister(pages.get(), whole, cudaHostRegisterDefault) == cudaSuccess;
      // Else a later call would report it as its own.
      if (!is_locked) cudaGetLastError();
    }
    ~Chunk() { free(); }
    Chunk(const Chunk&) = delete;
    Chunk& operator=(const Chunk&) = delete;
    void free() {
      if (std::exchange(is_locked, false)) cudaHostUnregister(pages.get());
      pages.reset();
    }
  };
  struct Copy {
    std::byte* to;
    const std::byte* from;
    std::size_t bytes;
  };

  static void CUDART_CB copy_on(void* what) {
    const std::unique_ptr<Copy> copy(static_cast<Copy*>(what));
    constexpr std::size_t part = std::size_t{1} << 21;
    const std::size_t parts = (copy->bytes + part - 1) / part;
#pragma omp parallel for schedule(static) num_threads(std::min(16, thread_count())) if (parts > 1)
    for (std::size_t p = 0; p < parts; ++p)
      std::memcpy(copy->to + p * part, copy->from + p * part, std::min(part, copy->bytes - p * part));
  }
  void copy(std::byte* to, const std::byte* from, cudaStream_t stream) const {
    auto what = std::make_unique<Copy>(Copy{to, from, bytes_each()});
    check_cuda(cudaLaunchHostFunc(stream, copy_on, what.get()), "cannot copy the boundary strips");
    static_cast<void>(what.release());
  }
  // A stream's buffers in turn: it is in order, so what was there has been copied on.
  std::byte* locked(int number) {
    auto& buffer = locked_[static_cast<std::size_t>(number) % locked_.size()];
    if (buffer == nullptr) buffer = std::make_unique<PinnedArray<std::byte>>(bytes_each());
    return buffer->data();
  }

  std::size_t chunk_of(int number) const {
    return static_cast<std::size_t>(number) / in_one_;
  }
  std::byte* place(int number) {
    return chunks_[chunk_of(number)]->pages.get() + static_cast<std::size_t>(number) % in_one_ * bytes_each();
  }
  // The next one; from the second on some are under way.
  void add_chunk() {
    const std::size_t bytes = in_one_ * bytes_each();
    int device = 0;
    check_cuda(cudaGetDevice(&device), "cannot tell the device of the boundary strips");
    // A new thread would lock for, and make its events on, the first device.
    const auto make = [bytes, device] {
      check_cuda(cudaSetDevice(device), "cannot choose the device of the boundary strips");
      return std::make_unique<Chunk>(bytes);
    };
    if (coming_.empty()) {
      chunks_.push_back(make());
    } else {
      chunks_.push_back(coming_.front().get());
      coming_.pop_front();
    }
    while (chunks_.size() > 1 && coming_.size() < chunks_ahead)
      coming_.push_back(std::async(std::launch::async, make));
  }
  static void give_back(Chunk& chunk) {
    if (chunk.pages == nullptr) return;
    for (const DeviceEvent& copied : chunk.copied)
      copied.wait();
    chunk.free();
  }

  void empty(int number, const std::byte* from, cudaStream_t beside) override {
    while (chunks_.size() <= chunk_of(number))
      add_chunk();
    Chunk& chunk = *chunks_[chunk_of(number)];
    std::byte* const to = chunk.is_locked ? place(number) : locked(number);
    check_cuda(cudaMemcpyAsync(to, from, bytes_each(), cudaMemcpyDeviceToHost, beside),
               "cannot copy the boundary strips");
    if (!chunk.is_locked) copy(place(number), to, beside);
    chunk.copied[number % 2].record(beside);
  }
  void fill(int number, std::byte* to, cudaStream_t beside) override {
    const std::size_t at = chunk_of(number);
    Chunk& chunk = *chunks_[at];
    if (chunk.pages == nullptr)
      throw DeviceError("cuda", "boundary strips were read already", "use the CPU back end");
    coming_.clear();
    if (at + 2 < chunks_.size()) give_back(*chunks_[at + 2]);
    std::byte* from = place(number);
    if (!chunk.is_locked) {
      copy(locked(number), from, beside);
      from = locked(number);
    }
    check_cuda(cudaMemcpyAsync(to, from, bytes_each(), cudaMemcpyHostToDevice, beside),
               "cannot copy the boundary strips");
    chunk.copied[number % 2].record(beside);
  }

  std::size_t in_one_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::deque<std::future<std::unique_ptr<Chunk>>> coming_;
  std::array<std::unique_ptr<PinnedArray<std::byte>>, 4> locked_;
};

// Both stores count their own levels.
class SharedStore final : public StripStore {
 public:
  SharedStore(std::size_t bytes_each, int on_device, int levels)
      : there_(bytes_each, on_device),
        here_(bytes_each),
        on_device_(on_device),
        levels_(std::max(1, levels)) {}

  std::byte* to_write(int number, cudaStream_t stream) override {
    return store(number).to_write(own(number), stream);
  }
  void written(int number, cudaStream_t stream) override { store(number).written(own(number), stream); }
  const std::byte* to_read(int number, cudaStream_t stream) override {
    return store(number).to_read(own(number), stream);
  }
  void was_read(int number, cudaStream_t stream) override { store(number).was_read(own(number), stream); }
  std::int64_t bytes() const override { return there_.bytes() + here_.bytes(); }

 private:
  // Of the levels before `number`.
  int those_there(int number) const { return static_cast<int>(std::int64_t{number} * on_device_ / levels_); }
  bool is_there(int number) const { return those_there(number + 1) > those_there(number); }
  StripStore& store(int number) {
    return is_there(number) ? static_cast<StripStore&>(there_) : static_cast<StripStore&>(here_);
  }
  int own(int number) const { return is_there(number) ? those_there(number) : number - those_there(number); }

  DeviceStore there_;
  HostStore here_;
  int on_device_, levels_;
};

// One level after the other: a disk is slower than the wait.
class FileStore final : public StagedStore {
 public:
  FileStore(std::size_t bytes_each, const std::string& folder)
      : StagedStore(bytes_each), file_(bytes_each, folder), buffer_(std::max<std::size_t>(1, bytes_each)) {}
  ~FileStore() override { come_to_rest(); }

 private:
  void empty(int number, const std::byte* from, cudaStream_t beside) override {
    check_cuda(cudaMemcpyAsync(buffer_.data(), from, bytes_each(), cudaMemcpyDeviceToHost, beside),
               "cannot copy the boundary strips");
    wait(beside);
    file_.put(number, buffer_.data());
  }
  void fill(int number, std::byte* to, cudaStream_t beside) override {
    file_.get(number, buffer_.data());
    check_cuda(cudaMemcpyAsync(to, buffer_.data(), bytes_each(), cudaMemcpyHostToDevice, beside),
               "cannot copy the boundary strips");
    wait(beside);
  }

  static void wait(cudaStream_t stream) {
    check_cuda(cudaStreamSynchronize(stream), "the boundary strips cannot be moved");
  }

  LevelStore file_;
  PinnedArray<std::byte> buffer_;
};

// How many of the levels may lie on the device. Room is left for the other wave and for the sums over time:
// seven fields.
int levels_there(const PaddedGrid& padded, std::size_t real_bytes, std::size_t each, int levels,
                 double share) {
  std::size_t free_bytes = 0, total = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &total), "the device does not answer");
  const double fields = 7.0 * static_cast<double>(padded.size()) * static_cast<double>(real_bytes);
  const double room = static_cast<double>(free_bytes) - 5e8 - fields;
  const double most = std::min(share * levels, room / (1.02 * static_cast<double>(each)));
  return std::clamp(static_cast<int>(std::min(most, 1e9)), 0, levels);
}

}  // namespace

std::unique_ptr<StripStore> make_memory_store(const PaddedGrid& padded, std::size_t real_bytes,
                                              std::size_t bytes_each, int levels, double share) {
  const int there = levels_there(padded, real_bytes, bytes_each, levels, share);
  if (there == levels && share > 0.0) return std::make_unique<DeviceStore>(bytes_each, levels);
  check_memory(static_cast<std::int64_t>(bytes_each) * (levels - there), available_memory_bytes());
  if (there == 0) return std::make_unique<HostStore>(bytes_each);
  return std::make_unique<SharedStore>(bytes_each, there, levels);
}

std::unique_ptr<StripStore> make_file_store(std::size_t bytes_each, const std::string& folder) {
  return std::make_unique<FileStore>(bytes_each, folder);
}

}  // namespace foldwave
