// What every back end's steppers refuse alike, and what they make of a setup.
//
// Errors: InputError.
#pragma once

#include <vector>

#include "core/base/error.hpp"
#include "core/wave/stepper.hpp"

namespace foldwave {

// A model that no propagator takes (wave/wave_check.hpp), traces from outside the grid, a scattering of
// another shape, or an adjoint of CPML pads at fourth order in time.
void check_stepper_setup(const StepperSetup& setup);

// The medium and its scheme alone.
WaveModel without_survey(WaveModel model);

// A stepper, sink, record or levels as what the other's device makes of them; throws where it is none.
template <class To, class From>
To& same_device(From& from) {
  auto* const to = dynamic_cast<To*>(&from);
  if (to == nullptr)
    throw InputError("imaging", "this belongs to a wave of another device or precision",
                     "make it by the stepper that uses it");
  return *to;
}

[[noreturn]] void throw_other_levels();
[[noreturn]] void throw_nothing_scatters();
[[noreturn]] void throw_waves_do_not_meet();

// The gather of samples by step, receivers fastest.
template <class Real>
Gather gather_of_samples(const std::vector<Vec3>& receivers, double dt, const std::vector<Real>& samples);
// The same samples by receiver.
template <class Real>
std::vector<double> samples_by_receiver(std::size_t receivers, const std::vector<Real>& samples);

// The traces that are sent in, by step.
struct SentTraces {
  std::vector<int> receivers;  // of the gather
  int steps = 0;
  std::vector<float> samples;  // receivers x steps, receivers fastest, in the order they are sent
};
SentTraces sent_traces(const TraceSources& traces);

}  // namespace foldwave
