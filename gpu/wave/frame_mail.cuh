// One live frame at a time on its way out of a device: planes and samples are packed in the stream of the
// steps, which takes microseconds, and brought to page-locked memory by a stream of their own.
#pragma once

#include <memory>

#include "core/wave/live_frames.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/wave/device_wave.cuh"

namespace foldwave {

// Samples first .. end - 1 of each receiver.
struct SampleRange {
  int first = 0, end = 0;
};

// From sample `first` on, as many of a wave's receivers as a frame takes of `receivers` in all: those on the
// device or, where older ones have left it already, those on the host.
SampleRange samples_of_frame(const TraceBlock& there, int first, int receivers);

class FrameMail {
 public:
  // Throws DeviceError where there is no memory for frames on the device or the host.
  FrameMail(const PaddedGrid& padded, int receivers);

  // The planes of `wish`, which lie in the grid, and samples; `gather` has what the wave has copied out.
  template <class Real>
  void send(const DeviceWave<Real>& wave, const LiveWish& wish, SampleRange samples, const Gather& gather,
            cudaStream_t steps);
  bool has_come() const { return has_landed_.has_come(); }
  LiveFrame take();  // waits for it

 private:
  const PaddedGrid& padded_;
  int receivers_;
  LiveFrame frame_;
  bool fetch_traces_ = false;  // its samples are behind the planes
  DeviceArray<float> packed_;
  PinnedArray<float> landed_;
  DeviceEvent is_packed_, has_landed_;
  DeviceStream stream_;  // last: it must come to rest before what it copies goes
};

extern template void FrameMail::send<float>(const DeviceWave<float>&, const LiveWish&, SampleRange,
                                            const Gather&, cudaStream_t);
extern template void FrameMail::send<double>(const DeviceWave<double>&, const LiveWish&, SampleRange,
                                             const Gather&, cudaStream_t);

}  // namespace foldwave
