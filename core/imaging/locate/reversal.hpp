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
// Shapes: R x samples traces, samples fastest, at the model's own step. Work: one run a reversal, as many as
// groups; the mean keeps samples at `every` steps of the whole volume. Errors: those of the propagator;
// ResourceError where the groups' samples do not fit; Stopped.
#pragma once

#include <span>
#include <vector>

#include "core/wave/propagator.hpp"

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

// The model that sends them back: its sources are the receivers. Step m is the time (samples - 1 - m) dt, and
// the run ends `before` steps before time zero.
WaveModel reversed_model(const WaveModel& medium, const Traces& traces, int before);

// sum over k of d(n + k) s(k), each trace; s begins at its time zero.
Traces correlated(const Traces& traces, std::span<const float> wavelet);

struct FocusMaps {
  Field<float> peak;    // max over t of |R|
  Field<float> time;    // of that, seconds
  Field<float> energy;  // INTEGRAL R^2 dt over the times from `energy_from` steps of the reversal on
};
FocusMaps reverse_in_time(const WavePropagator& propagator, const WaveModel& medium, const Traces& traces,
                          int before, int energy_from, const Job& job);

// Groups are runs of neighbours in the traces' order.
FocusMaps reverse_groups(const WavePropagator& propagator, const WaveModel& medium, const Traces& traces,
                         int before, int groups, int every, const Job& job);

}  // namespace foldwave
