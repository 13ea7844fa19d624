// Rows of a source field that is kept packed: the inverse-scattering image of one shot over a dipping
// reflector in a volume, against that of exact strips that are correlated at every step.
//
//   packed.ratio30, .ratio100   correlation below 150 m, at the first of growing errors whose levels take
//                               less than a 30th, a 100th of their floats
//   packed.seconds              at the first of them, over those of exact strips correlated as often,
//                               medians of three
#pragma once

#include "core/bench/imaging/imaging.hpp"

namespace foldwave {

void bench_packed_source(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                         const Job& job);

}  // namespace foldwave
