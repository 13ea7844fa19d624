// A file of velocities that the wave runs through in place of the layers' own.
#pragma once

#include <map>
#include <string>

#include "core/formats/volumes/volume_layout.hpp"

namespace foldwave {

// By its suffix .vti, .sgy or .segy; any other is raw 4-byte floats.
struct VelocityFile {
  std::string file;        // a relative one is looked for beside the scenario
  std::string array;       // of a .vti; empty: its only array of one component
  bool in_km_s = false;    // as the file has it; else m/s
  double smoothing = 0.0;  // metres: standard deviation of a Gaussian, on slowness
  VolumeLayout layout{};   // of raw values and SEG-Y
  std::map<std::string, std::string> extra{};
  bool operator==(const VelocityFile&) const = default;
};

enum class VelocityFormat { vti, segy, raw };
VelocityFormat velocity_format(const std::string& file);

}  // namespace foldwave
