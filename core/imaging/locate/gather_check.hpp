// What a recorded gather must be before it is sent back, and what becomes of the traces that are not.
//
// Of one trace: its receiver lies in the grid and not on a free face (where p = 0), every sample is a finite
// number, and not all are the same (a dead trace). Such traces are refused or left out, as is asked. Refused
// always, as no trace is right then: a sample interval that is not positive or too long for the band, fewer
// samples than the wavelet lasts, and receivers of which none lies in the grid.
// Errors: InputError at "gather" or "trace N", counted from 1, or at the name that the trace has.
#pragma once

#include <string>
#include <vector>

#include "core/imaging/locate/scheme_time.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

struct UsableGather {
  Gather gather;                      // the traces that can be used
  std::vector<int> kept;              // their numbers in the one that was given
  std::vector<std::string> left_out;  // "trace 7 is dead"
};

// `model` has the grid and its boundaries; `wavelet_seconds`: how long the wavelet lasts.
UsableGather usable_gather(const Gather& gather, const WaveModel& model, const Band& band,
                           double wavelet_seconds, BadTraces bad);

}  // namespace foldwave
