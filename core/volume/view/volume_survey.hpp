// One pass through a volume by pieces, so that memory need not hold it: its statistics, and every so-manieth
// node as a coarse volume that a view shows at once while a plane is being read. Shapes: x fastest. Units:
// the values'. Errors: those of VolumeSource; Stopped.
#pragma once

#include <vector>

#include "core/volume/store/coarse_level.hpp"
#include "core/volume/tools/volume_statistics.hpp"
#include "core/volume/view/volume_plane.hpp"

namespace foldwave {

// The coarse nodes (coarse_level.hpp) nearest to a plane.
VolumePlane coarse_plane(const Field<float>& coarse, const Grid3& grid, int axis, int node);

struct VolumeSurvey {
  VolumeStatistics stats;  // with what is damaged
  Field<float> coarse;     // of at most so many nodes a side
  bool is_whole = false;   // the coarse nodes are all there are
};

VolumeSurvey survey_volume(const VolumeSource& volume, const Job& job = {}, int side = most_coarse);

// How many of the finite values lie in each of `bins` equal steps from low to high, both ends included.
struct ValueHistogram {
  double low = 0.0, high = 0.0;
  std::vector<Index> counts;
};
ValueHistogram value_histogram(std::span<const float> values, int bins);

}  // namespace foldwave
