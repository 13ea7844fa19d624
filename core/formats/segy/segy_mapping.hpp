// Where the trace headers of a SEG-Y file hold a survey's geometry, for files that do not keep to the
// standard's places (SEG Technical Standards Committee, revision 1, 2002).
//
//   x, y = word * scalar * unit + offset
//   z    = (depth - elevation) * scalar * unit + offset,  a receiver's: -elevation ..
//
// Units: metres, seconds.
#pragma once

#include "core/base/vec3.hpp"
#include "core/formats/segy/segy_word.hpp"

namespace foldwave {

struct SegyMapping {
  SegyWord shot{9};  // the field record
  SegyWord source_x{73}, source_y{77}, source_elevation{45}, source_depth{49};
  SegyWord receiver_x{81}, receiver_y{85}, receiver_elevation{41};
  double scalar = 0.0;    // of all lengths; 0: the headers' own, bytes 71 (x, y) and 69 (depths)
  double unit = 0.0;      // metres; 0: a foot where the binary header says so, else a metre
  double interval = 0.0;  // between samples; 0: the headers' own
  Vec3 offset{};
  bool operator==(const SegyMapping&) const = default;
};

}  // namespace foldwave
