// How the inline and crossline numbers of a SEG-Y cube lie on the map: the affine map
//
//   (x, y) = origin + inline * inline_step + crossline * crossline_step
//
// that fits the traces' coordinates best, by least squares about their means. Whatever way a lattice is
// turned or slanted, it is found. Units: metres, of a step of one number; degrees.
#pragma once

#include <optional>
#include <span>

namespace foldwave {

struct MapStep {
  double x = 0.0, y = 0.0;
  bool operator==(const MapStep&) const = default;
};

struct NumberedPlace {
  double inline_number = 0.0, crossline_number = 0.0;
  MapStep at;
};

struct SegyLattice {
  MapStep origin{}, inline_step{}, crossline_step{};  // a step is 0 where there is one line alone
  double misfit = 0.0;                                // the farthest of a trace from its place, metres

  double crossline_azimuth() const;  // the way of rising crosslines, clockwise from north, 0 to 360
  double angle() const;              // between rising crosslines and rising inlines, 0 to 180; 90: none
};

// None: no places, or coordinates that are not finite.
std::optional<SegyLattice> fit_lattice(std::span<const NumberedPlace> places);

}  // namespace foldwave
