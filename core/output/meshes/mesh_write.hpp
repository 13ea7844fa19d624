// A triangulated surface in one colour for programs that draw: Wavefront OBJ with its colours in a material
// library NAME.mtl beside it, (x, y, z) as they are; and glTF 2.0 (Khronos Group, 2021) as one .gltf of JSON
// with its numbers inside or one binary .glb. There y is up, so its (x, y, z) is east, elevation, minus
// north, and numbers are 4-byte floats, so its node stands on the map and its vertices are near that. Shapes
// and units: points in metres, map coordinates with elevation up, triangles counter-clockwise from the side
// that is seen; colours of 0 to 255, sRGB, which glTF keeps linear. Whole or not there. Errors: InputError
// for a surface without triangles, and for a NAME.mtl that is not ours; those of atomic_file.hpp; Stopped.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>

#include "core/base/progress.hpp"
#include "core/base/units.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

struct ColoredMesh {
  std::string name;
  std::span<const Vec3> points;
  std::span<const std::array<int, 3>> triangles;
  std::array<int, 3> color{128, 128, 128};
  Unit unit = Unit::metre;  // of the points; of glTF metres
};

std::filesystem::path obj_library(std::filesystem::path obj);  // NAME.mtl

void write_obj(const std::filesystem::path& path, const ColoredMesh& mesh, const Job& job = {});
void write_gltf(const std::filesystem::path& path, const ColoredMesh& mesh, const Job& job = {});

}  // namespace foldwave
