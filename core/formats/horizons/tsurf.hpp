// Triangulated surfaces as GOCAD and its kin write them: a TSurf, text.
// Read: the first and only TSurf of the file; VRTX and PVRTX (properties ignored), ATOM and PATOM, TRGL, the
// header in braces, the coordinate system's ZPOSITIVE and AXIS_UNIT; further keywords are skipped. Several
// TFACEs are parts of one surface. '.' is the decimal sign whatever the locale.
// Shapes and units: points in file order, in the units that AXIS_UNIT states (metres when it states none), z
// as the file has it; triangles index points from 0.
// Errors: InputError naming file, line and what was found: missing, empty, binary or cut file, a row that is
// not whole, a vertex that is not there, an unknown unit, a second surface.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/units.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

struct TsurfMesh {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::int64_t> vertex_lines, triangle_lines;  // of the file, from 1
  bool z_is_depth = false;                                 // ZPOSITIVE Depth; Elevation when not said
  std::optional<Unit> xy_unit, z_unit;                     // as the file states them
};

TsurfMesh read_tsurf(const std::filesystem::path& path, const Job& job = {});

// The same from text in memory; `name` stands for the file in messages.
TsurfMesh parse_tsurf(std::string_view text, const std::string& name, const Job& job = {});

// In metres or the length that is given, z elevation; numbers are written so that reading gives the same
// doubles. Whole or not there, which it is not when the job is stopped.
void write_tsurf(const std::filesystem::path& path, const std::string& title, std::span<const Vec3> points,
                 std::span<const std::array<int, 3>> triangles, const Job& job = {}, Unit unit = Unit::metre);

}  // namespace foldwave
