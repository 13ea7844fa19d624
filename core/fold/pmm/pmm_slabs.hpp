// The fast driver of the PMM's sub-sweeps on the CPU, for the row updates of fold/pmm/pmm_rows.hpp.
//
// The planes of a sub-sweep are cut into slabs of 16. A thread takes the next slab and moves through it as a
// slanted front: row v of its first plane, then row v - 1 of the second, and so on, so that a slab passes
// through the cache once. The slab behind may follow as soon as rows are put back: threads wait for rows of
// each other, and there is no barrier in a sub-sweep. Rows are kept aside in the thread's own memory, turned
// so that vectors run along u whatever the direction; only chunks that are visited are fetched, only those
// that change are put back. The values do not depend on the number of threads.
#pragma once

#include <stop_token>
#include <vector>

#include "core/fold/pmm/pmm_activity.hpp"
#include "core/fold/pmm/pmm_rows.hpp"
#include "core/fold/pmm/sweeps.hpp"

namespace foldwave {

template <class Real>
class SlabSweeper {
 public:
  // Keeps references to T and fixed, which are of one shape.
  SlabSweeper(const std::vector<SubSweep<Real>>& sweeps, const RowFunctions<Real>& functions,
              bool skip_settled, Field<Real>& T, const Field<std::uint8_t>& fixed);
  SlabSweeper(const SlabSweeper&) = delete;
  SlabSweeper& operator=(const SlabSweeper&) = delete;

  // The next sub-sweep in turn. The number of nodes that became earlier by more than rounding; -1 when it was
  // stopped, and T is then somewhere between.
  Index run_next(const std::stop_token& stop);

 private:
  struct Direction {
    SweepAxes axes;
    RowStencil<Real> stencil[2];  // upper side, lower side
  };
  const RowFunctions<Real>& functions_;
  const bool skip_settled_;
  Field<Real>& T_;
  const Field<std::uint8_t>& fixed_;
  BlockActivity activity_;
  std::vector<Direction> directions_;
  int done_ = 0;                       // sub-sweeps
  std::vector<std::uint64_t> active_;  // of this one, from BlockActivity
};

}  // namespace foldwave
