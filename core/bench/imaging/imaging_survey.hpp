// Rows of the image of a scenario.
//
//   survey.line, .line.first     seconds of a line of 60 shots over the first example's section, its fold
//                                beforehand, to the whole image and to the first one that is seen
//   survey.line.correlation      with ln(v / v_smooth) in the wavelet's band, below a wavelength
//   survey.flat                  cells between a flat boundary and the steepest place of its image
//   survey.first_break           median residual against the fold solver's times, in a smooth model
//
// The first example is resources/scenarios/antiform.json, seen from the working folder; without it its rows
// are not there. A small plan has 4 shots.
#pragma once

#include "core/bench/imaging/imaging.hpp"

namespace foldwave {

void bench_survey(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                  const Job& job);

}  // namespace foldwave
