// Rows of the location of events: places, calibration of the ellipses, events side by side, a wrong velocity.
//
//   location.MODEL[.thin][.noise].median|worst   cells between an event and where it is found; MODEL:
//   uniform,
//                                      gradient, salt (below it); thin: a receiver at every 10th node alone;
//                                      noise: of half the peak
//   location.....origin                largest error of the origin time, steps
//   location.....noise.spread          errors over what the ellipse says, by root mean square
//   calibration.SNR[.gaps].68|95       share of draws whose ellipse of 68 or 95 % holds the event, per cent
//   calibration.SNR[.gaps].false       draws that report an event which is none
//   three.found, three.off             of three events a wavelength apart; cells
//   velocity.PERCENT                   a velocity too high: cells between the shift and what the scan
//   foretells reversal.seconds                   one reversal of 675 x 210 nodes, 2000 steps, by 675 traces
//
// Data are modelled at order 16 and fourth order in time by steps of 1.6 ms, and sent back at order 8 and
// second order by 2 ms; noise is white, its level the root mean square over the gather's peak.
#pragma once

#include "core/bench/imaging/imaging.hpp"

namespace foldwave {

void bench_location(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                    const Job& job);

}  // namespace foldwave
