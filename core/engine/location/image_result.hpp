// What the imaging's stage gives: located events, the focus's map, the scan of velocities; or the image of
// exploding reflectors.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/file_stamp.hpp"
#include "core/engine/made_by.hpp"
#include "core/imaging/locate/velocity_scan.hpp"

namespace foldwave {

struct ImageResult {
  Grid3 grid;
  LocateResult located;                  // positions local to the grid
  std::vector<ScannedVelocity> scan;     // empty: none was asked for
  Field<float> reflectors;               // of the purpose zero_offset alone, which locates nothing
  int reversed_snapshots = 0;            // that were taken of the wave that went back
  std::string data;                      // "modelled", or the file's name
  std::vector<FileStamp> files;          // that it was made from (recorded/file_stamps.hpp)
  std::string read_from;                 // which bytes of the file's headers told the receivers
  std::optional<std::int64_t> began;     // UTC of the gather's time zero, microseconds since 1970
  int samples = 0;                       // of a trace
  double dt = 0.0;                       // of the traces
  std::shared_ptr<const Gather> gather;  // that was located, with its noise; local receivers
  double data_step = 0.0;                // of the leapfrog that modelled it; 0: recorded
  MadeBy made_by;
  double seconds = 0.0;
  double modelled_seconds = 0.0;  // of these, for the wave that was run for it first
  std::vector<std::string> warnings;
};

}  // namespace foldwave
