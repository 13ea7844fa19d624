// The keys of the wave: survey, propagation, outputs (model/field.hpp).
#pragma once

#include "core/model/field.hpp"

namespace foldwave {

inline constexpr Choice on_choices[]{{"", "off", "Switch the wave off"}, {"", "on", "Switch the wave on"}};
inline constexpr Choice time_order_choices[]{{"", "2"}, {"", "4 (Lax-Wendroff)"}};
inline constexpr Choice boundary_choices[]{{"free", "free"}, {"sponge", "sponge"}, {"cpml", "CPML"}};
inline constexpr Choice precision_choices[]{{"single", "single", "Compute in single precision"},
                                            {"double", "double", "Compute in double precision"}};
inline constexpr Choice interpolation_choices[]{{"sinc", "windowed sinc"}, {"trilinear", "trilinear"}};
inline constexpr Choice interfaces_choices[]{
    {"cell_average", "mean over the cell", "Average layers over cells"},
    {"node", "the node's layer", "Take each node's own layer"}};
inline constexpr Choice snapshot_format_choices[]{{snapshot_format_names[0], ".hdf, packed"},
                                                  {snapshot_format_names[1], ".vti"}};
inline constexpr Choice window_choices[]{{"", "", "Take the stencil of an order"},
                                         {"", "", "Take a windowed stencil"}};
inline constexpr Choice wavelet_choices[]{{wavelet_kind_names[0], "Ricker"},
                                          {wavelet_kind_names[1], "Gaussian derivative"},
                                          {wavelet_kind_names[2], "from a file"}};

// --- survey -----------------------------------------------------------------------------------------------

constexpr auto fields_of(const Wavelet*) {
  using W = Wavelet;
  constexpr auto of_a_file = [](const W& w) { return w.kind == WaveletKind::file; };
  return std::tuple(
      row("type", &W::kind, Presence::required,
          {.choices = wavelet_choices, .label = "Wavelet", .undo = "Change the kind of wavelet"}),
      row("frequency", &W::frequency, Presence::required,
          {.unit = "Hz",
           .range = above(0.0),
           .label = "Peak frequency",
           .undo = "Change the peak frequency"}),
      row("delay", &W::delay,
          {.unit = "s",
           .automatic = true,
           .tip = "Time of the wavelet's middle; automatic: 1.5 / frequency. A file's: of its beginning"}),
      row("amplitude", &W::amplitude),
      row("file", &W::file, Presence::required, {.undo = "Choose the wavelet's file"}, of_a_file),
      row("interval", &W::interval, Presence::rare,
          {.unit = "s", .range = {.low = 0.0}, .tip = "Seconds between the samples of a file of one column"},
          of_a_file));
}

constexpr auto fields_of(const Source*) {
  using S = Source;
  return std::tuple(row("position", &S::position, Presence::required),
                    row("delay", &S::delay, {.unit = "s", .range = {.low = 0.0}}),
                    row("amplitude", &S::amplitude));
}

constexpr auto fields_of(const ReceiverLine*) {
  using L = ReceiverLine;
  return std::tuple(row("from", &L::from, Presence::required, {.unit = "m"}),
                    row("to", &L::to, Presence::required, {.unit = "m"}),
                    row("count", &L::count, Presence::required, {.label = "Receivers"}));
}

constexpr auto fields_of(const ReceiverCarpet*) {
  using C = ReceiverCarpet;
  return std::tuple(row("from", &C::from, Presence::required, {.unit = "m", .label = "From x, y"}),
                    row("to", &C::to, Presence::required, {.unit = "m", .label = "To x, y"}),
                    row("depth", &C::depth, Presence::required, {.unit = "m"}),
                    row("count", &C::count, Presence::required, {.label = "Receivers x, y"}));
}

constexpr auto fields_of(const PlaneWaveStart*) {
  using W = PlaneWaveStart;
  return std::tuple(row("at", &W::at, Presence::required),
                    row("inclination", &W::inclination,
                        {.unit = in_degrees,
                         .range = {0.0, 180.0},
                         .tip = "From straight down; above 90 the wave goes up"}),
                    row("azimuth", &W::azimuth, {.unit = in_degrees, .range = azimuths}));
}

constexpr auto fields_of(const ExplodingReflectors*) {
  return std::tuple();
}

constexpr auto fields_of(const Survey*) {
  using S = Survey;
  return std::tuple(row("wavelet", &S::wavelet), row("sources", &S::sources), row("receivers", &S::receivers),
                    row("start", &S::start, Presence::rare));
}

// The types of what stands in one of several forms, in the variant's order.
constexpr std::array<const char*, 2> type_words(const ReceiverSet*) {
  return {"line", "carpet"};
}
constexpr std::array<const char*, 3> type_words(const WaveStart*) {
  return {nullptr, "plane_wave", "exploding_reflectors"};
}

// --- propagation and outputs ------------------------------------------------------------------------------

constexpr auto fields_of(const StencilWindow*) {
  using W = StencilWindow;
  return std::tuple(row("alpha", &W::alpha, {.range = {0.5, 1.0}, .label = "alpha"}),
                    row("beta", &W::beta, {.range = {0.0, 20.0}, .label = "beta"}),
                    row("half_length", &W::half_length, {.name = "half-length", .range = {1.0, 8.0}}));
}

template <Face face>
constexpr auto boundary_of(const char* name) {
  return row(face_names[face], [](auto& p) -> auto& { return p.boundaries[face]; },
             {.choices = boundary_choices, .label = name, .undo = "Change a boundary", .also = "absorbing"});
}

constexpr auto fields_of(const Propagation*) {
  using P = Propagation;
  return std::tuple(
      row("enabled", &P::enabled, {.name = "wave", .choices = on_choices, .label = "Run the wave"}),
      row("order", &P::order, {.name = "stencil order", .range = {2.0, 16.0, 2.0}}),
      row("dt", &P::dt,
          {.name = "time step",
           .unit = "s",
           .range = above(0.0),
           .automatic = true,
           .tip = "Automatic: from the error budget and the stability limit"}),
      row("error_budget", &P::error_budget,
          {.range = {1e-5, 0.5}, .tip = "Relative error of a trace that an automatic time step may cause"}),
      row("duration", &P::duration, Presence::required, {.unit = "s", .range = above(0.0)}),
      Group{"boundaries", &P::boundaries_extra,
            std::tuple(boundary_of<x_min>("west"), boundary_of<x_max>("east"), boundary_of<y_min>("south"),
                       boundary_of<y_max>("north"), boundary_of<z_min>("top"), boundary_of<z_max>("bottom"))},
      row("pad_cells", &P::pad_cells,
          {.name = "absorbing cells",
           .range = {5.0, 1000.0},
           .automatic = true,
           .tip = "Automatic: what each kind of boundary needs"}),
      row("window", &P::window, Presence::rare, {.name = "windowed stencil", .choices = window_choices}),
      row("time_order", &P::time_order, Presence::rare,
          {.name = "order in time",
           .range = {2.0, 4.0, 2.0},
           .choices = time_order_choices,
           .tip = "4: for long steps; about twice the work a step, 1.7 times the stable step"}),
      row("precision", &P::precision, Presence::rare, {.choices = precision_choices}),
      row("interpolation", &P::interpolation, Presence::rare,
          {.name = "spread of sources and receivers",
           .choices = interpolation_choices,
           .label = "Between nodes",
           .tip = "How sources and receivers between nodes are spread over them"}),
      row("interfaces", &P::interfaces, Presence::rare,
          {.choices = interfaces_choices,
           .label = "At interfaces",
           .tip = "What a node has whose cell holds several layers: their mean, or the layer it lies in "
                  "itself"}));
}

// Of the ways to place snapshots one is written.
constexpr auto fields_of(const Outputs*) {
  using O = Outputs;
  return std::tuple(
      Group{"snapshots", &O::snapshots_extra,
            std::tuple(row("interval", &O::snapshot_interval, Presence::rare,
                           {.unit = "s", .range = {.low = 0.0}, .zero = "none", .label = "or every"}),
                       row("steps", &O::snapshot_list, Presence::rare,
                           {.name = "steps of snapshots", .range = {0.0, 1e9}},
                           [](const O& o) { return o.snapshot_interval == 0.0; }),
                       row("every_steps", &O::snapshot_steps,
                           {.name = "interval",
                            .unit = "steps",
                            .range = {.low = 0.0},
                            .zero = "none",
                            .label = "Snapshot every"},
                           [](const O& o) { return o.snapshot_interval == 0.0 && o.snapshot_list.empty(); }),
                       row("format", &O::snapshot_format, Presence::rare,
                           {.stale = Stale::nothing,
                            .choices = snapshot_format_choices,
                            .label = "Their files",
                            .tip = "As the command line writes them",
                            .undo = "Change the snapshots' files"}),
                       row("error", &O::snapshot_error, Presence::rare,
                           {.range = {0.0, 0.5},
                            .zero = "lossless",
                            .stale = Stale::nothing,
                            .label = "Their error",
                            .tip = "Of a value in a .hdf file, as a share of the largest pressure",
                            .undo = "Change the snapshots' error"}))},
      row("pictures", &O::pictures, {.stale = Stale::nothing, .label = "Pictures with the command line"}));
}

}  // namespace foldwave
