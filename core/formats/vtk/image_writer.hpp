// A grid and arrays on its nodes as a .vti file (VTK XML image, inline base64, zlib) that ParaView opens.
// Elevation up by default: x east, y north, z elevation = -depth, a right-handed frame. Spacing stays
// positive, so the layers of nodes are written from the deepest up and the image's origin is the map position
// of the deepest node, z = -(origin.z + (nz - 1) hz). A section (n_y = 1) stays a section. Shapes: every
// array has one value a node, x fastest, as Field has it. Units: metres, seconds. Errors: InputError for a
// grid or array that does not fit or a place that cannot be written, ResourceError for a full disk; the file
// is whole or not there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "core/base/grid.hpp"

namespace foldwave {

struct ImageArray {
  std::string name;
  std::variant<std::span<const float>, std::span<const std::uint8_t>> values;
};

struct ImageOptions {
  bool depth_down = false;              // write the grid as it is inside the program, z = depth (left-handed)
  bool depth_array = false;             // add a point array "depth", metres, positive down
  std::optional<double> time;           // s, written as the field data array TimeValue
  std::optional<double> error_bound{};  // in the arrays' unit, written as the field data array ErrorBound
  int layers_below = 0;                 // of an image that this one is a part of (image_parts.hpp)
  std::stop_token stop;                 // once it is set Stopped is thrown and no file comes to be
};

void write_image(const std::filesystem::path& path, const Grid3& grid, const std::vector<ImageArray>& arrays,
                 const ImageOptions& options = {});

}  // namespace foldwave
