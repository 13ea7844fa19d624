// Events from the traces that they left: where, when, how strong, and how sure.
//
//   1  traces to the scheme's clock and band (scheme_time.hpp), what cannot be used refused or left out
//   2  the wavelet's matched filter, sent back in time (reversal.hpp); the map of its focus is
//        Z(x) = max over t of |R| / (sigma gain),   gain the illumination
//   3  Z's largest value outside the receivers' zone is an event if noise alone would make one so large in
//      fewer than `false_alarm` gathers: Z > sqrt(2 ln(N / false_alarm)), N the volume's cells of half a
//      wavelength times the record's periods of twice the band; its place between nodes by a parabola on
//      each axis, at most half a cell
//   4  all events so far are refined together (refine.hpp), their traces taken out, and 2 follows again
//
// until nothing stands out, or what does is less than `least_share` of the strongest event's: below that the
// velocity's and the scheme's own errors leave as much. The origin time is the one that the wavelet counts
// from (the source's delay in a scenario), from the first sample on.
// Errors: those of gather_check.hpp and of the propagator; Stopped.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/devices/work_devices.hpp"
#include "core/imaging/locate/gather_check.hpp"
#include "core/imaging/locate/refine.hpp"

namespace foldwave {

struct LocateSetup {
  WaveModel medium;  // grid, media, scheme, step, boundaries; its sources and receivers count for nothing
  std::vector<float> wavelet;  // at the medium's step, from its time zero on
  double frequency = 0.0;      // its peak's
  Band band;
  double data_step = 0.0;  // of the leapfrog that modelled the gather, at second order in time; 0: none
};

struct LocateOptions {
  int most_events = 1;
  double false_alarm = 1e-3;
  double least_share = 0.1;
  double receiver_zone = 0.0;  // metres; 0: two cells
  BadTraces bad_traces = BadTraces::refuse;
  FocusCondition condition = FocusCondition::illuminated_peak;
  int groups = 8;
  bool refined = true;                            // false: the focus alone, as fast as it comes
  std::shared_ptr<const Field<float>> gain = {};  // of an earlier run with the same medium and receivers
};

struct LocatedEvent {
  EventState state;      // position local, metres
  Vec3 focus{};          // the focus itself, before it was refined
  double z = 0.0;        // of the focus
  RefinedEvent refined;  // its state is `state`; empty when nothing was refined
};

struct LocateResult {
  std::vector<LocatedEvent> events;  // strongest first
  Field<float> focus;                // the condition's map of the traces as they came
  Field<float> focus_time;           // seconds
  std::shared_ptr<const Field<float>> gain;
  double noise = 0.0;      // root mean square in the band, of what the events leave
  double threshold = 0.0;  // of z
  double explained = 0.0;  // share of the traces' energy that the events make up
  int traces = 0;
  std::vector<std::string> left_out, warnings;
  int runs = 0;                              // waves, forward and sent back
  std::optional<std::string> taken_over_by;  // who ran some in place of the one that was asked
};

// Who computes: what receivers record of an event, and what is sent back.
struct LocateWaves {
  const WavePropagator& propagator;
  StepperMaker make;
  StepperMaker take_over = {};  // the processor's, for a device that fails; empty: its error is thrown
  WorkDevices devices = {};     // to which the velocities of a scan go in turn
};

LocateResult locate(const LocateWaves& waves, const Gather& gather, const LocateSetup& setup,
                    const LocateOptions& options, const Job& job);

}  // namespace foldwave
