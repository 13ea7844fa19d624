// Numbers to little-endian bytes and back, and bits. A reader that comes to the end throws InputError.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "core/base/error.hpp"

namespace foldwave {

static_assert(std::endian::native == std::endian::little,
              "bricks are little-endian, as the program's machines are");

[[noreturn]] inline void refuse_brick(const char* problem) {
  throw InputError("packed brick", problem, "the file is damaged, or of another shape or codec");
}

template <class Value>
void put(std::vector<std::byte>& bytes, const Value& value) {
  static_assert(std::is_trivially_copyable_v<Value>);
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof(Value));
  std::memcpy(bytes.data() + at, &value, sizeof(Value));
}
template <class Value>
void put_all(std::vector<std::byte>& bytes, std::span<const Value> values) {
  const std::size_t at = bytes.size();
  bytes.resize(at + values.size_bytes());
  if (!values.empty()) std::memcpy(bytes.data() + at, values.data(), values.size_bytes());
}

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class Value>
  Value take() {
    Value value;
    std::memcpy(&value, take_bytes(sizeof(Value)).data(), sizeof(Value));
    return value;
  }
  std::span<const std::byte> take_bytes(std::size_t count) {
    if (count > left_.size()) refuse_brick("it ends too early");
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }
  std::size_t left() const { return left_.size(); }

 private:
  std::span<const std::byte> left_;
};

// Bits, the lowest first.
class BitWriter {
 public:
  explicit BitWriter(std::vector<std::byte>& bytes) : bytes_(&bytes) {}
  // count: 0 to 32; the bits above it must be 0.
  void put(std::uint32_t value, int count) {
    held_ |= std::uint64_t{value} << filled_;
    for (filled_ += count; filled_ >= 8; filled_ -= 8, held_ >>= 8)
      bytes_->push_back(static_cast<std::byte>(held_ & 255));
  }
  void flush() {
    if (filled_ > 0) bytes_->push_back(static_cast<std::byte>(held_ & 255));
    held_ = 0;
    filled_ = 0;
  }

 private:
  std::vector<std::byte>* bytes_;
  std::uint64_t held_ = 0;
  int filled_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::span<const std::byte> bytes) : left_(bytes) {}
  std::uint32_t take(int count) {
    while (filled_ < count) {
      if (left_.empty()) refuse_brick("it ends too early");
      held_ |= static_cast<std::uint64_t>(left_.front()) << filled_;
      left_ = left_.subspan(1);
      filled_ += 8;
    }
    const auto value = static_cast<std::uint32_t>(held_ & ((std::uint64_t{1} << count) - 1));
    held_ >>= count;
    filled_ -= count;
    return value;
  }

 private:
  std::span<const std::byte> left_;
  std::uint64_t held_ = 0;
  int filled_ = 0;
};

}  // namespace foldwave
