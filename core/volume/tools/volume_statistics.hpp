// Least, largest, mean and root mean square of a volume's finite values, and how far two volumes differ, a
// piece at a time. Differences are those of core/volume/codec/quality.hpp, of the second from the first;
// their ratio is the bytes of a's values as floats over those that b takes where it lies. Sums in double: the
// same numbers for any number of threads. Errors: those of the sources; InputError for volumes of other
// nodes.
#pragma once

#include "core/volume/codec/quality.hpp"
#include "core/volume/tools/volume_source.hpp"

namespace foldwave {

struct VolumeStatistics {
  Index values = 0, finite = 0;
  double least = 0.0, largest = 0.0, mean = 0.0, rms = 0.0;  // not a number where no value is finite
  std::vector<DamagedBrick> damaged{};                       // whose nodes are none of these values
};
// `taken`, where it is given, sees each piece too.
VolumeStatistics statistics_of(const VolumeSource& source, Damage damage, const Job& job = {},
                               const PieceTaken& taken = {});
VolumeStatistics statistics_of(std::span<const float> values);

struct VolumeDifference {
  Index values = 0, compared = 0;
  Index unlike = 0;        // nodes at which one alone is finite, or what is not finite differs
  bool identical = false;  // all bits
  Quality quality;
  double ratio = 0.0;
};
// To go on where bricks are damaged leaves their nodes unlike.
VolumeDifference difference_of(const VolumeSource& a, const VolumeSource& b, Damage damage = Damage::refuse,
                               const Job& job = {});

}  // namespace foldwave
