// Lines on a plane of a volume, and planes in the whole of it, as a window finds them: the strongest nodes
// vote (hough/hough_lines.hpp, hough/hough_planes.hpp), by their values or by how steep the values are there;
// and what was found as markers of the model. Shapes: those of VolumePlane. Units: metres, degrees. Errors:
// InputError for a plane without two rows and columns and for a damaged volume; ResourceError; Stopped.
#pragma once

#include <string>
#include <vector>

#include "core/model/markers/marker.hpp"
#include "core/volume/filter/hough/hough_peaks.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"
#include "core/volume/view/volume_plane.hpp"

namespace foldwave {

enum class EdgesBy { steepness, values };

struct EdgeRules {
  EdgesBy by = EdgesBy::steepness;
  double strongest = 0.02;  // share of all nodes that vote, and those as strong as the last of them
  int most = 5;             // lines or planes
};

struct PlaneLines {
  GridSlice slice;
  float threshold = 0.0F;          // of size, from which on a node votes
  std::vector<HoughPoint> points;  // that voted
  LineAccumulator votes;
  std::vector<HoughLine> lines;  // the strongest first
};
PlaneLines lines_on_plane(const VolumePlane& plane, const Grid3& grid, const EdgeRules& rules,
                          const Job& job = {});

// All values of a volume where memory holds `copies` of them; `instead` is the remedy where it does not.
Field<float> whole_volume(const VolumeSource& volume, double copies, const std::string& instead,
                          const Job& job);

HoughPlanes planes_in_volume(const VolumeSource& volume, const EdgeRules& rules, const Job& job = {});

// The size that the strongest of so large a share have; the smallest above 0 where fewer have one. What is no
// finite number has none; 0: none has.
float strong_size(std::span<const float> values, double share);

std::optional<LineMarker> marker_of(const HoughLine& line, const GridSlice& slice, const std::string& name);
PlaneMarker marker_of(const HoughPlane& plane, const Grid3& grid, const std::string& name);

}  // namespace foldwave
