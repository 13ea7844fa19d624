// What the imaging's stage gives: located events, the focus's map, the scan of velocities.
#pragma once

#include <string>
#include <vector>

#include "core/engine/made_by.hpp"
#include "core/imaging/locate/velocity_scan.hpp"

namespace foldwave {

struct ImageResult {
  Grid3 grid;
  LocateResult located;               // positions local to the grid
  std::vector<ScannedVelocity> scan;  // empty: none was asked for
  std::string data;                   // "modelled", or the file's name
  int samples = 0;                    // of a trace
  double dt = 0.0;                    // of the traces
  MadeBy made_by;
  double seconds = 0.0;
  std::vector<std::string> warnings;
};

}  // namespace foldwave
