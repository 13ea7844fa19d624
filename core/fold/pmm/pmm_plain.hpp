// The plain loop of the PMM's sub-sweeps, the oracle of the fast ones: every node of every plane in turn, one
// call of fold/pmm/pmm_kernel.hpp each. The nodes of a plane read only the plane before, so the result is the
// same for any number of threads.
#pragma once

#include <stop_token>

#include "core/fold/pmm/sweeps.hpp"

namespace foldwave {

// The number of nodes that became earlier by more than rounding, or -1 when it was stopped.
// Real: float, double.
template <class Real>
Index run_plain_sub_sweep(const SubSweep<Real>& sweep, Field<Real>& T, const Field<std::uint8_t>& fixed,
                          const std::stop_token& stop);

}  // namespace foldwave
