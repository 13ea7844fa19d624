#include "gpu/wave/live_mail.cuh"

#include <utility>

namespace foldwave {

LiveMail::LiveMail(LiveView* view, const PaddedGrid& padded, const WaveModel& model)
    : view_(view), padded_(padded), dt_(model.dt), receivers_(static_cast<int>(model.receivers.size())) {
  if (view_ == nullptr) return;
  try {
    mail_ = std::make_unique<FrameMail>(padded, receivers_);
  } catch (const DeviceError&) {
    view_ = nullptr;  // the run itself has what it needs
    return;
  }
  view_->begin(model);
}

template <class Real>
void LiveMail::offer(int step, const DeviceWave<Real>& wave, const Gather& gather, cudaStream_t steps) {
  if (view_ == nullptr) return;
  const double now = clock_.seconds();
  if (under_way_) {
    if (!mail_->has_come()) return;
    deliver();
    pace_.made(began_, spent_);
    return;
  }
  if (!pace_.due(now)) return;
  const std::optional<LiveWish> wish = view_->wish();
  if (!wish) return;
  const SampleRange samples = wish->traces ? samples_of_frame(wave.traces_there(), next_sample_, receivers_)
                                           : SampleRange{next_sample_, next_sample_};
  mail_->send(wave, within(*wish, padded_.grid), samples, gather, steps);
  step_ = step;
  next_sample_ = samples.end;
  under_way_ = true;
  began_ = now;
  spent_ = clock_.seconds() - now;
}

void LiveMail::deliver() {
  const double begin = clock_.seconds();
  LiveFrame frame = mail_->take();
  frame.step = step_;
  frame.time = step_ * dt_;
  under_way_ = false;
  part_.bytes += frame_bytes(frame);
  view_->show(std::move(frame));
  spent_ += clock_.seconds() - begin;
  part_.seconds += spent_;
}

void LiveMail::finish() {
  if (under_way_) deliver();
}

template void LiveMail::offer<float>(int, const DeviceWave<float>&, const Gather&, cudaStream_t);
template void LiveMail::offer<double>(int, const DeviceWave<double>&, const Gather&, cudaStream_t);

}  // namespace foldwave
