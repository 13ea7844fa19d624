// Two gathers of one survey against each other: predicted over recorded.
//
//   rms_r = sqrt( sum over n of (p - d)^2 / sum over n of d^2 ),   of all traces the same of all sums
//
// A trace that records nothing has no residual of its own: not a number where the prediction has something, 0
// where it has nothing either. Errors: InputError for gathers of other receivers, samples or intervals.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/wave/wave_model.hpp"

namespace foldwave {

struct GatherResidual {
  Gather difference;        // predicted less recorded
  std::vector<double> rms;  // of each trace
  double all = 0.0;
};

GatherResidual gather_residual(const Gather& predicted, const Gather& recorded);
// Where the residual is largest; none: no trace has one.
std::optional<std::size_t> worst_trace(const GatherResidual& residual);

}  // namespace foldwave
