// Ctrl-C (and a polite kill) as a stop token: the first asks the work to stop, a second one ends the program.
#pragma once

#include <stop_token>
#include <thread>

namespace foldwave::cli {

class StopSignal {
 public:
  StopSignal();  // before other threads are started, so that they leave the signals to this one
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread waiter_;
};

}  // namespace foldwave::cli
