// How fast this machine is now, beside the one that the tests' bars of time are stated for: a quiet EPYC of
// the fourth Zen generation. A bar of so many milliseconds is meant at pace 1; a machine that is slower, or
// whose memory others use, gets as much more.
//
// The measure is a fixed piece of work much like software drawing: bytes that are blended from beyond the
// second cache, and arithmetic in which each step needs the one before. It counts processor time, the median
// of several runs, so that being interrupted is no slowness.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <vector>

namespace foldwave {

class PaceWork {
 public:
  static constexpr double quiet_milliseconds = 1.65;  // of once() on that machine, as tests are compiled

  PaceWork() : from_(pixels, 37), to_(pixels, 141) {}

  void once() {
    for (std::size_t i = 0; i < pixels; ++i)
      to_[i] = static_cast<std::uint8_t>((to_[i] * 200U + from_[i] * 55U + 128U) >> 8U);
    for (int i = 0; i < 300000; ++i) {
      chain_ ^= chain_ << 13U;
      chain_ ^= chain_ >> 7U;
      chain_ ^= chain_ << 17U;
    }
    // What nobody reads the compiler may leave out.
    volatile std::uint64_t read = chain_ + to_[static_cast<std::size_t>(chain_ % pixels)];
    static_cast<void>(read);
  }

 private:
  static constexpr std::size_t pixels = std::size_t{1} << 21U;
  std::vector<std::uint8_t> from_, to_;
  std::uint64_t chain_ = 88172645463325252U;
};

// At least 1.
inline double machine_pace() {
  const auto milliseconds = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
  };
  PaceWork work;
  std::array<double, 9> taken{};
  for (double& t : taken) {
    const double before = milliseconds();
    work.once();
    t = milliseconds() - before;
  }
  std::nth_element(taken.begin(), taken.begin() + 4, taken.end());
  return std::max(1.0, taken[4] / PaceWork::quiet_milliseconds);
}

}  // namespace foldwave
