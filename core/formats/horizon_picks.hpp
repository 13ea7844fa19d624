// What every reader of horizons gives: points as the file has them, and what the file says of itself.
// Shapes and units: points in file order, in the file's own units and sense; triangles index points from 0
// and are there only for surfaces. The caller decides about unit and sense (core/horizon/picks_frame.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

enum class HorizonFormat { xyz, csv, cps3, zmap, tsurf, vtp, irap, esri, surfer, raster };
inline constexpr int horizon_format_count = 10;

constexpr const char* format_name(HorizonFormat format) {
  constexpr const char* names[horizon_format_count] = {
      "XYZ text",     "CSV table",         "CPS-3 grid",      "ZMAP+ grid",  "GOCAD TSurf",
      "VTK polygons", "Irap classic grid", "ESRI ASCII grid", "Surfer grid", "GeoTIFF or other raster"};
  return names[static_cast<int>(format)];
}

struct HorizonPicks {
  HorizonFormat format = HorizonFormat::xyz;
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> triangles;
  std::int64_t skipped = 0;       // rows or nodes without a value
  std::int64_t filtered = 0;      // rows that a filter left out
  std::int64_t duplicates = 0;    // points dropped because another has their x and y
  double duplicate_spread = 0.0;  // the largest difference of z between two of these
  std::string header;             // the header's lines, parted by '\n'
  std::optional<Unit> xy_unit, z_unit;
  std::optional<VerticalSense> sense;
};

}  // namespace foldwave
