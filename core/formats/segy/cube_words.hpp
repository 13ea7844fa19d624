// Which words of the trace headers hold the numbers and the place of a cube's trace, for files that do not
// keep to the standard's places (SEG-Y revision 1, 2002). A word is an integer at a byte position counted
// from 1; position 0: there is none, and it counts as zero. Coordinates are scaled by byte 71 and
// made metres, as those of shots are.
#pragma once

namespace foldwave {

struct SegyWord {
  int position = 0;
  int bytes = 4;  // or 2
  bool operator==(const SegyWord&) const = default;
};

struct SegyCubeWords {
  SegyWord inline_number{189}, crossline_number{193};
  SegyWord x{181}, y{185};
  bool operator==(const SegyCubeWords&) const = default;
};

}  // namespace foldwave
