// Seconds of work on a device by its own clock, the median of some runs after two that warm it up.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "gpu/base/staging.cuh"

namespace foldwave::test {

inline double median_seconds(const std::function<void(cudaStream_t)>& work, int repeats = 15) {
  const DeviceStream stream;
  std::vector<double> seconds;
  for (int i = 0; i < repeats + 2; ++i) {
    DeviceEvent begin, end;
    begin.record(stream);
    work(stream);
    end.record(stream);
    end.wait();
    if (i >= 2) seconds.push_back(end.seconds_since(begin));
  }
  std::nth_element(seconds.begin(), seconds.begin() + repeats / 2, seconds.end());
  return seconds[static_cast<std::size_t>(repeats) / 2];
}

}  // namespace foldwave::test
