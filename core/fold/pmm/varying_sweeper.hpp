// The sub-sweeps of the PMM where F and b vary in space: plane after plane, every node with the stencil of
// its own speeds (fold/pmm/pmm_local.hpp). The nodes of a plane read only the plane before, so the result is
// the same for any number of threads. Chunks of 16 nodes whose surroundings have not changed since the same
// direction's last visit are left out, which changes nothing (fold/pmm/pmm_activity.hpp).
#pragma once

#include <array>
#include <stop_token>
#include <vector>

#include "core/fold/pmm/pmm_activity.hpp"
#include "core/fold/pmm/pmm_local.hpp"
#include "core/fold/speed_model.hpp"

namespace foldwave {

template <class Real>
class VaryingSweeper {
 public:
  // Keeps references to speeds, T and fixed, which are of one shape.
  VaryingSweeper(const SpeedVolume& speeds, bool skip_settled, Field<Real>& T,
                 const Field<std::uint8_t>& fixed);

  int count() const { return static_cast<int>(directions_.size()); }  // sub-sweeps of a sweep

  // The next sub-sweep in turn. The number of nodes that became earlier by more than rounding; -1 when it was
  // stopped, and T is then somewhere between.
  Index run_next(const std::stop_token& stop);

 private:
  struct Direction {
    SweepAxes axes;
    PatchGeometry<Real> geometry;
  };
  // What became of a chunk's nodes.
  struct ChunkNews {
    bool any = false;
    Index beyond_rounding = 0;
  };
  struct Plane {
    int nu, nv;
    Index du, dv, back;  // strides; to the plane before
    Real towards_w;      // +1, -1: the way the sub-sweep runs
  };
  ChunkNews update_chunk(const Direction& d, const Plane& plane, Index first, int u0, int v);

  const SpeedVolume& speeds_;
  const bool skip_settled_;
  Field<Real>& T_;
  const Field<std::uint8_t>& fixed_;
  BlockActivity activity_;
  std::vector<Direction> directions_;
  int done_ = 0;
  std::vector<std::uint64_t> active_;
};

}  // namespace foldwave
