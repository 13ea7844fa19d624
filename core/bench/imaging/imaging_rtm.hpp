// Rows of migration.
//
//   adjoint.single, .double      <F m, d> = <m, F'd>: the worst of five sets of faces, in sections and
//                                volumes, with and without density
//   taylor                       how far Born's remainder vanishes with another order than 2
//   reflector, scatterer         cells between where they are and where their images are
//   source.levels, .strips, .bits16, .bits8   an image against that of checkpoints
//   source.file, .host           nodes unlike those of strips in memory, or on the device
//   exploding                    reflectivity, and what comes back of its section at half the velocity
//   marmousi.rtm, .rtm.gain      inverse scattering over illumination; the same with a gain over 300 m
//   marmousi.plain, .plain.gain  the correlation's Laplacian, likewise
//   marmousi.least_squares       ten iterations; its residual; seconds of both
//
// Marmousi's rows are there where its file is, in the folder FOLDWAVE_SHARED_DATA or ../shared/data; how they
// are judged: core/bench/imaging/marmousi.hpp. A small plan has 3 shots.
#pragma once

#include "core/bench/imaging/imaging.hpp"

namespace foldwave {

void bench_migration(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                     const Job& job);

}  // namespace foldwave
