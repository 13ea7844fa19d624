// Which words of the trace headers hold the numbers and the place of a cube's trace, for files that do not
// keep to the standard's places (SEG-Y revision 1, 2002). Coordinates are scaled by byte 71 and made metres,
// as those of shots are.
#pragma once

#include "core/formats/segy/segy_word.hpp"

namespace foldwave {

struct SegyCubeWords {
  SegyWord inline_number{189}, crossline_number{193};
  SegyWord x{181}, y{185};
  bool operator==(const SegyCubeWords&) const = default;
};

}  // namespace foldwave
