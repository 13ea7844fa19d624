// The vertical section that a user draws in: its line on the map, and a picture or a seismic line behind it
// to trace over. Map coordinates, metres.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>

#include "core/base/grid.hpp"
#include "core/base/map_line.hpp"

namespace foldwave {

// A picture file (PNG or JPEG) whose upper and lower edges lie at these depths.
struct ImageBackdrop {
  double top = 0.0, bottom = 0.0;
  bool operator==(const ImageBackdrop&) const = default;
};

// One line of a SEG-Y file. In two-way time t: depth = velocity t / 2; in depth a millisecond of its headers
// is a metre. by_headers: it stands where the coordinates in its headers, projected onto the section's line,
// put it; else between the backdrop's edges.
enum class SegyLineKind { all, inline_number, crossline_number };
struct SegyBackdrop {
  SegyLineKind kind = SegyLineKind::all;  // all: every trace in the file's order
  int number = 0;
  double velocity = 2000.0;
  bool by_headers = false, in_depth = false;
  bool operator==(const SegyBackdrop&) const = default;
};

using BackdropSource = std::variant<ImageBackdrop, SegyBackdrop>;
struct Backdrop {
  std::string file;                // a relative one is looked for beside the scenario
  double left = 0.0, right = 0.0;  // metres along the section's line
  double opacity = 0.7;
  BackdropSource source;
  std::map<std::string, std::string> extra;
  bool operator==(const Backdrop&) const = default;
};

struct SectionSpec {
  MapLine line;
  std::optional<Backdrop> backdrop;
  std::map<std::string, std::string> extra;
  bool operator==(const SectionSpec&) const = default;
};

// Lines through the middle of the box, from rim to rim. A 2D section has only the first.
MapLine west_east_line(const Grid3& grid);
MapLine south_north_line(const Grid3& grid);
MapLine line_along(const Grid3& grid, double azimuth);  // degrees clockwise from north

struct Scenario;
MapLine section_line(const Scenario& scenario);  // the one drawn, else west to east

}  // namespace foldwave
