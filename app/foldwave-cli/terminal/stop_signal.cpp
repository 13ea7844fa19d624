#include "app/foldwave-cli/terminal/stop_signal.hpp"

#include <unistd.h>
#include <atomic>
#include <csignal>
#include <ctime>

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
    const timespec patience{0, 50'000'000};
    while (!done.stop_requested()) {
      const int signal = sigtimedwait(&wanted, nullptr, &patience);
      if (signal < 0) continue;
      if (source_.stop_requested()) end_by(signal);
      taken = signal;
      source_.request_stop();
    }
  });
}

StopSignal::~StopSignal() = default;

void end_by_signal_if_stopped() {
  if (const int signal = taken; signal != 0) end_by(signal);
}

}  // namespace foldwave::cli
