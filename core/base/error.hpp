// One root for every error that the program raises on purpose: the place (a file, a JSON path, a parameter),
// what is wrong with the value, and what to do about it. what() is the three as one line.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace foldwave {

class Error : public std::runtime_error {
 public:
  Error(std::string place, std::string problem, std::string remedy = {});
  const std::string& place() const { return place_; }      // may be empty
  const std::string& problem() const { return problem_; }  // one line
  const std::string& remedy() const { return remedy_; }    // one line; may be empty
  std::string words() const;                               // what() without the place

 private:
  std::string place_, problem_, remedy_;
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

// A device beside the processor cannot do it, or a call to it failed; the processor may.
class DeviceError : public ResourceError {
 public:
  using ResourceError::ResourceError;
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
