// A gather sent back in time (Fink 1992; McMechan 1982): each trace, last sample first, into the place of its
// receiver,
//
//   R(x, t) = sum over r of INTEGRAL G(x, x_r, t' - t) d_r(t') dt'
//
// which by reciprocity is what a source of x at t would have in common with the traces. It gathers where and
// when they began. Where traces have been correlated with the wavelet (`correlated`), R is the wavelet's own
// matched filter: a peak at the time that the wavelet counts from, whatever its shape.
//
// Imaging conditions, over all times t of the reversal:
//
//   max |R| with its time;  energy INTEGRAL R^2 dt;
//   geometric mean of groups  max over t of (product over g of |R_g|)^(1/G)  (Nakata and Beroza 2016)
//
// the last 0 where groups differ in sign. Shapes: R x samples traces, samples fastest, at the model's own
// step. Waves are steppers (wave/stepper.hpp), and the sums stay on their device; groups are as many waves in
// lockstep, looked at every few steps. Errors: those of the steppers; NumericError for a wave that grew
// without bound; Stopped.
#pragma once

#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/wave/stepper.hpp"

namespace foldwave {

struct Traces {
  std::vector<Vec3> receivers;  // local, metres
  int samples = 0;
  std::vector<float> values;

  std::span<const float> trace(std::size_t r) const {
    return std::span(values).subspan(r * static_cast<std::size_t>(samples),
                                     static_cast<std::size_t>(samples));
  }
};

// What sends them back: its traces go in last sample first. Step m is the time (samples - 1 - m) dt.
StepperSetup reversed_setup(const WaveModel& medium, const Traces& traces);

// The same as sources of a propagator's run, to be watched as any wave: as many steps as bring time zero.
// With `rates` the traces' rates of change in reversed time are sent, so that what they send of a wave that
// began at rest has its own phase (imaging/rtm/exploding.hpp).
WaveModel reversed_wave(const WaveModel& medium, const Traces& traces, bool rates = false);

// Steps to `before` steps before time zero.
int reversed_steps(const Traces& traces, int before);

// sum over k of d(n + k) s(k), each trace; s begins at its time zero.
Traces correlated(const Traces& traces, std::span<const float> wavelet);

struct FocusMaps {
  Field<float> peak;    // max over t of |R|
  Field<float> time;    // of that, seconds
  Field<float> energy;  // INTEGRAL R^2 dt
};
struct FocusWish {
  bool peak = true;      // with its time
  int energy_from = -1;  // the energy of the times from this step of the reversal on; -1: none
};
FocusMaps reverse_in_time(const StepperMaker& make, const WaveModel& medium, const Traces& traces, int before,
                          const FocusWish& wish, const Job& job);

// Peaks of one gather in several media of one grid and step, so many at once that a device is filled.
std::vector<FocusMaps> reverse_in_media(const StepperMaker& make, std::span<const WaveModel> media,
                                        const Traces& traces, int before, int at_once, const Job& job);

// The peak of the mean of groups, runs of neighbours in the traces' order.
FocusMaps reverse_groups(const StepperMaker& make, const WaveModel& medium, const Traces& traces, int before,
                         int groups, int every, const Job& job);

}  // namespace foldwave
