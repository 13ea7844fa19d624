// What PMM refuses, on the CPU and on a device: InputError.
#pragma once

#include <string>

#include "core/fold/fold_model.hpp"

namespace foldwave {

// The grid with a usable spacing on axes of one node, which use it for nothing.
Grid3 with_thin_axes_spaced(Grid3 grid);

// Sizes whose squares and ratios leave single precision's range.
void check_pmm_problem(const FoldProblem& problem, const FoldOptions& options);

// Start values of another shape, or that are no numbers. Real: float, double.
template <class Real>
void check_pmm_start(const StartValues<Real>& start, const Grid3& grid);

// What a user is told when the sweeps that were allowed are used up.
std::string unsettled_warning(int sweeps);

}  // namespace foldwave
