// Packs the snapshots of one run, by all threads of a parallel loop. The error bound of each is `error` times
// the largest absolute pressure of the run so far. The run's largest is known only at its end and is no
// smaller, so each value lies within that share of it; 0: the same bits. Units: of the pressure. Errors:
// those of pack_volume (core/volume/store/volume_writer.hpp).
#pragma once

#include <stop_token>

#include "core/base/field.hpp"
#include "core/base/stages/stage_log.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

class SnapshotPacker {
 public:
  // The log, where there is one, is told of each packing, and lives as long.
  SnapshotPacker(const Grid3& grid, double error, StageLog* log = nullptr)
      : grid_(grid), error_(error), log_(log) {}

  PackedVolume pack(int step, double time, const Field<float>& pressure, const std::stop_token& stop = {});
  // For who packs by himself: the largest magnitude of the next snapshot, then what is to be told of it.
  void see(double largest) { largest_ = largest > largest_ ? largest : largest_; }
  VolumeFacts facts(int step, double time) const;
  double error_bound() const { return error_ * largest_; }  // of the snapshot that was seen last

 private:
  Grid3 grid_;
  double error_, largest_ = 0.0;
  StageLog* log_;
};

}  // namespace foldwave
