// The keys of imaging (model/field.hpp).
#pragma once

#include "core/model/field.hpp"

namespace foldwave {

inline constexpr Choice imaging_choices[]{{"", "", "Take the imaging away"}, {"", "", "Add an imaging"}};
inline constexpr Choice imaging_purpose_choices[]{
    {imaging_purpose_names[0], "events with their ellipses", "Locate events"},
    {imaging_purpose_names[1], "the focus alone", "Look at the focus alone"}};
inline constexpr Choice focus_condition_choices[]{{focus_condition_names[0], "peak over illumination"},
                                                  {focus_condition_names[1], "peak"},
                                                  {focus_condition_names[2], "energy"},
                                                  {focus_condition_names[3], "geometric mean of groups"}};
inline constexpr Choice bad_traces_choices[]{{bad_traces_names[0], "refuse them", "Refuse bad traces"},
                                             {bad_traces_names[1], "leave them out", "Leave bad traces out"}};

constexpr auto fields_of(const Imaging*) {
  using I = Imaging;
  constexpr auto modelled = [](const I& i) { return i.data.empty(); };
  return std::tuple(
      row("purpose", &I::purpose, {.stale = Stale::image, .choices = imaging_purpose_choices}),
      row("data", &I::data, Presence::rare,
          {.stale = Stale::image,
           .tip = "A SEG-Y gather; empty: the wave's own",
           .undo = "Choose the recorded traces"}),
      row("noise", &I::noise, Presence::rare,
          {.unit = "of the peak",
           .range = {0.0, 100.0},
           .stale = Stale::image,
           .tip = "White, added to modelled traces: root mean square"},
          modelled),
      row("seed", &I::seed, Presence::rare,
          {.name = "noise's seed", .range = {0.0, 1e9}, .stale = Stale::image}, modelled),
      row("velocity_scale", &I::velocity_scale, Presence::rare, {.range = {0.5, 2.0}, .stale = Stale::image}),
      row("velocity_smoothing", &I::velocity_smoothing, Presence::rare,
          {.unit = "m", .range = {0.0, 1e5}, .stale = Stale::image, .tip = "A Gaussian's, on slowness"}),
      row("most_events", &I::most_events,
          {.range = {1.0, 50.0}, .stale = Stale::image, .label = "Events at most"}),
      row("false_alarm", &I::false_alarm, Presence::rare,
          {.range = {1e-9, 0.5},
           .stale = Stale::image,
           .tip = "Share of gathers of noise alone that may show an event"}),
      row("least_share", &I::least_share, Presence::rare,
          {.range = {0.0, 1.0},
           .stale = Stale::image,
           .tip = "Of the strongest event: weaker ones are left"}),
      row("receiver_zone", &I::receiver_zone, Presence::rare,
          {.unit = "m",
           .range = above(0.0),
           .automatic = true,
           .stale = Stale::image,
           .tip = "Around receivers, where no event is looked for; 0: automatic, two cells"}),
      row("bad_traces", &I::bad_traces, Presence::rare,
          {.stale = Stale::image, .choices = bad_traces_choices}),
      row("condition", &I::condition,
          {.name = "imaging condition", .stale = Stale::image, .choices = focus_condition_choices}),
      row("groups", &I::groups, Presence::rare,
          {.name = "groups of receivers", .range = {2.0, 64.0}, .stale = Stale::image},
          [](const I& i) { return i.condition == FocusCondition::geometric_mean; }),
      row("scan_range", &I::scan_range, Presence::rare,
          {.range = {0.0, 0.3},
           .stale = Stale::image,
           .tip = "Velocities this much lower to this much higher"}),
      row("scan_count", &I::scan_count, Presence::rare,
          {.name = "velocities of the scan", .range = {3.0, 101.0, 2.0}, .stale = Stale::image},
          [](const I& i) { return i.scan_range > 0.0; }));
}

}  // namespace foldwave
