// The keys of imaging (model/field.hpp).
#pragma once

#include "core/model/field.hpp"

namespace foldwave {

inline constexpr Choice imaging_choices[]{{"", "", "Take the imaging away"}, {"", "", "Add an imaging"}};
inline constexpr Choice imaging_purpose_choices[]{
    {imaging_purpose_names[0], "events with their ellipses", "Locate events"},
    {imaging_purpose_names[1], "the focus alone", "Look at the focus alone"},
    {imaging_purpose_names[2], "the survey's image alone", "Make the image alone"},
    {imaging_purpose_names[3], "exploding reflectors' image", "Send exploding reflectors back"}};
inline constexpr Choice focus_condition_choices[]{{focus_condition_names[0], "peak over illumination"},
                                                  {focus_condition_names[1], "peak"},
                                                  {focus_condition_names[2], "energy"},
                                                  {focus_condition_names[3], "geometric mean of groups"}};
inline constexpr Choice bad_traces_choices[]{{bad_traces_names[0], "refuse them", "Refuse bad traces"},
                                             {bad_traces_names[1], "leave them out", "Leave bad traces out"}};
inline constexpr Choice image_survey_choices[]{{"", "", "Take the image's survey away"},
                                               {"", "", "Add a survey for an image"}};
inline constexpr Choice migration_velocity_choices[]{{"", "", "Migrate in the model's own velocity"},
                                                     {"", "", "Migrate in a file's velocity"}};
inline constexpr Choice survey_layout_choices[]{
    {survey_layout_names[0], "line over the section", "Lay a line over the section"},
    {survey_layout_names[1], "carpet over the volume", "Lay a carpet over the volume"}};
inline constexpr Choice image_condition_choices[]{{image_condition_names[0], "inverse scattering"},
                                                  {image_condition_names[1], "Laplacian of the correlation"},
                                                  {image_condition_names[2], "correlation"},
                                                  {image_condition_names[3], "opposed energy flows"}};
inline constexpr Choice direct_wave_choices[]{{direct_wave_names[0], "automatic"},
                                              {direct_wave_names[1], "taken off"},
                                              {direct_wave_names[2], "silenced"},
                                              {direct_wave_names[3], "kept"}};
inline constexpr Choice survey_wavelet_choices[]{
    {survey_wavelet_names[0], "Ricker", "Take a Ricker wavelet"},
    {survey_wavelet_names[1], "estimated from direct waves", "Estimate the wavelet"}};
inline constexpr Choice source_field_choices[]{
    {source_field_names[0], "automatic"},      {source_field_names[1], "levels"},
    {source_field_names[2], "strips"},         {source_field_names[3], "strips, 16 bits"},
    {source_field_names[4], "strips, 8 bits"}, {source_field_names[5], "checkpoints"},
    {source_field_names[6], "levels, packed"}, {source_field_names[7], "strips in a file"}};
inline constexpr Choice free_surface_choices[]{{"", "absorbing", "Let the surface absorb"},
                                               {"", "free", "Let the surface reflect"}};
inline constexpr Choice illumination_choices[]{{"", "off", "Do not divide by the illumination"},
                                               {"", "on", "Divide by the illumination"}};

inline constexpr Range header_bytes{0.0, kSegyLastWord};

constexpr auto fields_of(const ShotHeaders*) {
  using H = ShotHeaders;
  constexpr auto word = [](const char* key, SegyWord SegyMapping::*at) {
    return row(key, at, Presence::rare, {.unit = "byte", .range = header_bytes, .stale = Stale::image});
  };
  return std::tuple(
      word("shot", &H::shot), word("source_x", &H::source_x), word("source_y", &H::source_y),
      word("source_elevation", &H::source_elevation), word("source_depth", &H::source_depth),
      word("receiver_x", &H::receiver_x), word("receiver_y", &H::receiver_y),
      word("receiver_elevation", &H::receiver_elevation),
      row("scalar", &H::scalar, Presence::rare,
          {.range = above(0.0),
           .automatic = true,
           .stale = Stale::image,
           .tip = "Lengths are the headers' numbers times this; 0: the headers' own"}),
      row("unit", &H::unit, Presence::rare,
          {.name = "metres in a unit of the headers",
           .unit = "m",
           .range = above(0.0),
           .automatic = true,
           .stale = Stale::image,
           .label = "Unit",
           .tip = "0: as the file says, metres or feet"}),
      row("interval", &H::interval, Presence::rare,
          {.name = "sample interval",
           .unit = "s",
           .range = above(0.0),
           .automatic = true,
           .stale = Stale::image,
           .tip = "0: the headers' own"}),
      row("offset", &H::offset, Presence::rare,
          {.name = "shift of the recorded survey", .unit = "m", .stale = Stale::image, .label = "Shift"}));
}

// Where shots and receivers are, and what they send.
constexpr auto rows_of_layout() {
  using S = ImageSurvey;
  constexpr auto image = Stale::image;
  constexpr auto recorded = [](const S& s) { return !s.data.empty(); };
  return std::tuple(
      row("layout", &S::layout, {.stale = image, .choices = survey_layout_choices}),
      row("data", &S::data, Presence::rare,
          {.stale = image,
           .tip = "SEG-Y shots with their geometry; empty: modelled",
           .undo = "Choose the recorded shots"}),
      row("headers", &S::headers, Presence::rare,
          {.stale = image, .undo = "Change where the shots' headers hold their geometry"}, recorded),
      row("wavelet", &S::wavelet, Presence::rare,
          {.name = "wavelet of the shots", .stale = image, .choices = survey_wavelet_choices}, recorded),
      row("shots", &S::shots,
          {.name = "shots of a line", .range = {1.0, 10000.0}, .automatic = true, .stale = image}),
      row("shot_spacing", &S::shot_spacing, Presence::rare,
          {.unit = "m",
           .range = {0.0, 1e5},
           .zero = "by their number",
           .stale = image,
           .tip = "In place of the shots of a line"}),
      row("lines", &S::lines, Presence::rare, {.range = {1.0, 1000.0}, .automatic = true, .stale = image},
          [](const S& s) { return s.layout == SurveyLayout::volume; }),
      row("receiver_spacing", &S::receiver_spacing, Presence::rare,
          {.unit = "m", .range = above(0.0), .automatic = true, .stale = image}),
      row("least_offset", &S::least_offset, Presence::rare,
          {.unit = "m", .range = {0.0, 1e5}, .stale = image}),
      row("most_offset", &S::most_offset, Presence::rare,
          {.unit = "m", .range = above(0.0), .automatic = true, .zero = "all", .stale = image}),
      row("aperture", &S::aperture, Presence::rare,
          {.unit = "m",
           .range = above(0.0),
           .automatic = true,
           .zero = "none",
           .stale = image,
           .tip = "Across from a shot, where its share of the image has faded out"}),
      row("depth", &S::depth, Presence::rare,
          {.name = "depth of the survey",
           .unit = "m",
           .range = above(0.0),
           .automatic = true,
           .stale = image,
           .tip = "Of sources and receivers below the top; automatic: a cell"}),
      row("frequency", &S::frequency,
          {.name = "peak frequency",
           .unit = "Hz",
           .range = above(0.0),
           .automatic = true,
           .stale = image,
           .tip = "Automatic: the highest that the grid carries"}),
      row("order", &S::order, Presence::rare,
          {.name = "stencil order", .range = {2.0, 16.0, 2.0}, .stale = image}),
      row("duration", &S::duration, Presence::rare,
          {.unit = "s", .range = above(0.0), .automatic = true, .stale = image}),
      row("free_surface", &S::free_surface, Presence::rare,
          {.stale = image, .choices = free_surface_choices, .label = "Surface"}));
}

// What is made of their traces.
constexpr auto rows_of_migration() {
  using S = ImageSurvey;
  constexpr auto image = Stale::image;
  constexpr auto gathered = [](const S& s) { return s.gathers > 0; };
  return std::tuple(
      row("smoothing", &S::smoothing,
          {.unit = "m",
           .range = {.low = 0.0, .high = 1e5, .low_excluded = true},
           .automatic = true,
           .stale = image,
           .tip = "Of the migration's velocity: a Gaussian's, on slowness"}),
      row("velocity_scale", &S::velocity_scale, Presence::rare,
          {.name = "scale of the migration's velocity",
           .range = {0.5, 2.0},
           .stale = image,
           .label = "Velocity scale",
           .tip = "Of the velocity to migrate in; the shots are modelled in the model's own"}),
      row("velocity", &S::velocity, Presence::rare,
          {.name = "velocity to migrate in",
           .stale = image,
           .choices = migration_velocity_choices,
           .tip = "A file; none: the model's own, smoothed"}),
      row("source_field", &S::source_field, Presence::rare,
          {.name = "source's wave",
           .stale = image,
           .choices = source_field_choices,
           .tip = "How a shot's wave is kept until its receivers' wave meets it"}),
      row("condition", &S::condition,
          {.name = "imaging condition", .stale = image, .choices = image_condition_choices}),
      row("illumination", &S::illumination,
          {.stale = image, .choices = illumination_choices, .label = "Over illumination"}),
      row("iterations", &S::iterations, Presence::rare,
          {.name = "least-squares iterations",
           .range = {0.0, 100.0},
           .zero = "none",
           .stale = image,
           .tip = "After all shots are stacked: the image whose waves fit the data best"}),
      row("stop_at", &S::stop_at, Presence::rare,
          {.name = "residual to stop at",
           .range = {0.0, 1.0},
           .zero = "never",
           .stale = image,
           .tip = "A share of the data's norm"},
          [](const S& s) { return s.iterations > 0; }),
      row("direct_wave", &S::direct_wave, Presence::rare, {.stale = image, .choices = direct_wave_choices}),
      row("gathers", &S::gathers, Presence::rare,
          {.name = "image gathers", .range = {0.0, 1000.0}, .zero = "none", .stale = image}),
      row("offsets", &S::offsets, Presence::rare,
          {.name = "offsets of a gather", .range = {2.0, 100.0}, .stale = image}, gathered),
      row("angles", &S::angles, Presence::rare,
          {.name = "angles of a gather",
           .range = {0.0, 100.0},
           .zero = "none",
           .stale = image,
           .tip = "Classes of the angle at which waves meet what reflects them"},
          gathered),
      row("most_angle", &S::most_angle, Presence::rare,
          {.unit = in_degrees, .range = {1.0, 90.0}, .stale = image}, gathered));
}

constexpr auto fields_of(const ImageSurvey*) {
  return std::tuple_cat(rows_of_layout(), rows_of_migration());
}

constexpr auto fields_of(const Imaging*) {
  using I = Imaging;
  constexpr auto modelled = [](const I& i) { return i.data.empty(); };
  return std::tuple(
      row("purpose", &I::purpose, {.stale = Stale::image, .choices = imaging_purpose_choices}),
      row("data", &I::data, Presence::rare,
          {.stale = Stale::image,
           .tip = "A SEG-Y gather, or miniSEED with a table of its stations; empty: the wave's own",
           .undo = "Choose the recorded traces"}),
      row("stations", &I::stations, Presence::rare,
          {.stale = Stale::image,
           .tip = "A table of the places where a miniSEED file's stations stand; empty: the traces are SEG-Y",
           .undo = "Choose the stations' places"}),
      row("headers", &I::headers, Presence::rare,
          {.stale = Stale::image, .undo = "Change where the traces' headers hold their receivers"},
          [](const I& i) { return !i.data.empty() && i.stations.empty(); }),
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
           .tip = "Around receivers, where no event is looked for; automatic: two cells"}),
      row("bad_traces", &I::bad_traces, Presence::rare,
          {.stale = Stale::image, .choices = bad_traces_choices}),
      row("condition", &I::condition,
          {.name = "imaging condition", .stale = Stale::image, .choices = focus_condition_choices}),
      row("groups", &I::groups, Presence::rare,
          {.name = "groups of receivers", .range = {2.0, 64.0}, .stale = Stale::image},
          [](const I& i) { return i.condition == FocusCondition::geometric_mean; }),
      row("scan_range", &I::scan_range, Presence::rare,
          {.range = {0.0, 0.3},
           .zero = "none",
           .stale = Stale::image,
           .tip = "Velocities this much lower to this much higher"}),
      row("scan_count", &I::scan_count, Presence::rare,
          {.name = "velocities of the scan", .range = {3.0, 101.0, 2.0}, .stale = Stale::image},
          [](const I& i) { return i.scan_range > 0.0; }),
      row("snapshots", &I::snapshots, Presence::rare,
          {.name = "snapshots of the reversed wave",
           .stale = Stale::image,
           .tip = "At the steps of the wave's own snapshots"}),
      row("survey", &I::survey, Presence::rare, {.stale = Stale::image, .choices = image_survey_choices}));
}

}  // namespace foldwave
