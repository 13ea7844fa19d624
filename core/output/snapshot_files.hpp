// The snapshots of a run as files of its folder: .hdf, packed by the threads that solve and written beside
// them by threads of their own (core/volume/store), with snapshots.hdf.series; or .vti, copied, then packed
// and written by such threads, with snapshots.pvd, or in parts by the ranks of a wave, which a .pvti joins.
// The series is whole after each file.
// The error bound of a .hdf snapshot is outputs.snapshots.error as snapshot_packer.hpp has it. Errors: as the
// store has them; a disk's failure is thrown by the next snapshot, or by finish.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/base/stages/stage_log.hpp"
#include "core/model/scenario.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

class RunFolder;

class SnapshotFiles : public SnapshotSink {
 public:
  // Waits until all that was taken is written. Gives a warning of what a stop has dropped, else nothing.
  virtual std::string finish(const std::stop_token& stop) = 0;
  virtual std::string format() const = 0;             // "hdf"
  virtual double error_bound() const { return 0.0; }  // the largest so far, in the pressure's unit
  const StageLog& log() const { return log_; }        // "pack", "wait" and "write"

 protected:
  StageLog log_;
};

// PLACE/step_NNNNNN.hdf, with PLACE.hdf.series or .pvd beside the folder. Null where the scenario asks for
// none, or the build can write neither.
std::unique_ptr<SnapshotFiles> make_snapshot_files(RunFolder& folder, const Scenario& scenario,
                                                   const std::stop_token& stop,
                                                   const std::string& place = "wave/snapshots");

// What the ranks of a wave write their parts of .vti snapshots with; null where the build cannot.
WriteFieldPart snapshot_part_writer();

std::string snapshot_file_name(int step, const std::string& format);  // "step_000120.hdf"

}  // namespace foldwave
