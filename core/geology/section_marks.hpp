// What is measured in the profile through a vertical section, brought onto the section: dip isogons, hinges
// and characteristics.
//
// The profile is normal to the fold axis and goes through the middle of the section's line. Each place of it
// is moved along the axis onto the section's plane; a cylindrical fold is the same all along its axis, so
// that the boundaries seen there are met exactly. The alpha of an isogon stays that of the profile. Nothing
// is measured where the axis runs nearly within the section, nor of a fold that is not cylindrical where the
// section is oblique to its profile.
//
// Metres along the line and of depth, local; radians. Throws Stopped.
#pragma once

#include <string>

#include "core/base/map_line.hpp"
#include "core/geology/fold_geometry.hpp"

namespace foldwave {

struct SectionPlace {
  double s = 0.0, depth = 0.0;
};

// Along `axis` onto the vertical plane through the line; not a number where the axis never meets it.
SectionPlace onto_section(const Vec3& local, const Vec3& axis, const MapLine& line);

// Between the profile and the vertical plane through the line: 0 where they are one.
double profile_obliquity(const Profile& profile, const MapLine& line);

struct SectionIsogon {
  double alpha = 0.0;  // from the trace of the axial surface
  bool antiform = false;
  std::vector<SectionPlace> points;  // from the oldest boundary up
};

struct SectionHinge {
  SectionPlace at;
  int fold = 0;  // hinges of one fold make its axial trace, in their order
  bool antiform = false, sharp = false;
};

struct SectionMarks {
  double obliquity = 0.0;  // of the profile
  std::string refusal;     // why nothing is measured; empty: it is
  std::string doubt;       // that the fold is not cylindrical, where it is measured all the same
  std::vector<SectionIsogon> isogons;
  std::vector<SectionHinge> hinges;
  std::vector<std::vector<SectionPlace>> characteristics;  // from the outermost boundaries to the horizon
};

struct SectionWish {
  bool isogons = false, hinges = false, characteristics = false;
  bool any() const { return isogons || hinges || characteristics; }
  bool operator==(const SectionWish&) const = default;
};

// `line` in local coordinates. `speeds`: where F and psi a vary; null: the fold's own. Rock that was folded
// more than once has no characteristics of one front: none are given.
SectionMarks measure_section(const SolvedFold& solved, const ChosenProfile& chosen, const SpeedModel* speeds,
                             const MapLine& line, const SectionWish& wish, const Job& job = {});

}  // namespace foldwave
