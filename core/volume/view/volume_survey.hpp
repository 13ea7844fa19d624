// One pass through a volume in blocks, so that memory need not hold it: its extremes and moments, and every
// so-manieth node as a coarse volume that a view shows at once while a plane is being read; and one through
// two volumes for their differences.
//
// With a_m of A and b_m of B where both are finite, e_m = a_m - b_m:
//   largest = max |e|, rms = sqrt(sum e^2 / N), mean = (sum |e| / N) / max |a|, snr = 10 log10(sum a^2 / sum
//   e^2)
// rms is equation 6.1 of seed 003; the mean error, for which it has no formula, is ours: a share of the
// largest. Shapes: x fastest. Units: the values'; snr in decibels, infinite where nothing differs. Errors:
// InputError where the two have other nodes; those of VolumeSource; Stopped.
#pragma once

#include <vector>

#include "core/volume/view/volume_source.hpp"

namespace foldwave {

struct VolumeStats {
  Index nodes = 0, not_finite = 0;
  double least = 0.0, largest = 0.0, mean = 0.0, rms = 0.0;  // of the finite ones; rms about 0
};

// The nodes of a coarse volume along an axis, both ends among them: coarse node i stands for this one.
int coarse_node(int i, int coarse, int nodes);

struct VolumeSurvey {
  VolumeStats stats;
  Field<float> coarse;    // of at most so many nodes a side
  bool is_whole = false;  // the coarse nodes are all there are
  std::vector<DamagedBrick> damaged;

  // The coarse nodes nearest to a plane.
  VolumePlane plane(const Grid3& grid, int axis, int node) const;
};

inline constexpr int usual_coarse = 128;  // nodes a side: 8 MiB

VolumeSurvey survey_volume(const VolumeSource& volume, const Job& job = {}, int side = usual_coarse);

// How many of the finite values lie in each of `bins` equal steps from low to high, both ends included.
struct ValueHistogram {
  double low = 0.0, high = 0.0;
  std::vector<Index> counts;
};
ValueHistogram value_histogram(std::span<const float> values, int bins);

struct VolumeErrors {
  Index nodes = 0;   // that both have as finite numbers
  Index unlike = 0;  // one has a number where the other has none, or they are no numbers of different kinds
  double largest = 0.0, rms = 0.0, mean = 0.0, snr = 0.0;
  double ratio = 0.0;  // bytes of A as floats over those that B takes
};
VolumeErrors volume_errors(const VolumeSource& a, const VolumeSource& b, const Job& job = {});

// a - b, node by node.
VolumePlane difference(const VolumePlane& a, const VolumePlane& b);

}  // namespace foldwave
