// The wavelet that recorded shots were made with, from their direct waves (Pratt, Geophysics 64, 1999). What
// a trial wavelet S brings to the receivers in the migration's velocity is D0 = G S; of what was recorded, D,
//
//   W(w) = S(w) sum of conj(D0) D / (sum of |D0|^2 + e),   e = 1e-3 of the sum's largest value over w
//
// over the nearest traces of some shots, both cut to the direct wave's time. So W has the right phase, delay
// and amplitude, whatever the waves' dimension does to them. Units: seconds, hertz.
#pragma once

#include <vector>

#include "core/imaging/survey/survey_image.hpp"

namespace foldwave {

struct SourceEstimate {
  std::vector<float> series;  // one value a step; empty: not estimated
  double frequency = 0.0;     // where its spectrum is largest
  double peak_time = 0.0;     // of its largest magnitude
  double explained = 0.0;     // share of the direct waves' energy that it gives again
  int traces = 0;             // that it was made from
};

// Shots with the trial wavelet of peak frequency `frequency` as their series, and what was recorded of them.
// Throws InputError at /imaging/survey/wavelet where the traces hold no direct wave; Stopped.
SourceEstimate estimate_source(const StepperMaker& make, const SurveySetup& setup, double frequency,
                               const Job& job);

}  // namespace foldwave
