// From a scenario to what the location of events is given beside its traces: the medium to send them back in.
// Errors: InputError naming the JSON path or the file, its trace and the remedy; ResourceError; Stopped.
#pragma once

#include "core/engine/backend.hpp"
#include "core/engine/fold_result.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/imaging/locate/locate.hpp"
#include "core/model/findings.hpp"

namespace foldwave {

// Noise as the imaging's keys say, on modelled traces.
void add_noise(const Imaging& imaging, Gather& gather);

// The velocity to locate in: scaled, and smoothed on slowness.
NodeField imaging_velocity(const Imaging& imaging, const Grid3& grid, const Field<float>& velocity,
                           const Job& job);

LocateSetup make_locate_setup(const Scenario& scenario, const TimeStep& time);
LocateOptions make_locate_options(const Imaging& imaging);

// The waves of a back end, whose propagator outlives them; where it falls back on the CPU, reversals do too.
LocateWaves locate_waves(const Backend& backend, const WavePropagator& propagator);

// What can be said before the run: a typed step that the fastest velocity does not bear, and of a file of
// traces what cannot be used.
Findings check_image_setup(const Scenario& scenario, const Backend& backend, const Job& job);

// The largest stable step for the fastest velocity that is looked at, of that for the true one.
double stable_for_all(const Imaging& imaging, double stable);

// Factors of the scan, ascending; empty where none is asked for.
std::vector<double> scan_factors(const Imaging& imaging);

}  // namespace foldwave
