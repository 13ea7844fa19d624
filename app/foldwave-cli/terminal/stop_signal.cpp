#include "app/foldwave-cli/terminal/stop_signal.hpp"

#include <unistd.h>
#include <atomic>
#include <csignal>

namespace foldwave::cli {

namespace {

std::atomic<int> taken{0};  // the first signal that came

void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  std::raise(signal);
}

}  // namespace

StopSignal::StopSignal() {
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGINT);
  sigaddset(&wanted, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
  waiter_ = std::jthread([this, wanted](const std::stop_token& done) {
    for (;;) {
      const int signal = sigwaitinfo(&wanted, nullptr);
      if (done.stop_requested()) return;
      if (signal < 0) continue;
      if (source_.stop_requested()) end_by(signal);
      taken = signal;
      source_.request_stop();
    }
  });
}

StopSignal::~StopSignal() {
  waiter_.request_stop();
  // Of the thread alone: it is only woken by it.
  pthread_kill(waiter_.native_handle(), SIGTERM);
}

void end_by_signal_if_stopped() {
  if (const int signal = taken; signal != 0) end_by(signal);
}

}  // namespace foldwave::cli
