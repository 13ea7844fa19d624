// The point arrays of a .vti file (VTK XML image) or a .pvti that joins several, elevation up as
// image_writer.hpp writes them: x east, y north, z elevation.
// Shapes: the grid that the nodes make, z turned to depth (x fastest, the uppermost layer first); an array's
// components one field each, as single precision. Vectors keep the file's frame: a third component points up.
// Errors: InputError naming the file and what was found: missing, not a .vti, cut, a part of it missing,
// turned axes, no point arrays, values for other than its nodes. ResourceError when it does not fit into
// memory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/field.hpp"

namespace foldwave {

struct ImageVolume {
  struct Array {
    std::string name;
    std::vector<Field<float>> components;
  };
  Grid3 grid;
  std::vector<Array> arrays;

  const Array* find(const std::string& name) const;  // null: not there
};

// Only arrays named in `wanted` are taken; where none is named, all of one component.
ImageVolume read_image(const std::filesystem::path& path, const std::vector<std::string>& wanted);

}  // namespace foldwave
