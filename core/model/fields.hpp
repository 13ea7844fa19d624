// The keys of the scenario, table by table, in the order in which they are written. A new key is a member in
// scenario.hpp, a row here and one in docs/scenario.md.
#pragma once

#include "core/model/fold_fields.hpp"
#include "core/model/imaging_fields.hpp"
#include "core/model/wave_fields.hpp"

namespace foldwave {

constexpr auto fields_of(const SectionSpec*) {
  using S = SectionSpec;
  return std::tuple(row("from", within(&S::line, &MapLine::from), Presence::required),
                    row("to", within(&S::line, &MapLine::to), Presence::required),
                    row("backdrop", &S::backdrop, Presence::rare));
}

// What else it has hangs on its type: fields_json.hpp.
constexpr auto fields_of(const Backdrop*) {
  using B = Backdrop;
  return std::tuple(row("type", &B::source, Presence::required), row("file", &B::file, Presence::required),
                    row("left", &B::left, Presence::required), row("right", &B::right, Presence::required),
                    row("opacity", &B::opacity));
}

constexpr auto fields_of(const LineMarker*) {
  using M = LineMarker;
  return std::tuple(row("name", &M::name),
                    row("from", &M::from, Presence::required, {.unit = "m", .label = "From"}),
                    row("to", &M::to, Presence::required, {.unit = "m", .label = "To"}));
}

constexpr auto fields_of(const PlaneMarker*) {
  using M = PlaneMarker;
  return std::tuple(
      row("name", &M::name), row("point", &M::point, Presence::required, {.unit = "m", .label = "Through"}),
      row("dip", &M::dip, Presence::required, {.unit = in_degrees, .range = {0.0, 90.0}}),
      row("dip_direction", &M::dip_direction, Presence::required, {.unit = in_degrees, .range = azimuths}));
}

constexpr std::array<const char*, 2> type_words(const Marker*) {
  return {"line", "plane"};
}

// `format`, `version` and `variants` are read and written by hand.
constexpr auto fields_of(const Scenario*) {
  using S = Scenario;
  return std::tuple(
      row("name", &S::name, {.stale = Stale::nothing}),
      row("description", &S::description, {.stale = Stale::nothing}),
      Group{"grid", &S::grid_extra,
            std::tuple(row("nodes", within(&S::grid, &Grid3::n), Presence::required,
                           {.undo = "Change the number of nodes"}),
                       row("spacing", within(&S::grid, &Grid3::h), Presence::required),
                       row("origin", within(&S::grid, &Grid3::origin), {.undo = "Change the map origin"})),
            true},
      row("events", &S::events, Presence::required, {}, has_fold),
      row("layers", &S::stack, Presence::required, {}, has_fold),
      row("velocity", &S::velocity, Presence::rare), row("survey", &S::survey, {.stale = Stale::wave}),
      row("propagation", &S::propagation, {.stale = Stale::wave}),
      row("outputs", &S::outputs, {.stale = Stale::wave}),
      row("imaging", &S::imaging, Presence::rare, {.stale = Stale::image, .choices = imaging_choices}),
      row("section", &S::section, Presence::rare, {.stale = Stale::nothing}),
      row("markers", &S::markers, Presence::rare, {.stale = Stale::nothing}));
}

}  // namespace foldwave
