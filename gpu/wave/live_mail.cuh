// Live frames of a run on a device (core/wave/live_view.hpp). Nobody waits for them: the host looks between
// batches whether the last one has come.
#pragma once

#include <memory>

#include "gpu/wave/frame_mail.cuh"

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
  void deliver();  // adds to what the frame took

  LiveView* view_;
  const PaddedGrid& padded_;
  double dt_;
  int receivers_;
  Clock clock_;
  FramePace pace_{live_share, most_live_frames};
  std::unique_ptr<FrameMail> mail_;
  int step_ = 0, next_sample_ = 0;
  bool under_way_ = false;
  double began_ = 0.0, spent_ = 0.0;
  RunPart part_;
};

extern template void LiveMail::offer<float>(int, const DeviceWave<float>&, const Gather&, cudaStream_t);
extern template void LiveMail::offer<double>(int, const DeviceWave<double>&, const Gather&, cudaStream_t);

}  // namespace foldwave
