#include "app/foldwave-cli/stop_signal.hpp"

#include <unistd.h>
#include <csignal>
#include <ctime>

namespace foldwave::cli {

StopSignal::StopSignal() {
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGINT);
  sigaddset(&wanted, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
  waiter_ = std::jthread([this, wanted](const std::stop_token& done) {
    const timespec patience{0, 50'000'000};
    while (!done.stop_requested()) {
      if (sigtimedwait(&wanted, nullptr, &patience) < 0) continue;
      if (source_.stop_requested()) _exit(130);
      source_.request_stop();
    }
  });
}

StopSignal::~StopSignal() = default;

}  // namespace foldwave::cli
