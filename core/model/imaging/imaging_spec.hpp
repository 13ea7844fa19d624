// What is made of recorded traces: events located by sending them back in time (core/imaging/locate).
#pragma once

#include <array>
#include <map>
#include <string>

namespace foldwave {

// locate: events with their confidence ellipses. focus: the reversed field's focus alone, as fast as it
// comes.
enum class ImagingPurpose { locate, focus };
inline constexpr std::array<const char*, 2> imaging_purpose_names{"locate", "focus"};

// What of the reversed field names the place to look at.
enum class FocusCondition { illuminated_peak, peak, energy, geometric_mean };
inline constexpr std::array<const char*, 4> focus_condition_names{"illuminated_peak", "peak", "energy",
                                                                  "geometric_mean"};

enum class BadTraces { refuse, leave_out };
inline constexpr std::array<const char*, 2> bad_traces_names{"refuse", "leave_out"};

struct Imaging {
  ImagingPurpose purpose = ImagingPurpose::locate;
  std::string data;    // a SEG-Y gather; empty: the wave's own, modelled with the true velocity
  double noise = 0.0;  // added to modelled traces: root mean square over their peak
  int seed = 1;        // of it
  double velocity_scale = 1.0;
  double velocity_smoothing = 0.0;  // metres: standard deviation of a Gaussian, on slowness
  int most_events = 1;
  double false_alarm = 1e-3;   // share of gathers of noise alone that may show an event
  double least_share = 0.1;    // of the strongest event, below which none is looked for
  double receiver_zone = 0.0;  // metres around receivers that name no event; 0: two cells
  BadTraces bad_traces = BadTraces::refuse;
  FocusCondition condition = FocusCondition::illuminated_peak;
  int groups = 8;           // of receivers, for the geometric mean
  double scan_range = 0.0;  // relative, either way, of the velocity; 0: no scan
  int scan_count = 7;
  std::map<std::string, std::string> extra{};
  bool operator==(const Imaging&) const = default;
};

}  // namespace foldwave
