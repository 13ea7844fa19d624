// What stands behind a section: a picture file's pixels or a seismic line in the diverging colours.
#pragma once

#include <optional>
#include <vector>

#include "core/formats/segy/segy_line.hpp"
#include "ui/scene/stage/color.hpp"

namespace foldwave {

struct BackdropPicture {
  int width = 0, height = 0;
  std::vector<Bytes3> pixels;                // rows from the top
  double first_time = 0.0, last_time = 0.0;  // two-way, of a seismic line's first and last row
  std::optional<SegyLineEnds> ends{};        // where its headers have that line, on the map
};

BackdropPicture seismic_picture(const SegyLine& line);

}  // namespace foldwave
