// Bytes of a file by their places, in order or not, with the place that a message names. Never hands out what
// is not there. Errors: InputError naming the file and the byte, counted from 1.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <string>

namespace foldwave::segy {

class ByteSource {
 public:
  // Puts `bytes` bytes from `offset` on to `to`, or throws.
  using ReadAt = std::function<void(void* to, std::size_t bytes, std::uintmax_t offset)>;

  ByteSource(ReadAt read, std::uintmax_t size, std::string name)
      : read_(std::move(read)), end_(size), name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  std::uintmax_t at() const { return at_; }
  std::uintmax_t end() const { return end_; }
  std::uintmax_t left() const { return at_ < end_ ? end_ - at_ : 0; }
  void go_to(std::uintmax_t offset) { at_ = offset; }
  void end_at(std::uintmax_t end) { end_ = end; }  // what lies behind is no longer there

  void read(void* to, std::size_t bytes, const std::string& what);
  [[noreturn]] void fail(const std::string& problem,
                         const std::string& remedy = "give a whole SEG-Y file of revision 0, 1 or 2") const;

 private:
  ReadAt read_;
  std::uintmax_t at_ = 0, end_;
  std::string name_;
};

ByteSource stream_source(std::istream& stream, std::uintmax_t size, const std::string& name);
ByteSource descriptor_source(int descriptor, std::uintmax_t size, const std::string& name);

}  // namespace foldwave::segy
