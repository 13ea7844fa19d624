// Least, largest and mean of a volume's finite values, and how far two volumes differ, a piece at a time.
//
//   max_error   max |b - a|
//   rms         sqrt(sum (b - a)^2 / n)             (seed 003, eq. 6.1)
//   mean_error  (sum |b - a| / n) / max |a|          (the seed gives no formula: this one is ours)
//   snr         10 log10(sum a^2 / sum (b - a)^2), decibels; infinite where nothing differs
//   ratio       bytes of a's values as floats over bytes of b's file
//
// Sums in double, of n nodes at which both are finite; where both are the same bits of what is not finite
// they agree, and where one alone is not finite, max_error and rms are infinite and snr is minus infinity.
// The same numbers for any number of threads. Errors: those of the sources; InputError for volumes of other
// nodes.
#pragma once

#include "core/volume/tools/volume_input.hpp"

namespace foldwave {

struct VolumeStatistics {
  Index values = 0, finite = 0;
  double least = 0.0, largest = 0.0, mean = 0.0;  // not a number where no value is finite
  std::vector<DamagedBrick> damaged{};            // whose nodes are none of these values
};
VolumeStatistics statistics_of(const VolumeInput& source, Damage damage, const Job& job = {});

struct VolumeDifference {
  Index values = 0, compared = 0;
  Index unlike = 0;        // nodes at which one alone is finite, or what is not finite differs
  bool identical = false;  // all bits
  double max_error = 0.0, rms = 0.0, mean_error = 0.0, snr = 0.0, ratio = 0.0;
};
VolumeDifference difference_of(const VolumeInput& a, const VolumeInput& b, const Job& job = {});

}  // namespace foldwave
