// Live frames on their way out of the device (core/wave/live_view.hpp): planes and samples are packed in the
// stream of the steps, which takes microseconds, and brought to page-locked memory by a stream of their own.
// Nobody waits: the host looks between batches whether the last frame has come.
#pragma once

#include <memory>

#include "core/wave/live_frames.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/wave/device_wave.cuh"

namespace foldwave {

class LiveMail {
 public:
  // `view` may be null. Where there is no memory for frames on the device or the host, there are none.
  LiveMail(LiveView* view, const PaddedGrid& padded, const WaveModel& model);

  // Between batches: after step `step`, the last that was handed over. `gather` has what the wave has copied
  // out.
  template <class Real>
  void offer(int step, const DeviceWave<Real>& wave, const Gather& gather, cudaStream_t steps);

  // Waits for a frame that is under way.
  void finish();

  const RunPart& part() const { return part_; }  // by the host's clock: nobody waits for frames on their way

 private:
  template <class Real>
  void pack(const DeviceWave<Real>& wave, const LiveWish& wish, const Gather& gather, cudaStream_t steps);
  void deliver();  // adds to what the frame took

  LiveView* view_;
  const PaddedGrid& padded_;
  double dt_;
  int receivers_, most_samples_ = 0;
  Clock clock_;
  FramePace pace_{live_share, most_live_frames};
  int next_sample_ = 0;

  bool under_way_ = false;
  LiveFrame frame_;            // that is under way
  bool fetch_traces_ = false;  // its samples are behind the planes
  double began_ = 0.0, spent_ = 0.0;
  RunPart part_;

  DeviceArray<float> packed_;
  std::unique_ptr<PinnedArray<float>> landed_;
  DeviceEvent is_packed_, has_landed_;
  DeviceStream stream_;  // last: it must come to rest before what it copies goes
};

extern template void LiveMail::offer<float>(int, const DeviceWave<float>&, const Gather&, cudaStream_t);
extern template void LiveMail::offer<double>(int, const DeviceWave<double>&, const Gather&, cudaStream_t);

}  // namespace foldwave
