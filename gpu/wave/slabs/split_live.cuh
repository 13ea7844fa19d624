// Live frames of a wave in slabs: each device packs its part of the planes and its receivers' samples, and
// the host joins them. Frames are made between batches, when the devices rest.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/base/on_device.cuh"
#include "gpu/wave/frame_mail.cuh"
#include "gpu/wave/slabs/device_slab.cuh"

namespace foldwave {

class SplitLive {
 public:
  // `view` may be null. Where there is no memory for frames on a device or the host, there are none.
  template <class Real>
  SplitLive(LiveView* view, const WaveModel& model,
            const std::vector<std::unique_ptr<DeviceSlab<Real>>>& slabs)
      : view_(view), grid_(model.grid), dt_(model.dt), receivers_(static_cast<int>(model.receivers.size())) {
    if (view_ == nullptr) return;
    try {
      for (const auto& slab : slabs) {
        const OnDevice on(slab->device);
        mails_.push_back(
            std::make_unique<FrameMail>(slab->padded, static_cast<int>(slab->cut.receivers.size())));
      }
    } catch (const DeviceError&) {
      mails_.clear();
      view_ = nullptr;  // the run itself has what it needs
      return;
    }
    view_->begin(model);
  }

  // After step `step`, with nothing of it still under way.
  template <class Real>
  void offer(int step, const std::vector<std::unique_ptr<DeviceSlab<Real>>>& slabs) {
    if (view_ == nullptr) return;
    const double begin = clock_.seconds();
    if (!pace_.due(begin)) return;
    const std::optional<LiveWish> wish = view_->wish();
    if (!wish) return;
    LiveFrame frame = empty_frame(step, within(*wish, grid_));
    const SampleRange samples = wish->traces ? samples_of(slabs) : SampleRange{next_sample_, next_sample_};
    if (samples.end > samples.first) {
      frame.first_sample = samples.first;
      frame.samples = samples.end - samples.first;
      frame.traces.resize(static_cast<std::size_t>(receivers_) * static_cast<std::size_t>(frame.samples));
    }
    for (std::size_t s = 0; s < slabs.size(); ++s) {
      const OnDevice on(slabs[s]->device);
      mails_[s]->send(slabs[s]->wave, wish_of(frame, *slabs[s]), samples, slabs[s]->gather, slabs[s]->stream);
    }
    for (std::size_t s = 0; s < slabs.size(); ++s) {
      const OnDevice on(slabs[s]->device);
      join(mails_[s]->take(), *slabs[s], frame);
    }
    next_sample_ = samples.end;
    part_.bytes += frame_bytes(frame);
    view_->show(std::move(frame));
    const double spent = clock_.seconds() - begin;
    part_.seconds += spent;
    pace_.made(begin, spent);
  }

  const RunPart& part() const { return part_; }

 private:
  LiveFrame empty_frame(int step, const LiveWish& wish) const {
    LiveFrame frame;
    frame.step = step;
    frame.time = step * dt_;
    frame.node = wish.node;
    for (std::size_t a = 0; a < 3; ++a)
      if (wish.node[a] >= 0)
        frame.plane[a].resize(static_cast<std::size_t>(a == 0 ? grid_.n[1] : grid_.n[0]) *
                              static_cast<std::size_t>(a == 2 ? grid_.n[1] : grid_.n[2]));
    return frame;
  }

  // Those that each slab with receivers can give at once.
  template <class Real>
  SampleRange samples_of(const std::vector<std::unique_ptr<DeviceSlab<Real>>>& slabs) const {
    SampleRange all{next_sample_, next_sample_};
    for (const auto& slab : slabs) {
      if (slab->cut.receivers.empty()) continue;
      const SampleRange its = samples_of_frame(slab->wave.traces_there(), next_sample_, receivers_);
      all.end = all.end == all.first ? its.end : std::min(all.end, its.end);
      if (its.end == its.first) return its;
    }
    return all;
  }

  // The plane across z is its owner's; of the others each has its rows.
  template <class Real>
  static LiveWish wish_of(const LiveFrame& frame, const DeviceSlab<Real>& slab) {
    LiveWish wish{frame.node, false};
    const bool owns = frame.node[2] >= slab.cut.first && frame.node[2] < slab.cut.last;
    wish.node[2] = owns ? frame.node[2] - slab.padded.grid.offset[2] : -1;
    return wish;
  }

  template <class Real>
  void join(const LiveFrame& part, const DeviceSlab<Real>& slab, LiveFrame& frame) const {
    const std::ptrdiff_t skipped = slab.cut.first - slab.padded.grid.offset[2];
    const std::ptrdiff_t planes = slab.cut.last - slab.cut.first;
    for (std::size_t a = 0; a < 2; ++a) {
      if (part.plane[a].empty()) continue;
      const std::ptrdiff_t row = a == 0 ? grid_.n[1] : grid_.n[0];
      std::copy_n(part.plane[a].begin() + skipped * row, planes * row,
                  frame.plane[a].begin() + slab.cut.first * row);
    }
    if (!part.plane[2].empty()) frame.plane[2] = part.plane[2];
    const std::ptrdiff_t samples = frame.samples;
    for (std::size_t r = 0; r < slab.cut.receivers.size() && samples > 0; ++r)
      std::copy_n(part.traces.begin() + static_cast<std::ptrdiff_t>(r) * samples, samples,
                  frame.traces.begin() + slab.cut.receivers[r] * samples);
  }

  LiveView* view_;
  Grid3 grid_;
  double dt_;
  int receivers_;
  Clock clock_;
  FramePace pace_{live_share, most_live_frames};
  std::vector<std::unique_ptr<FrameMail>> mails_;  // of each slab
  int next_sample_ = 0;
  RunPart part_;
};

}  // namespace foldwave
