// From a file's units and sense to the program's frame: x east, y north, z depth positive down, metres.
//
//   length: x, y, z times the unit; depth = -z when z is elevation
//   two-way time t: depth = v t / 2, with one velocity v for the whole column
//
// Errors: InputError when z is a time and no velocity is given, or x and y are times.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/base/progress.hpp"
#include "core/formats/horizon_picks.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct PicksChoice {
  Unit xy = Unit::metre;
  Unit z = Unit::metre;
  VerticalSense sense = VerticalSense::elevation;
  double velocity = 0.0;  // m/s, used when z is a time
  bool operator==(const PicksChoice&) const = default;
};

// What the file says; where it says nothing, what puts the picks into the box, and why that was taken.
struct PicksGuess {
  PicksChoice choice;
  std::string why_unit, why_sense;
};
PicksGuess guess_choice(const HorizonPicks& picks, const Grid3& grid);

// What was asked for goes first; where nothing was, guess_choice. `velocity` of a two-way time.
struct PicksWish {
  std::optional<Unit> unit;  // of x, y, and of z unless that is a time
  std::optional<VerticalSense> sense;
  double velocity = 0.0;
};
PicksGuess choose(const HorizonPicks& picks, const Grid3& grid, const PicksWish& wish);
// The wish that makes this choice again; nothing where none does: z is a time, or x, y and z differ in their
// unit and the file does not say so.
std::optional<PicksWish> wish_for(const HorizonPicks& picks, const PicksChoice& choice);

// "1200 picks in feet (the file says so), z is depth (no value is below zero); 3 rows without a value ...":
// what was read and how, the same words for all who ask.
std::string picks_text(const HorizonPicks& picks, const PicksGuess& frame);

void to_map(HorizonPicks& picks, const PicksChoice& choice);
// The same as a copy, which stops when told.
HorizonPicks in_map(const HorizonPicks& picks, const PicksChoice& choice, const Job& job);

// Whether a scenario that names the file reads the same as `choice` does: then no copy is needed.
bool is_as_file_says(const HorizonPicks& picks, const PicksChoice& choice);

// No triangle is turned over, so one depth a map position tells all.
bool is_height_field(const HorizonPicks& picks);

struct PicksBounds {
  Vec3 low, high;
  std::int64_t count = 0;
  std::int64_t above_map = 0;  // picks within the box's map area
  std::int64_t in_box = 0;     // of them, those within its depths too
};
PicksBounds bounds_of(std::span<const Vec3> map_points, const Grid3& grid, const Job& job = {});

// The scenario with its box around the picks and a margin: as many nodes, cubic cells; its depths stay when
// they hold the picks. Sources and receivers keep their places relative to the box.
Scenario fit_box(const Scenario& scenario, const PicksBounds& bounds);

}  // namespace foldwave
