// First breaks of a gather, and travel times to hold them against.
//
// A break is looked for by the ratio of energies (STA / LTA, Allen 1978), with E the mean of squares over a
// window of one period:
//
//   R(n) = E(n .. n + w) / (E(n - 2 w .. n) + floor)
//
// where R first passes a threshold, a window after the trace's begin or later. It is then
// placed where the first lobe behind, in magnitude, passes half its height, between samples linearly: the
// same place of the wavelet on every trace, whatever its amplitude. How far that lies behind the arrival
// itself, which is that of no sample, is `first_break_delay`: the same pick on the exact wave of a uniform
// medium.
//
// The floor is the share of the trace's largest energy, so a trace without noise is picked too. Shapes: one
// pick a receiver. Units: seconds.
#pragma once

#include <optional>
#include <vector>

#include "core/wave/analytic.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

struct FirstBreakOptions {
  double period = 0.1;        // of the wavelet's peak frequency
  double threshold = 4.0;     // of R
  double least_share = 1e-3;  // of the largest energy
  double least_lobe = 0.25;   // of the largest magnitude within two periods: what is smaller is no lobe
};

// None: a trace where nothing passes, or that holds what is no number.
std::vector<std::optional<double>> first_breaks(const Gather& gather, const FirstBreakOptions& options);

// Of a source s(t) in a uniform medium, picked at a distance: in a section, whose waves have a tail, or in a
// volume. `dt`: of the samples that are picked among.
double first_break_delay(const TimeFunction& s, double dt, bool section, double distance, double velocity,
                         const FirstBreakOptions& options);

struct FirstBreakResidual {
  std::vector<std::optional<double>> picked,
      residual;         // of a receiver; residual: picked - delay - travel time
  double median = 0.0;  // of the residuals' magnitudes; not a number where there is none
};
FirstBreakResidual first_break_residual(const Gather& gather, const std::vector<double>& travel_times,
                                        double delay, const FirstBreakOptions& options);

}  // namespace foldwave
