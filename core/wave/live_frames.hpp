// What the CPU and the CUDA propagator share in giving a LiveView its frames, and the frames of the CPU's.
#pragma once

#include "core/base/clock.hpp"
#include "core/base/frame_pace.hpp"
#include "core/wave/live_view.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

// The nodes of a plane as places in a padded array: base + u * along_u + v * along_v.
struct PlaneNodes {
  Index base = 0, along_u = 0, along_v = 0;
  int nu = 0, nv = 0;
};
PlaneNodes plane_nodes(const PaddedGrid& padded, int axis, int node);

// The wish with planes inside the grid: who wishes may have another one in mind by now.
LiveWish within(const LiveWish& wish, const Grid3& grid);

std::int64_t frame_bytes(const LiveFrame& frame);

// How much of a run frames may take.
inline constexpr double live_share = 0.04;
inline constexpr double most_live_frames = 25.0;  // a second

// Gives a view its frames of a run on the CPU. `view` may be null.
class LiveFrames {
 public:
  LiveFrames(LiveView* view, const PaddedGrid& padded, const WaveModel& model);

  // To be called between steps, as often as they end: after step `step`, with the field and the samples up
  // to it.
  template <class Real>
  void offer(int step, const Field<Real>& present, const Gather& gather);

  const RunPart& part() const { return part_; }

 private:
  LiveView* view_;
  const PaddedGrid& padded_;
  double dt_;
  Clock clock_;
  FramePace pace_{live_share, most_live_frames};
  int next_sample_ = 0;
  RunPart part_;
};

}  // namespace foldwave
