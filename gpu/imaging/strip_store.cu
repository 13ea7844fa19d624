#include "gpu/imaging/strip_store.cuh"

#include <algorithm>
#include <array>
#include <vector>

#include "core/wave/cpu/cpu_strips.hpp"

namespace foldwave {

namespace {

constexpr std::size_t store_chunk = std::size_t{64} << 20;

// Levels in chunks of memory that are got as they are needed; Memory: an array on the device or the host.
template <class Memory>
class LevelChunks {
 public:
  explicit LevelChunks(std::size_t bytes_each)
      : each_((bytes_each + 255) / 256 * 256), in_one_(std::max<std::size_t>(1, store_chunk / each_)) {}

  std::byte* at(int number) {
    const auto n = static_cast<std::size_t>(number), chunk = n / in_one_;
    if (chunks_.size() <= chunk) chunks_.resize(chunk + 1);
    if (chunks_[chunk] == nullptr) chunks_[chunk] = std::make_unique<Memory>(in_one_ * each_);
    return chunks_[chunk]->data() + n % in_one_ * each_;
  }

 private:
  std::size_t each_, in_one_;
  std::vector<std::unique_ptr<Memory>> chunks_;
};

class DeviceStore final : public StripStore {
 public:
  explicit DeviceStore(std::size_t bytes_each) : each_(bytes_each), chunks_(bytes_each) {}
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
  LevelChunks<DeviceArray<std::byte>> chunks_;
  std::int64_t levels_ = 0;
};

// Buffers on the device, by number modulo their count, that a second stream empties and fills.
class StagedStore : public StripStore {
 public:
  explicit StagedStore(std::size_t bytes_each) : each_(bytes_each) {
    for (Slot& slot : slots_) {
      slot.bytes = DeviceArray<std::byte>(bytes_each);
      slot.copied.record(beside_);
      slot.used.record(beside_);
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
    slot.used.hold_back(beside_);
    empty(number, slot.bytes.data(), beside_);
    slot.copied.record(beside_);
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
  void come_to_rest() const { cudaStreamSynchronize(beside_); }
  void rest() const { check_cuda(cudaStreamSynchronize(beside_), "the boundary strips cannot be moved"); }

 private:
  struct Slot {
    DeviceArray<std::byte> bytes;
    int number = -1;
    DeviceEvent copied, used;
  };
  // Ten that are held and four to come.
  static constexpr std::size_t slot_count = 16;
  Slot& slot_of(int number) { return slots_[static_cast<std::size_t>(number) % slot_count]; }

  void fetch(int number) {
    if (number < 0 || number >= levels_) return;
    Slot& slot = slot_of(number);
    if (slot.number == number) return;
    slot.used.hold_back(beside_);
    fill(number, slot.bytes.data(), beside_);
    slot.copied.record(beside_);
    slot.number = number;
  }

  std::size_t each_;
  std::int64_t levels_ = 0;
  std::array<Slot, slot_count> slots_;
  DeviceStream beside_;
};

class HostStore final : public StagedStore {
 public:
  HostStore(std::size_t bytes_each, int levels) : StagedStore(bytes_each), chunks_(bytes_each) {
    for (int n = 0; n < levels; ++n)
      chunks_.at(n);
  }
  ~HostStore() override { come_to_rest(); }

 private:
  void empty(int number, const std::byte* from, cudaStream_t beside) override {
    check_cuda(cudaMemcpyAsync(chunks_.at(number), from, bytes_each(), cudaMemcpyDeviceToHost, beside),
               "cannot copy the boundary strips");
  }
  void fill(int number, std::byte* to, cudaStream_t beside) override {
    check_cuda(cudaMemcpyAsync(to, chunks_.at(number), bytes_each(), cudaMemcpyHostToDevice, beside),
               "cannot copy the boundary strips");
  }

  LevelChunks<PinnedArray<std::byte>> chunks_;
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
    rest();
    file_.put(number, buffer_.data());
  }
  void fill(int number, std::byte* to, cudaStream_t beside) override {
    file_.get(number, buffer_.data());
    check_cuda(cudaMemcpyAsync(to, buffer_.data(), bytes_each(), cudaMemcpyHostToDevice, beside),
               "cannot copy the boundary strips");
    rest();
  }

  LevelStore file_;
  PinnedArray<std::byte> buffer_;
};

}  // namespace

std::unique_ptr<StripStore> make_device_store(std::size_t bytes_each) {
  return std::make_unique<DeviceStore>(bytes_each);
}

std::unique_ptr<StripStore> make_host_store(std::size_t bytes_each, int levels) {
  return std::make_unique<HostStore>(bytes_each, levels);
}

std::unique_ptr<StripStore> make_file_store(std::size_t bytes_each, const std::string& folder) {
  return std::make_unique<FileStore>(bytes_each, folder);
}

}  // namespace foldwave
