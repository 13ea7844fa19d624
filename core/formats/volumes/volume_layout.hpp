// How the values of a file without a grid of its own lie in space, as its header or the user says.
#pragma once

#include <array>
#include <string>

#include "core/base/vec3.hpp"

namespace foldwave {

struct VolumeLayout {
  std::array<int, 3> nodes{0, 0, 0};             // along x, y and z; all 0: not given
  std::array<double, 3> spacing{0.0, 0.0, 0.0};  // metres; all 0: not given
  Vec3 origin{};                                 // map position of the first node: west, south, top
  std::string axes;         // their order in the file, the fastest first: "zxy"; empty: what is usual
  bool big_endian = false;  // of raw values
  bool operator==(const VolumeLayout&) const = default;
};

}  // namespace foldwave
