// One root for every error that the program raises on purpose. The message is one line: the place (a file, a
// JSON path, a parameter), what is wrong with the value, and what to do about it.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace foldwave {

class Error : public std::runtime_error {
 public:
  Error(std::string place, const std::string& problem, const std::string& remedy = {});
  const std::string& place() const { return place_; }

 private:
  std::string place_;
};

// The user's input cannot be used: a file, a scenario value, an option.
class InputError : public Error {
 public:
  using Error::Error;
};

// The machine cannot do it: memory, disk, device.
class ResourceError : public Error {
 public:
  using Error::Error;
};

// A numerical run left the range of numbers (a wave that grows without bound, say).
class NumericError : public Error {
 public:
  using Error::Error;
};

// The stop token was set. Not a failure: whoever asked for it catches it.
class Stopped : public Error {
 public:
  Stopped() : Error("run", "stopped on request") {}
};

[[noreturn]] void throw_out_of_memory(std::size_t bytes);

}  // namespace foldwave
