// Triangulated surfaces as GOCAD and its kin write them: a TSurf, text.
// Read: the first and only TSurf of the file; VRTX and PVRTX (properties ignored), ATOM and PATOM, TRGL, the
// header in braces, the coordinate system's ZPOSITIVE and AXIS_UNIT; further keywords are skipped. Several
// TFACEs are parts of one surface. '.' is the decimal sign whatever the locale.
// Shapes and units: points in file order, metres, z as the file has it; triangles index points from 0.
// Errors: InputError naming file, line and what was found: missing, empty, binary or cut file, a row that is
// not whole, a vertex that is not there, feet, a second surface.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/vec3.hpp"

namespace foldwave {

struct TsurfMesh {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::int64_t> vertex_lines, triangle_lines;  // of the file, from 1
  bool z_is_depth = false;                                 // ZPOSITIVE Depth; Elevation when not said
};

TsurfMesh read_tsurf(const std::filesystem::path& path);

// The same from text in memory; `name` stands for the file in messages.
TsurfMesh parse_tsurf(std::string_view text, const std::string& name);

}  // namespace foldwave
