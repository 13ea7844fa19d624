// Ctrl-C (and a polite kill) as a stop token: the first asks the work to stop, a second one ends the program.
// Either way the program ends by the signal itself: a shell that runs it in a loop, or a scheduler, sees that
// it was interrupted and not that it failed.
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

// Once all is cleaned up: ends the program by the signal that asked it to stop; comes back when none did.
void end_by_signal_if_stopped();

}  // namespace foldwave::cli
