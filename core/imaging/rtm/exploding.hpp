// Exploding reflectors (Loewenthal and others 1976): reflectivity as a wave that starts everywhere at once
// and rises at half the velocity, as two-way time asks; what the surface records is a zero-offset section,
// and sent back at half the velocity it is at step 0 the reflectivity again, in the dips that were seen.
#pragma once

#include "core/imaging/rtm/shots.hpp"

namespace foldwave {

// `model` has the true velocity and the receivers; its sources count for nothing.
Gather zero_offset_section(const StepperMaker& make, const WaveModel& model, const NodeField& reflectivity,
                           const Job& job);

// Traces are injected as their rates, so that what they send has their own phase.
Field<float> migrate_zero_offset(const StepperMaker& make, const WaveModel& model, const Gather& section,
                                 const Job& job);

}  // namespace foldwave
