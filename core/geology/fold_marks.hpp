// What is measured in a fold to be drawn over it: marks in a section, hinge lines and axial surfaces, the
// attitude of a boundary on a coarse net, and a layer's thickness over the map. Only what is wished for is
// measured.
//
// Metres, radians; places local to the grid. Throws Stopped.
#pragma once

#include "core/geology/attitude.hpp"
#include "core/geology/section_marks.hpp"

namespace foldwave {

enum class Thickness { vertical, orthogonal };

struct MarksWish {
  SectionWish section;
  bool hinges = false;     // in space
  bool axis = false;       // the fold axis: always in `chosen`, whose measuring it asks for
  bool attitudes = false;  // of the drawn horizon, or of the top of the layer whose thickness is wished
  int layer = -1;          // whose thickness is wished; below 0: none
  Thickness thickness = Thickness::orthogonal;
  bool any() const { return section.any() || hinges || axis || attitudes || layer >= 0; }
  bool operator==(const MarksWish&) const = default;
};

struct PlacedAttitude {
  Vec3 at;
  Attitude attitude;
};

struct FoldMarks {
  ChosenProfile chosen;  // through the middle of the box
  SectionMarks section;
  std::vector<Hinge> hinges;  // by fold, profile along the axis and boundary
  std::vector<PlacedAttitude> attitudes;
  std::vector<float> thickness;  // a column of the grid, x fastest; empty: not wished
};

inline constexpr int marked_profiles = 15;  // along the axis

FoldMarks measure_marks(const SolvedFold& solved, const SpeedModel* speeds, const MapLine& line,
                        const MarksWish& wish, const Job& job = {});

// Of a boundary on about `across` by `across` evenly spaced columns that lie inside the box; the uppermost
// crossing of each.
std::vector<PlacedAttitude> attitude_net(const Grid3& grid, const LayerBoundary& boundary, int across,
                                         const Job& job = {});

}  // namespace foldwave
